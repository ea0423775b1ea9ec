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

/* Calls the `count` functions at `f` in turn, each for 30 to 60 us, one call after the other, until that has taken `ms`
 * of processor time; each has had some parts then. In `ns` is left what most of them took: the middle of the narrowest
 * stretch that holds a quarter of the parts. Where other machines use the core's other thread that stretch is of the
 * moments in which they do not, if the parts are short: a chain of 40 steps, 40.1 ns by the core's clock, had 40.15 to
 * 40.18 in 20 stretches of 0.1 s with parts of 40 us, and up to 40.8 in half of them with parts of 640 us (Emerald
 * Rapids). A median moves with them all the more. Uses `calls` and `parts`. Ends the process where there is no memory.
 */
void measure_alone(struct alone *f, int count, double ms);

#endif
