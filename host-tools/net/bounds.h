/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bounds.h: between which lines a line must run that lies below some points and above others.
 *
 * The line is a + b x. A point above it, (x, y), says a + b x <= y, which is a half of the plane of all (a, b); what
 * all points leave of that plane is a polygon, and the line's least and greatest value at any x are taken at corners of
 * it: linear programming in two dimensions. In the plane of (x, y) the points that matter are corners of the convex
 * hulls of both sets (B. Poirier, R. Roy, M. Dagenais, "Accurate offline synchronization of distributed traces using
 * kernel-level events", ACM SIGOPS Operating Systems Review 44(3), 2010).
 *
 * What always holds: each line that keeps to all points lies between bounds_low() and bounds_high() at each x.
 */
#ifndef NET_BOUNDS_H
#define NET_BOUNDS_H

#include <stdbool.h>
#include <stddef.h>

/* No value of a line at x = 0 is further from 0 than this: where it is, there is no bound. In nanoseconds, 11 days. */
#define BOUNDS_FAR 1e15L

struct bounds {
  struct bounds_corner { long double a, b; } *corners; /* of the polygon, in their order round it */
  size_t count, room;                                   /* no corner: there is no such line */
};

/* All lines that rise or fall by `steep` at most. For bounds_free(). */
struct bounds bounds_all(long double steep);
void bounds_free(struct bounds *b);

/* The line runs at y or below at x; at y or above. Cost: a step for each corner, of which there are few. */
void bounds_below(struct bounds *b, long double x, long double y);
void bounds_above(struct bounds *b, long double x, long double y);

static inline bool bounds_is_empty(const struct bounds *b)
{
  return !b->count;
}

/* Least and greatest value at x (-INFINITY, INFINITY: there is no bound), and rise. Not of an empty one. */
long double bounds_low(const struct bounds *b, long double x);
long double bounds_high(const struct bounds *b, long double x);
long double bounds_least_rise(const struct bounds *b);
long double bounds_most_rise(const struct bounds *b);

#endif
