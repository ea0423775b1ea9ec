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

/* Calls the `count` functions at `f` in turn, each for 130 to 260 us, one call after the other, until that has taken
 * `ms` of processor time; each has had some parts then. In `ns` is left what most of them took: the middle of the
 * narrowest stretch that holds half of the parts. So the parts are as long as the profiler's turns, and read as these
 * are (host-tools/model/turns.c): where other machines use the core's other thread both are of the same state of the
 * processor. Of a chain of 40 steps, 40.1 ns by the core's clock, parts of 30 us had 40.10 to 40.11 there, those of 130
 * to 260 us 40.10 to 40.37 in the narrowest quarter and 40.3 to 41.2 in the middle (Emerald Rapids). Uses `calls` and
 * `parts`. Ends the process where there is no memory. */
void measure_alone(struct alone *f, int count, double ms);

#endif
