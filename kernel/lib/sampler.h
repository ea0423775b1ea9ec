/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sampler.h: when to take the next sample.
 *
 * Samples are taken at the times of a Poisson process: the interval to the next one is drawn anew each time, from the
 * exponential distribution. It has no memory, so whatever the program does in step with the clock, and whatever begins
 * or ends at a tick (a time slice above all), each instant has the same chance to be seen (Wolff, "Poisson arrivals see
 * time averages", Operations Research 30, 1982). A fixed period at the ticks saw threads that block before the next
 * tick half as often as they ran (measured: 7.25 % of the samples for 16.48 % of the CPU).
 */
#ifndef SAMPLER_H
#define SAMPLER_H

#include <stdint.h>

/* Returns the next interval, in the unit of `mean`; the same sequence at every boot. Interrupts off. */
uint64_t sampler_interval(uint64_t mean);

/* The sample that was due at *next is taken now: moves *next to the first time of the process behind `now`. Returns how
 * many times lay in between: of samples that were asked for, and that were not taken, for the processor took this one
 * late. Times are 64-bit clocks in the unit of `mean`, which is not 0. Interrupts off. */
uint64_t sampler_advance(uint64_t *next, uint64_t now, uint64_t mean);

#endif
