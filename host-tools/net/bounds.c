/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bounds.c: see bounds.h. The polygon begins as a large rectangle, and each point cuts a part of it off (I. Sutherland,
 * G. Hodgman, "Reentrant Polygon Clipping", CACM 17(1), 1974). A value of which an edge of that rectangle decides is
 * none.
 */
#include "bounds.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"

/* What rounding may take away: of BOUNDS_FAR, the 64 bits of a long double leave 1e-4. */
#define ROUNDING 1e-3L

struct bounds bounds_all(long double steep)
{
  struct bounds b = { 0 };
  const struct bounds_corner box[] = { { -BOUNDS_FAR, -steep }, { BOUNDS_FAR, -steep }, { BOUNDS_FAR, steep },
                                       { -BOUNDS_FAR, steep } };
  mem_grow(&b.corners, &b.room, 16, sizeof(*b.corners));
  memcpy(b.corners, box, sizeof(box));
  b.count = 4;
  return b;
}

void bounds_free(struct bounds *b)
{
  mem_free(b->corners);
  *b = (struct bounds){ 0 };
}

/* Corners of a polygon. A point that would make more of them, as on a curve, is left out: the bounds are then wider. */
#define CORNERS_MOST 256

/* Keeps the part of the polygon where sign * (a + b x - y) <= 0. */
static void cut(struct bounds *b, long double sign, long double x, long double y)
{
  const size_t count = b->count;
  size_t kept = 0, outside = 0;
  for (size_t i = 0; i < count; i++)
    outside += sign * (b->corners[i].a + b->corners[i].b * x - y) > 0;
  if (!outside)
    return;
  mem_grow(&b->corners, &b->room, 3 * count + 2, sizeof(*b->corners));
  struct bounds_corner *to = b->corners + count; /* at most two for each corner */
  for (size_t i = 0; i < count; i++) {
    const struct bounds_corner p = b->corners[i], q = b->corners[i + 1 < count ? i + 1 : 0];
    const long double at_p = sign * (p.a + p.b * x - y), at_q = sign * (q.a + q.b * x - y);
    if (at_p <= 0)
      to[kept++] = p;
    if ((at_p < 0 && at_q > 0) || (at_p > 0 && at_q < 0)) {
      const long double part = at_p / (at_p - at_q);
      to[kept++] = (struct bounds_corner){ p.a + part * (q.a - p.a), p.b + part * (q.b - p.b) };
    }
  }
  if (kept > count && kept > CORNERS_MOST)
    return;
  memmove(b->corners, to, kept * sizeof(*to));
  b->count = kept;
}

void bounds_below(struct bounds *b, long double x, long double y)
{
  cut(b, 1, x, y + ROUNDING);
}

void bounds_above(struct bounds *b, long double x, long double y)
{
  cut(b, -1, x, y - ROUNDING);
}

static long double least(const struct bounds *b, long double of_a, long double of_b)
{
  long double best = INFINITY;
  for (size_t i = 0; i < b->count; i++) {
    const long double value = of_a * b->corners[i].a + of_b * b->corners[i].b;
    best = value < best ? value : best;
  }
  return best;
}

static long double unless_far(long double value)
{
  return value < -BOUNDS_FAR / 2 ? -INFINITY : value;
}

long double bounds_low(const struct bounds *b, long double x)
{
  return unless_far(least(b, 1, x));
}

long double bounds_high(const struct bounds *b, long double x)
{
  return -unless_far(least(b, -1, -x));
}

long double bounds_least_rise(const struct bounds *b)
{
  return least(b, 0, 1);
}

long double bounds_most_rise(const struct bounds *b)
{
  return -least(b, 0, -1);
}
