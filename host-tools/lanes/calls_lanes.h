/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * calls_lanes.h: the lanes of calls: for each thread one of its outermost calls, one of those that these called, and so
 * on. Calls of one thread and depth do not overlap, so a lane of states shows them, exactly at every zoom.
 */
#ifndef CALLS_LANES_H
#define CALLS_LANES_H

#include "groups.h"

#define CALLS_LANES_DEEPEST 250 /* lanes of a thread; deeper calls have none (lanes.calls.deeper) */

/* The number of the lane of a thread's calls of a depth, from 0 on. */
static inline uint32_t calls_lanes_number(uint32_t thread, uint32_t depth)
{
  return thread << 8 | depth;
}
static inline uint32_t calls_lanes_thread(uint32_t number)
{
  return number >> 8;
}
static inline uint32_t calls_lanes_depth(uint32_t number)
{
  return number & 255;
}

/* Makes the lanes of LANES_CALLS, which are not there yet, and the calls that they show (lanes.calls). The view wants
 * all threads and has no interval. Cost: two passes over the CALL records; a byte a call while it is at work, then 18
 * a call beside those of calls.h. */
void calls_lanes(struct lanes *l);

/* The number of the call of a thread and depth in which the thread was at that time (lanes_at()); CALLS_NONE: in none
 * whose record is here. Cost: a piece of calls, and a step for each sibling behind the calls that lead to it. */
uint64_t calls_lanes_call_at(struct lanes *l, uint32_t thread, uint32_t depth, int64_t at);

#endif
