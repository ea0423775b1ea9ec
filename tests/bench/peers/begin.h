/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * begin.h: profiling of a Linux process with one thread, from its beginning to its end.
 */
#ifndef BEGIN_H
#define BEGIN_H

#include <stdbool.h>
#include <stdint.h>

/* Starts profiling on the real time stamp counter: `hz` samples a second (0: none), `turns` thousandths of the run in
 * turns (0: none), or `bursts` of them in bursts (0: none), at most `nodes` nodes of call trees. False: there is not
 * enough memory. Takes about 0.2 s. */
bool begin_profiling(uint32_t hz, uint32_t turns, uint32_t bursts, uint32_t nodes);

/* Starts profiling with each call recorded; the newest `records` of them are kept (a power of two). Else as
 * begin_profiling(). */
bool begin_recording(uint32_t records, uint32_t nodes);

/* Called, unless NULL, when all is ready and profiling is about to start. */
extern void (*begin_ready)(void);

/* Ends it. What was recorded stays, for dumpfile_write(). */
void end_profiling(void);

#endif
