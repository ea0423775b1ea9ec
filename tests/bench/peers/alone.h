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
 * that has taken `ms` of processor time; each has had some turns then. In `ns` is left what most of them took:
 * the middle of the narrowest stretch that holds a quarter of the turns. Where other machines use the core's other
 * thread a median moves with them: a chain of 200 steps had 200.6 to 202.5 ns in 16 runs of 0.5 s, and 230 on a worse
 * day; by the narrowest stretch it had 200.59 to 200.64 (Emerald Rapids). Uses `calls` and `parts`. Ends the process
 * where there is no memory. */
void measure_alone(struct alone *f, int count, double ms);

#endif
