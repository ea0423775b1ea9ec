/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * kdump.h: starts the profiler for a run and sends what it gathered over the line (dump_frames.h), at the end, or, of
 * what streams, while the system runs: a thread of its own, of low priority, sends when there is something to send.
 * When a buffer is half full it takes its turns with the program's threads. A collection of garbage that finds more
 * deaths than their buffer holds lends it the processor, on a fast line. The thread is the profiler's: what it does is not
 * timed, not sampled, and is a row of its own in the tables.
 */
#ifndef KDUMP_H
#define KDUMP_H

struct options;

/* Takes the profiler's memory, calibrates it and starts the modes that the options name. The dump leaves at the end
 * of the run (run.h), or when the kernel goes down (panic.h): then with the reason and the stacks of all threads.
 * With no mode nothing is done. `options` must stay. Thread context, once. Returns 0, or prints what is wrong and
 * what to do and returns non-zero. */
int kdump_begin(const struct options *options);

/* Stops the profiler and sends its dump; a second caller waits until the dump has left. Thread context; takes as long
 * as the line does. Returns 0, or prints that not everything has left and what to do, and returns non-zero. Does
 * nothing when kdump_begin() did nothing. */
int kdump_finish(void);

#endif
