/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * arch.h: what the profiler has to know of a processor. ARCH/prof_arch.h offers, for each processor:
 *
 *   to a port (profiler/PORTING.md), which calls what its kernel has no function of its own for:
 *     prof_arch_cycle(), prof_arch_cpu(), prof_arch_thread(), prof_arch_set_thread(), prof_arch_take(), prof_arch_add(),
 *     prof_arch_irq_save(), prof_arch_irq_restore(), prof_arch_patch(): what the functions of the port with such names may do; prof_arch_device_fence(): for kit/;
 *     prof_arch_relax(): for waiting;
 *   to the probes: prof_arch_drain(), prof_arch_log2(), prof_arch_lesser(), prof_arch_greater(): the same instructions
 *     each time, and no call;
 *   to the calibration: PROF_ARCH_AS_CALL, PROF_ARCH_ARGUMENT(), PROF_ARCH_ARGUMENTS(), prof_arch_mark(),
 *     prof_arch_leave();
 *   to the walk along a stack: PROF_ARCH_FRAME_CALLER, PROF_ARCH_FRAME_RETURN, PROF_ARCH_HOOK_RETURN.
 *
 * PROF_ARCH_RETURNS is defined where the enter hook puts the address of the exit hook in place of the function's return
 * address (probes/returns.c).
 */
#ifndef PROF_ARCH_H
#define PROF_ARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct prof_thread;

#if defined(__x86_64__)
#include "arch/x86_64/prof_arch.h"
#elif defined(__riscv) && __riscv_xlen == 64
#include "arch/riscv64/prof_arch.h"
#elif defined(__aarch64__)
#include "arch/aarch64/prof_arch.h"
#else
#error "the profiler knows x86_64, riscv64 and aarch64: for another processor write profiler/arch/NAME/prof_arch.h"
#endif

#endif
