/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * arch.h: what the profiler has to know of a processor. ARCH/prof_arch.h offers, for each processor:
 *
 *   to a port (profiler/PORTING.md), which calls what its kernel has no function of its own for:
 *     prof_arch_cycle(), prof_arch_cpu(), prof_arch_thread(), prof_arch_set_thread(), prof_arch_take(), prof_arch_add(),
 *     prof_arch_irq_save(), prof_arch_irq_restore(), prof_arch_patch(): what the functions of the port with such names may do; prof_arch_device_fence(): for kit/;
 *     prof_arch_relax(): for waiting;
 *   to the probes: prof_arch_drain(), prof_arch_log2(), prof_arch_lesser(), prof_arch_greater(): the same instructions
 *     each time, and no call; prof_arch_load_fence(), prof_arch_store_fence(): keep loads, and stores, in order for other
 *     processors; PROF_ARCH_GROW and prof_arch_grow(), prof_arch_grow_wide(), prof_arch_grow_to_zero(),
 *     prof_arch_count(), where one instruction does what the functions below take three for;
 *   to the logs: PROF_ARCH_SPEND and prof_arch_spend(), where taking a number and testing a credit are cheaper as two
 *     instructions than as one that compares and swaps;
 *   to the calibration: PROF_ARCH_AS_CALL, PROF_ARCH_ARGUMENT(), PROF_ARCH_ARGUMENTS(), prof_arch_mark(),
 *     prof_arch_leave();
 *   to the dump: PROF_ARCH_MACHINE, the processor's number in ELF files (e_machine);
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

/* ---- words that one processor writes while others may read them: no value is torn, and there is no order ---- */

/* One instruction each, for words at their natural places. The compiler's relaxed atomics would be the same, but gcc 12
 * computes an address for each of them: 28 instructions more for a timed call on riscv64, 20 on aarch64.
 * ThreadSanitizer knows nothing but those. */
#ifdef __SANITIZE_THREAD__
#define PROF_READ(word)         __atomic_load_n(&(word), __ATOMIC_RELAXED)
#define PROF_WRITE(word, value) __atomic_store_n(&(word), (value), __ATOMIC_RELAXED)
#else
#define PROF_READ(word)         (*(const volatile __typeof__(word) *)&(word))
#define PROF_WRITE(word, value) ((void)(*(volatile __typeof__(word) *)&(word) = (value)))
#endif

#ifndef PROF_ARCH_GROW
static inline void prof_arch_grow(uint64_t *word, uint64_t by)
{
  PROF_WRITE(*word, PROF_READ(*word) + by);
}

/* Of a number of 128 bits a reader may see halves that do not belong together. */
static inline void prof_arch_grow_wide(uint64_t word[2], unsigned __int128 by)
{
  const unsigned __int128 sum = ((unsigned __int128)PROF_READ(word[1]) << 64 | PROF_READ(word[0])) + by;
  PROF_WRITE(word[0], (uint64_t)sum);
  PROF_WRITE(word[1], (uint64_t)(sum >> 64));
}

/* Adds 1. Returns whether that makes 0. */
static inline bool prof_arch_grow_to_zero(uint64_t *word)
{
  const uint64_t sum = PROF_READ(*word) + 1;
  PROF_WRITE(*word, sum);
  return !sum;
}

static inline void prof_arch_count(uint32_t *word)
{
  PROF_WRITE(*word, PROF_READ(*word) + 1);
}
#endif

#endif
