/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stats.h: the few figures of statistics that the tables show. Pure functions; exact where integers allow it.
 */
#ifndef STATS_H
#define STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `cycles` at `hz` (not 0) in nanoseconds, rounded to nearest, halves away from zero; saturates at the range of the
 * result. */
int64_t stats_ns(__int128 cycles, uint64_t hz);

/* A clock whose cycles become nanoseconds over and over: without a division, which is three times as fast. */
struct stats_clock {
  uint64_t hz;
  uint64_t factor;        /* nanoseconds a cycle, times 2^shift, rounded down; below 2^62 */
  uint64_t half;          /* half of 2^shift */
  unsigned shift;         /* 63 at most; 0: too slow or too fast a clock, each time is divided */
};

/* The clock of `hz` (not 0). */
struct stats_clock stats_clock(uint64_t hz);

/* stats_ns() of `cycles`, or of as many below 0 where they are `negative`. */
int64_t stats_clock_long(const struct stats_clock *c, uint64_t cycles, bool negative);
static inline int64_t stats_clock_ns(const struct stats_clock *c, uint64_t cycles, bool negative)
{
  if (cycles >> c->shift)
    return stats_clock_long(c, cycles, negative);
  /* The factor lacks less than 1, which is less than a nanosecond of a product of so few cycles: the quotient is right,
   * or seldom too small by one, and then the rest, whose bits above 64 are zero, is not below hz. */
  uint64_t ns = (uint64_t)(((unsigned __int128)cycles * c->factor + c->half) >> c->shift);
  const uint64_t rest = cycles * UINT64_C(1000000000) + c->hz / 2 - ns * c->hz;
  if (__builtin_expect(rest >= c->hz, 0))
    ns++;
  return negative ? -(int64_t)ns : (int64_t)ns;
}

/* As stats_ns(), for a figure that is not a whole number of cycles. */
int64_t stats_ns_real(double cycles, uint64_t hz);

/* Sample standard deviation (divisor n - 1) of `n` values with sum `sum` and sum of squares `squares`. Computed in
 * 128-bit integers up to the last division, so that large means do not eat small deviations. Returns false, leaving
 * *sd, when n < 2 or when the sums contradict each other. */
bool stats_sd(uint64_t n, __int128 sum, unsigned __int128 squares, double *sd);

/* Wilson's score interval at 95 % for the share of `hits` among `n`, as fractions in 0..1 (E. B. Wilson, "Probable
 * inference, the law of succession, and statistical inference", JASA 22, 1927). It stays within 0..1 and is honest
 * for few hits, where the textbook interval is not. n = 0 gives 0..1. Weighted samples may make broken hits. */
void stats_wilson(double hits, double n, double *low, double *high);

/* The exact interval for the share of `hits` among `n`, whole numbers, at `confidence` (0.99): shares beyond it make so
 * many hits, or so few, less likely than half of what is left to 1 (C. J. Clopper, E. S. Pearson, "The use of
 * confidence or fiducial limits", Biometrika 26, 1934). Wider than Wilson's, and right for a single hit, too. */
void stats_exact(uint64_t hits, uint64_t n, double confidence, double *low, double *high);

/* Of `n` >= 1 values in rising order: the smallest that at least `percent` % of the values do not exceed (nearest
 * rank). */
int64_t stats_percentile(const int64_t *sorted, size_t n, unsigned percent);

/* Of `n` >= 1 values in rising order: the middle one, or the mean of the middle two. */
int64_t stats_median(const int64_t *sorted, size_t n);

/* Sorts, rising. Cost: for each byte in which values differ a pass that takes some ten instructions a value, where a
 * sort by comparison takes as many for each doubling of `count`; and as much memory again, for a while. */
void stats_sort(int64_t *values, size_t count);

#endif
