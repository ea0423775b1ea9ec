/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * nmi.h: samples taken by non-maskable interrupts, so that code that keeps interrupts off is seen where it is: the
 * scheduler, interrupt handlers, a garbage collector.
 *
 * The timer chip (pit.h) rings at random times (sampler.h) on an input of the IO-APIC, which makes an NMI of it; the
 * tick comes from the processor's own timer meanwhile (timer.c). What an NMI takes is taken from nobody: the
 * profiler's context `NMI` has it.
 *
 * An NMI may come between any two instructions, those of the profiler and of the scheduler included; no second one
 * comes before it has ended. Nothing that runs in it may lock, wait, have probes, touch SSE registers or fault.
 */
#ifndef NMI_H
#define NMI_H

#include <stdbool.h>
#include <stdint.h>

#include "trap.h"

/* Tries whether this machine can do that, and finds out what an NMI takes. False, with the timer chip free: it has no
 * APICs, or the chip's ring does not come through. Once, at boot; interrupts off. */
bool nmi_find(void);

/* Takes a sample every `mean_tsc` cycles on average from here on. After nmi_find(); interrupts off. */
void nmi_start(uint64_t mean_tsc);

/* The next interval but one is the first of that mean. After nmi_start(). */
void nmi_rate(uint64_t mean_tsc);

/* No more samples: the machine goes down. Any context. */
void nmi_stop(void);

/* For trap_nmi(): sees to an NMI that came at `tsc`. False: it is not ours. */
bool nmi_take(const struct trap_frame *frame, uint64_t tsc);

#endif
