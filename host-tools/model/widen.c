/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * widen.c: see widen.h.
 */
#include "widen.h"

#include <math.h>

/* An interval becomes at most as wide again on either side, and by no more than this factor of ages. */
#define WIDEN_MOST 16.0

double widen_edge(double *numbers, unsigned count, int way)
{
  for (unsigned i = 0;; i++) {
    unsigned first = i;
    for (unsigned k = i + 1; k < count; k++)
      if (way * numbers[k] < way * numbers[first])
        first = k;
    const double number = numbers[first];
    numbers[first] = numbers[i];
    numbers[i] = number;
    if (i == count / 40)
      return number;
  }
}

/* What the shares up to a point may be in truth, of which rows 1 to `drawn` of `sums` have what drawings say: the
 * estimate, and as far beyond it as a drawing that is low (`way` 1) or high (-1) is before it. */
static double opposite_edge(double (*sums)[WIDEN_POINTS], unsigned drawn, unsigned point, int way)
{
  double at[COHORTS_DRAWN];
  for (unsigned d = 1; d <= drawn; d++)
    at[d - 1] = sums[d][point];
  return 2 * sums[0][point] - widen_edge(at, drawn, way);
}

/* Widens an interval to the points at which half may have died as far as the drawings' distances from the estimate
 * tell. */
static void widen_by_opposites(struct widen_sums *sums, unsigned drawn, unsigned *low, unsigned *high)
{
  while (*low > 0 && opposite_edge(sums->from, drawn, *low - 1, 1) >= 0.5)
    --*low;
  while (*high < WIDEN_POINTS && opposite_edge(sums->to, drawn, *high, -1) < 0.5)
    ++*high;
}

/* ---- means over spans ---- */

/* Makes each number of a row the sum of those up to it. */
static void run_up(double *row)
{
  for (unsigned point = 1; point < WIDEN_POINTS; point++)
    row[point] += row[point - 1];
}

static double mean_of(const double *row, unsigned first, unsigned last)
{
  return (row[last] - (first ? row[first - 1] : 0)) / (last - first + 1);
}

/* What the mean over the points from `first` to `last` may be in truth at least (`way` 1) or at most (-1): of what
 * drawings say and what their distances from the estimate tell the farther one. The rows have been run up. */
static double edge_of_mean(double (*rows)[WIDEN_POINTS], unsigned drawn, unsigned first, unsigned last, int way)
{
  double at[COHORTS_DRAWN];
  for (unsigned d = 1; d <= drawn; d++)
    at[d - 1] = mean_of(rows[d], first, last);
  const double edge = widen_edge(at, drawn, way);
  const double opposite = 2 * mean_of(rows[0], first, last) - widen_edge(at, drawn, -way);
  return way > 0 ? fmin(edge, opposite) : fmax(edge, opposite);
}

/* The last point whose age is at most `factor` times that of a point. */
static unsigned later_point(unsigned point, double factor)
{
  const double age = (double)turnbull_age(point) * factor;
  const unsigned later = age < 0x1p62 ? turnbull_floor((uint64_t)age) : TURNBULL_POINTS - 1;
  return later > point ? later : point;
}

static unsigned earlier_point(unsigned point, double factor)
{
  const unsigned earlier = turnbull_floor((uint64_t)ceil((double)turnbull_age(point) / factor));
  return earlier < point ? earlier : point;
}

/* Widens an interval to the points at which half may have died as far as means over the spans beside them tell. */
static void widen_by_means(struct widen_sums *sums, unsigned drawn, unsigned *low, unsigned *high)
{
  const double least = (double)turnbull_age(*low) + 16, most = (double)turnbull_age(*high) + 16;
  const double width = fmin(most / least, WIDEN_MOST), span = sqrt(width);
  const unsigned first = earlier_point(*low, width), last = later_point(*high, width);
  for (unsigned d = 0; d <= drawn; d++) {
    run_up(sums->from[d]);
    run_up(sums->to[d]);
  }
  for (unsigned point = first; point < *low; point++)
    if (edge_of_mean(sums->from, drawn, point, later_point(point, span), -1) >= 0.5)
      *low = point;
  for (unsigned point = last; point > *high; point--)
    if (edge_of_mean(sums->to, drawn, earlier_point(point - 1, span), point - 1, 1) < 0.5)
      *high = point;
}

void widen_interval(struct widen_sums *sums, unsigned drawn, unsigned *low, unsigned *high)
{
  widen_by_opposites(sums, drawn, low, high);
  widen_by_means(sums, drawn, low, high);
}
