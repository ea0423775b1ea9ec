/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * calls_tree.h: the calls of the run that page.h has, one by one, as the tree that they are (model/calls.h,
 * `hostdump tree`), for the page. Threads and functions are numbers of the view, calls are numbers of their thread,
 * from 0, in the order in which they ended; -1 stands for none. All calls count, whatever page_look() chose.
 */
#ifndef CALLS_TREE_H
#define CALLS_TREE_H

/* Makes the calls, and their lanes, which page_lanes() lists from now on, last. Returns how many calls there are; -1:
 * the run cannot be looked at. What page_feed() and page_done() take is looked at without them again. Cost:
 * model/calls.h, calls_lanes.h. */
double page_calls(void);

/* Behind page_calls(): how many calls a thread has, and the name of a function, good as long as the run. */
double page_calls_of(unsigned thread);
const char *page_function(unsigned function);

/* How many calls have no lane, for they are too deep. */
double page_calls_deeper(void);

/* Of a lane of calls its thread and its depth. */
double page_calls_lane(unsigned lane, int depth);

/* The call of a lane in which its thread was at a time; -1: in none. */
double page_calls_at(unsigned lane, double at);

/* Each of these writes rows as TSV to PAGE_TABLES and returns how many there are; -1: no run is looked at. A row is a
 * call, whole (columns: see calls_tree.c).
 *
 * Of the calls that a call made, or a thread at its outermost (-1), `limit` ones from number `first` on, in the order
 * in which they began; page_calls_most() then tells how many there are. */
double page_calls_children(unsigned thread, double root, double first, double limit);
double page_calls_most(void);

/* A call and those around it, the outermost first. */
double page_calls_path(unsigned thread, double call);

/* The next call of a function whose name holds `text`, case aside, that took `over_us` at least (0: any), and the way
 * to it, as page_calls_path(): below call `below` of thread `below_thread`, or anywhere; behind call `after`, or the
 * first one; nearest to the root first where `breadth` is not 0, else in the order in which they began. No row: there
 * is none. */
double page_calls_find(const char *text, int breadth, double over_us, unsigned below_thread, double below,
                       unsigned after_thread, double after);

/* One row: of all completed calls of the function of a call how many there are, their sum, least, mean, most and
 * deviation, and how many of them were shorter than that call, and as long. */
double page_calls_rank(unsigned thread, double call);

#endif
