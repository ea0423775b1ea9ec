/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * session.h: several dumps in one module, joined to one tree of calls (net/forest.h, `hostdump tree SESSION`), for the
 * page. A module that has a session holds no run of page.h besides.
 *
 *   (page_session_begin() -> (page_session_room(), page_session_feed())*)* -> page_session_join() -> page_session_...()
 *
 * Nodes are numbers in the order in which they were begun, threads are numbers of a node's view, calls are numbers of
 * their thread as in calls_tree.h, remote calls are numbers of the session; -1 stands for none. A place in the tree is
 * node, thread, call and remote call: of a thread call and remote call are -1; of a remote call, which hangs below a
 * call or a thread, that one's numbers stand before it.
 */
#ifndef SESSION_H
#define SESSION_H

#include <stddef.h>

/* Begins a node with this name, whose dump has so many bytes; `memory`: bytes that it may take. */
void page_session_begin(const char *name, double bytes, double memory);

/* Room for `bytes` bytes, good until the next call; and feeds the first `bytes` of it to the node that was begun last. */
void *page_session_room(size_t bytes);
void page_session_feed(size_t bytes);

/* All have been fed: matches their messages and joins their calls. Returns how many calls there are; -1: no dump can be
 * looked at. What is wrong with a dump has been said. Cost: net/forest.h. */
double page_session_join(void);

/* Behind page_session_join(): what the matching of messages leaves out, and why (net_match_note()); empty: nothing. */
const char *page_session_note(void);

/* Each of these writes rows as TSV to PAGE_TABLES and returns how many there are; -1: there is no such place. Columns:
 * see session.c.
 *
 * The threads that have calls, or have sent remote calls. */
double page_session_threads(void);

/* What is below a place: `limit` children from number `first` on, in the order in which they began;
 * page_session_most() then tells how many there are. */
double page_session_below(double node, double thread, double call, double remote, double first, double limit);
double page_session_most(void);

/* A call and all around it, through the nodes, the outermost first. */
double page_session_path(double node, double thread, double call);

/* The next call of a function whose name holds `text`, case aside, that took `over_us` at least (0: any), and the way to
 * it: below a call (node -1: anywhere), behind a call (node -1: the first one); with `breadth` of those of a node the one
 * with the fewest callers first. Nodes are searched one after the other. No row: there is none. */
double page_session_find(const char *text, int breadth, double over_us, double below_node, double below_thread,
                         double below, double after_node, double after_thread, double after);

/* Of the function of a call: the statistics of its completed calls in that node, and where the call stands among them. */
double page_session_rank(double node, double thread, double call);

/* A remote call taken apart, one row. */
double page_session_parts(double remote);

/* Remote calls of which the client or the server had something under way at some time of [from_us, to_us) by the first
 * node's clock, a node's clock taken to stand in the middle of its bounds: its two messages, each by the clocks of both
 * its ends. Of more than `limit` so many that stand for all, evenly; page_session_most() then tells how many there are.
 * A call on nodes whose clocks nothing places is not among them. Cost: a look at each remote call. */
double page_session_arrows(double from_us, double to_us, double limit);

/* Messages of a layer (FORMAT.md) of which both ends are known and were under way at some time of the window; else as
 * page_session_arrows(). */
double page_session_messages(double layer, double from_us, double to_us, double limit);

/* How many messages of a layer have both their ends here. */
double page_session_exchanged(double layer);

/* When the first of all nodes began, and with `last` when the last one ended, by the first node's clock, of the nodes
 * whose clocks are placed; not a number: there are none. */
double page_session_end(int last);

/* The outermost calls of a thread that were open at some time of [from_us, to_us) by its node's clock, the last `limit`
 * of them, the latest first; page_session_most() then tells how many there are, and page_session_untimed() how many
 * more ended behind `from_us` and may have been open, but the record of their times was overwritten: no row has these.
 * Bounds of three decimal places are taken to the nanosecond. Cost: a step for each outermost call of the thread behind
 * `from_us`, and those that were open are read. */
double page_session_outermost(double node, double thread, double from_us, double to_us, double limit);
double page_session_untimed(void);

/* By how many microseconds the clock of node 0 is ahead of that of a node, when that one says `at_us`: `which` 0 the
 * least, 1 the most; infinite where no messages say so, directly or by way of other nodes. */
double page_session_ahead(double node, double at_us, int which);

#endif
