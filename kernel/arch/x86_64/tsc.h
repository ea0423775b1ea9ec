/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * tsc.h: the frequency of the time stamp counter, measured against the PIT; and a clock that all processors have in
 * common.
 */
#ifndef TSC_H
#define TSC_H

#include <stdbool.h>
#include <stdint.h>

/* Measures for about 75 ms. Once, at boot, interrupts off. The error is that of reading the PIT: its clock ticks each
 * 838 ns, twice in 25 ms, so below 70 ppm where no hypervisor stops the machine in between. One that does so again and
 * again makes the rounds shorter, down to 0.8 ms and 0.2 %; where even those say nothing it returns false. */
bool tsc_calibrate(void);

/* Returns the frequency measured, in Hz; 1 GHz before tsc_calibrate(). Any context. */
uint64_t tsc_hz(void);

/* Returns what the processor says of its TSC, as WIRE_META_TSC_FLAGS. Any context. */
uint32_t tsc_flags(void);

/* Returns whether the TSC counts instructions, as with QEMU's -icount: a chain of products then takes as long as so
 * many NOPs, and many times longer on a processor. Interrupts off. Cost: some hundred thousand cycles. */
bool tsc_counts_instructions(void);

/* Returns the cycles in `us` microseconds; `us` is cut at 30 years. Any context. */
uint64_t tsc_from_us(uint64_t us);

/* Returns the cycles of `ns` nanoseconds, at most an hour. After tsc_calibrate(); any context. */
uint64_t tsc_from_ns(uint64_t ns);

/* Returns the time stamp counter of the first processor, wherever it is called: what another processor's lacks to that
 * one is known since smp_start(), to within the error that it says. For times that pass from one processor to
 * another, as a thread's do. Any context, once FS points to the processor. Cost: RDTSC and two reads. */
uint64_t tsc_now(void);

#endif
