/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stats.c: figures of statistics; stats.h is the manual.
 */
#include "stats.h"

#include <math.h>

#define NS_PER_S 1000000000

int64_t stats_ns(__int128 cycles, uint64_t hz)
{
  const __int128 most = ((__int128)1 << 126) / NS_PER_S;
  if (cycles > most)
    return INT64_MAX;
  if (cycles < -most)
    return INT64_MIN;
  __int128 scaled = cycles * NS_PER_S, half = hz / 2;
  __int128 ns = (scaled + (scaled < 0 ? -half : half)) / (__int128)hz;
  return ns > INT64_MAX ? INT64_MAX : ns < INT64_MIN ? INT64_MIN : (int64_t)ns;
}

int64_t stats_ns_real(double cycles, uint64_t hz)
{
  double ns = round(cycles * NS_PER_S / (double)hz);
  return ns >= 9.2e18 ? INT64_MAX : ns <= -9.2e18 ? INT64_MIN : (int64_t)ns;
}

bool stats_sd(uint64_t n, __int128 sum, unsigned __int128 squares, double *sd)
{
  if (n < 2)
    return false;
  /* sum = q n + r, so sum^2 / n = q (sum + r) + r^2 / n, and nothing below exceeds 128 bits when the sums agree. */
  unsigned __int128 s = sum < 0 ? -(unsigned __int128)sum : (unsigned __int128)sum;
  unsigned __int128 q = s / n, r = s % n, part;
  if (__builtin_mul_overflow(q, s + r, &part) || part > squares)
    return false;
  double spread = (double)(squares - part) - (double)(r * r) / (double)n;
  if (spread < -0.5)
    return false;
  *sd = sqrt((spread > 0 ? spread : 0) / (double)(n - 1));
  return true;
}

void stats_wilson(double hits, double n, double *low, double *high)
{
  const double z = 1.959963984540054; /* 97.5 % quantile of the normal distribution */
  *low = 0;
  *high = 1;
  if (n <= 0)
    return;
  double p = hits < n ? hits / n : 1, zz = z * z / n;
  double centre = p + zz / 2, reach = z * sqrt((p * (1 - p) + zz / 4) / n);
  *low = hits <= 0 ? 0 : (centre - reach) / (1 + zz);
  *high = hits >= n ? 1 : (centre + reach) / (1 + zz);
}

int64_t stats_percentile(const int64_t *sorted, size_t n, unsigned percent)
{
  unsigned __int128 rank = ((unsigned __int128)n * percent + 99) / 100;
  return sorted[rank ? (size_t)rank - 1 : 0];
}

int64_t stats_median(const int64_t *sorted, size_t n)
{
  int64_t a = sorted[(n - 1) / 2], b = sorted[n / 2];
  return (int64_t)(((__int128)a + b) / 2);
}

int stats_order(const void *a, const void *b)
{
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}
