/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * kdump.h: starts the profiler for a run and sends what it gathered over the line (dump_frames.h), at the end, or, of what
 * streams, while the system runs: a thread of its own, of low priority, sends when there is something to send. When a
 * buffer is half full it takes its turns with the program's threads. It is the profiler's: what it does is not timed, not
 * sampled, and is a row of its own in the tables.
 */
#ifndef KDUMP_H
#define KDUMP_H

#include <stdint.h>

struct options;

/* Takes the profiler's memory, calibrates it and starts the modes that the options name. With no mode it does nothing.
 * `options` must stay. Thread context, once. Returns 0, or prints what is wrong and what to do and returns non-zero. */
int kdump_begin(const struct options *options);

/* Stops the profiler and sends its dump; whoever comes later waits until it has left. Thread context; takes as long as the line does. Returns 0, or prints how much
 * did not leave and returns non-zero. Does nothing when kdump_begin() did nothing. */
int kdump_finish(void);

/* A timer tick at `now`. Interrupts off, in the timer's handler. */
void kdump_tick(uint64_t now);

/* The kernel goes down for `reason`: sends what was gathered, with the stacks of all threads, whatever state the kernel is
 * in: no lock, no allocation, interrupts off. After fatal_begin(). Does nothing when kdump_begin() did nothing. */
void kdump_crash(const char *reason);

#endif
