/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * alone.h: what a call of a function takes where nothing else runs: the truth that profilers are held to.
 */
#ifndef ALONE_H
#define ALONE_H

#include <stdint.h>

/* A function, and in `ns` the processor time of a call. */
struct alone { uint64_t (*call)(uint64_t); double ns; uint64_t calls; double *parts; };

/* Returns the processor time of this process, ns. */
double processor_ns(void);

/* Calls the `count` functions at `f` in turn, each for some tenths of a millisecond, one call after the other, until
 * that has taken `ms` of processor time; each has had five turns then, at least. What is slow for longer than a round
 * of turns (the processor's clock) slows all of them alike; of each the median of its turns is left in `ns`. Uses
 * `calls` and `parts`. Ends the process where there is no memory. */
void measure_alone(struct alone *f, int count, double ms);

#endif
