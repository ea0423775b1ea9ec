/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * nmi.h: samples taken by non-maskable interrupts, so that code that keeps interrupts off is seen where it is: the
 * scheduler, interrupt handlers, a garbage collector.
 *
 * The timer chip (pit.h) rings at random times (sampler.h) on an input of the IO-APIC, which makes an NMI of it; the
 * tick comes from the processor's own timer meanwhile (timer.c). The cycles of an NMI are charged to no thread: the
 * profiler's context `NMI` has them.
 *
 * An NMI may come between any two instructions, those of the profiler and of the scheduler included; no second one
 * comes before it has ended. Nothing that runs in it may lock, wait, have probes, touch SSE registers or fault.
 */
#ifndef NMI_H
#define NMI_H

#include <stdbool.h>
#include <stdint.h>

#include "trap.h"

/* Tries whether this machine can give such NMIs, and measures what an NMI takes. Returns false, with the timer chip
 * free, when the machine has no APICs, or the chip's alarm makes no NMI. Once, at boot; interrupts off. */
bool nmi_find(void);

/* Takes a sample every `mean_tsc` cycles on average from here on. After nmi_find(); interrupts off. */
void nmi_start(uint64_t mean_tsc);

/* Changes the mean of the intervals; the next interval but one is the first of that mean. After nmi_start(). */
void nmi_rate(uint64_t mean_tsc);

/* Makes the context known in which processor `number` takes samples: whenever the first processor's alarm makes one, it
 * interrupts the others for theirs. After nmi_find(), before that processor runs. */
void nmi_profile_processor(uint32_t number);

/* Ends sampling, for the machine goes down. Any context. */
void nmi_stop(void);

/* Takes a sample if this NMI, which came at `tsc`, is the alarm's. Returns false when it is not. For trap_nmi(). */
bool nmi_take(const struct trap_frame *frame, uint64_t tsc);

#endif
