/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lane_words.h: what an entry of a lane of lock waits or of moments says, in words, for the page. Each text is good
 * until the next call. `lane` and `i` are as in page.h; other lanes, and entries that say nothing, have "".
 */
#ifndef LANE_WORDS_H
#define LANE_WORDS_H

/* Of a wait for a lock (LANES_WAIT), a line each: what kind of lock it is, its name or its address, how the thread
 * waited, who held it ("-": not known), when the whole wait began and ended (cycles since the start of profiling), how
 * many threads held the lock meanwhile, and 1 where of several the last one alone is known, else 0. */
const char *page_wait(unsigned lane, double i);

/* The thread that held the lock of a wait, by the `who` of its entry, as a number of the view; -1: not known, or not of
 * the whole time. */
double page_wait_holder(unsigned who);

/* Of a stand (LANES_STAND), a line each: the thread's state, what it waits for and on, who owns that, at how many
 * moments it stood so, whether its stack is whole, how many functions that has, and these, the innermost first,
 * 64 at most. */
const char *page_stand(unsigned lane, double i);

/* The innermost function of a stand; "-": its stack is empty. */
const char *page_stand_top(unsigned lane, double i);

/* How many moments were asked for and not taken in time; when that was, the lane of moments tells as far as it can. */
double page_moments_missed(void);

#endif
