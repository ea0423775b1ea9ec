/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * smooth.c: see smooth.h. The curve f solves (W + lambda D'D) f = W y, where a row of D is the change of the rise at an
 * inner point. The matrix has two bands beside its diagonal: it is taken apart into L D L', and of its inverse only the
 * bands are needed for the degrees of freedom (M. F. Hutchinson, F. R. de Hoog, "Smoothing noisy data with spline
 * functions", Numer. Math. 47, 1985). The line of least squares, which lambda does not touch, is taken off before, so
 * that numbers are small.
 */
#include "smooth.h"

#include <math.h>

#include "base/mem.h"

#define FREEDOM 1.4L    /* what a degree of freedom counts */
#define LAMBDA_LEAST 1e-3L
#define LAMBDAS 20      /* each sqrt(10) times the one before */

/* A row for each point: what is solved, and the matrix at that row: on the diagonal, one and two places before it. */
struct row {
  long double x, y, weight;       /* x in mean distances; y less the line; weight of mean 1 */
  long double change[3];          /* of D: this point as the left, middle, right one */
  long double at, back[2];        /* D of L D L'; L one and two places before the diagonal */
  long double value;              /* of the curve */
  long double inverse[3];         /* of the matrix: on the diagonal, one and two places behind it */
};

/* Subtracts the line of least squares; *rise and the returned value at x = 0 are that line's. */
static long double take_line_off(struct row *r, size_t count, long double *rise)
{
  long double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (size_t i = 0; i < count; i++) {
    n += r[i].weight;
    x += r[i].weight * r[i].x;
    y += r[i].weight * r[i].y;
  }
  x /= n;
  y /= n;
  for (size_t i = 0; i < count; i++) {
    xx += r[i].weight * (r[i].x - x) * (r[i].x - x);
    xy += r[i].weight * (r[i].x - x) * (r[i].y - y);
  }
  *rise = xy / xx;
  for (size_t i = 0; i < count; i++)
    r[i].y -= y + *rise * (r[i].x - x);
  return y - *rise * x;
}

/* The change of the rise at point i is change[0] y[i - 1] + change[1] y[i] + change[2] y[i + 1], each kept at the point
 * whose value it is multiplied with. */
static void lay_changes(struct row *r, size_t count)
{
  for (size_t i = 1; i + 1 < count; i++) {
    const long double before = 1 / (r[i].x - r[i - 1].x), behind = 1 / (r[i + 1].x - r[i].x);
    r[i - 1].change[0] = before;
    r[i].change[1] = -before - behind;
    r[i + 1].change[2] = behind;
  }
}

/* Takes W + lambda D'D apart. */
static void take_apart(struct row *r, size_t count, long double lambda)
{
  for (size_t i = 0; i < count; i++) {
    const long double *c = r[i].change;
    const long double at = r[i].weight + lambda * (c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
    const long double one = i < 1 ? 0 : lambda * (r[i - 1].change[0] * c[1] + r[i - 1].change[1] * c[2]);
    const long double two = i < 2 ? 0 : lambda * r[i - 2].change[0] * c[2];
    r[i].back[1] = i < 2 ? 0 : two / r[i - 2].at;
    r[i].back[0] = i < 1 ? 0 : (one - (i < 2 ? 0 : r[i].back[1] * r[i - 2].at * r[i - 1].back[0])) / r[i - 1].at;
    r[i].at = at - (i < 1 ? 0 : r[i].back[0] * r[i].back[0] * r[i - 1].at) -
              (i < 2 ? 0 : r[i].back[1] * r[i].back[1] * r[i - 2].at);
  }
}

/* The curve. */
static void solve(struct row *r, size_t count)
{
  for (size_t i = 0; i < count; i++)
    r[i].value = r[i].weight * r[i].y - (i < 1 ? 0 : r[i].back[0] * r[i - 1].value) -
                 (i < 2 ? 0 : r[i].back[1] * r[i - 2].value);
  for (size_t i = 0; i < count; i++)
    r[i].value /= r[i].at;
  for (size_t i = count; i-- > 0;)
    r[i].value -= (i + 1 < count ? r[i + 1].back[0] * r[i + 1].value : 0) +
                  (i + 2 < count ? r[i + 2].back[1] * r[i + 2].value : 0);
}

/* The curve's degrees of freedom: how much of each value is its own point's. */
static long double freedom(struct row *r, size_t count)
{
  static const struct row none;
  long double sum = 0;
  for (size_t i = count; i-- > 0;) {
    const struct row *one = i + 1 < count ? &r[i + 1] : &none, *two = i + 2 < count ? &r[i + 2] : &none;
    r[i].inverse[2] = -(one->back[0] * one->inverse[1] + two->back[1] * two->inverse[0]);
    r[i].inverse[1] = -(one->back[0] * one->inverse[0] + two->back[1] * one->inverse[1]);
    r[i].inverse[0] = 1 / r[i].at - one->back[0] * r[i].inverse[1] - two->back[1] * r[i].inverse[2];
    sum += r[i].weight * r[i].inverse[0];
  }
  return sum;
}

/* The score of the curve: the less the better. */
static long double score(struct row *r, size_t count, long double lambda)
{
  long double squares = 0;
  take_apart(r, count, lambda);
  solve(r, count);
  for (size_t i = 0; i < count; i++)
    squares += r[i].weight * (r[i].y - r[i].value) * (r[i].y - r[i].value);
  const long double rest = (long double)count - FREEDOM * freedom(r, count);
  return rest > 0 ? squares / (rest * rest) : INFINITY;
}

void smooth(struct smooth_point *points, size_t count)
{
  if (count < SMOOTH_LEAST)
    return;
  struct row *r = mem_alloc(count, sizeof(*r));
  const long double unit = (points[count - 1].x - points[0].x) / (long double)(count - 1);
  long double weights = 0, rise, lambda = LAMBDA_LEAST, best = LAMBDA_LEAST, least = INFINITY;
  for (size_t i = 0; i < count; i++)
    weights += points[i].weight;
  for (size_t i = 0; i < count; i++) {
    r[i].x = (points[i].x - points[0].x) / unit;
    r[i].y = points[i].y;
    r[i].weight = points[i].weight * (long double)count / weights;
  }
  const long double base = take_line_off(r, count, &rise);
  lay_changes(r, count);
  for (unsigned i = 0; i < LAMBDAS; i++, lambda *= sqrtl(10)) {
    const long double s = score(r, count, lambda);
    if (s < least) {
      least = s;
      best = lambda;
    }
  }
  take_apart(r, count, best);
  solve(r, count);
  for (size_t i = 0; i < count; i++)
    points[i].y = base + rise * r[i].x + r[i].value;
  mem_free(r);
}
