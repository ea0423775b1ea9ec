/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * clocks.h: how the clocks of the nodes of a session stand to each other: bounds, which follow from the messages alone.
 * A message has left before it comes, so one from A to B says that B's clock is at most so far ahead of A's, and one
 * back that it is at least so far ahead.
 *
 * Times are nanoseconds since profiling was started, of each node. The offset of B to A is B's time less A's, at one
 * instant. In a window of time it is a line within `wander`: a clock's rate is another one all the time, but not by
 * much; over several windows it may change by that much for each of them. That is all that is assumed of clocks; nothing
 * is assumed of what a message takes. Where no such line can be, a
 * window ends there, and the next begins: after a step, or where a machine stood still.
 *
 * What always holds: where the clocks do what is assumed, the true offset lies between low and high. Messages one way
 * alone give one of the two. No time is moved: what is out of order is counted (violations).
 */
#ifndef NET_CLOCKS_H
#define NET_CLOCKS_H

#include "bounds.h"
#include "match.h"

struct clocks_config {
  long double window_ns;      /* windows are about so long, longer where there are few messages */
  uint64_t least;             /* messages each way that a window should have */
  long double rate;           /* the rates of two clocks differ by this part at most */
  long double wander;         /* and in a window they keep to one rate within this part of it */
};
#define CLOCKS_CONFIG_DEFAULT { .window_ns = 1e9L, .least = 16, .rate = 1e-3L, .wander = 1e-6L }

struct clocks_window {
  uint32_t node, other;       /* offsets are of `other` to `node`; times are the clock's of `node` */
  long double from, to, middle;
  long double offset;         /* in the middle, the likeliest (clocks.c); NAN: a bound is missing */
  long double low, high;      /* in the middle; -INFINITY, INFINITY: there is none */
  long double least_rate, most_rate; /* of the other clock less 1 */
  uint64_t forth, back;       /* messages from `node`, and to it */
  uint64_t violations;        /* of these, that contradict all that the window before allows */
  bool tightened;             /* a third node's messages have made the bounds narrower */
  struct bounds lines;        /* offsets by time - middle, less `shift`, wider by `slack` either way */
  long double shift, slack;
};

struct net_clocks {
  struct clocks_window *windows; /* by node, other and time */
  size_t count, room;
  uint32_t node_count;
};

struct net_clocks *net_clocks_new(const struct net_match *m, const struct clocks_config *config);
void net_clocks_free(struct net_clocks *c);

/* The bounds of the offset of `other` to `node` at a time of the clock of `node`, in either order; -INFINITY, INFINITY
 * where there are none. Outside of all windows the nearest one goes on; between two windows with a step between them
 * all that one of them allows may be. */
void net_clocks_bounds(const struct net_clocks *c, uint32_t node, uint32_t other, long double at, long double *low,
                       long double *high);

/* The same, and where the two nodes' own messages do not give both bounds, those by way of other nodes: of the ways
 * that have both at each step one with the fewest steps. Where there is no way the bounds stay as they are. Cost:
 * without messages of their own a search of windows for each pair of nodes. */
void net_clocks_way(const struct net_clocks *c, uint32_t node, uint32_t other, long double at, long double *low,
                    long double *high);

#endif
