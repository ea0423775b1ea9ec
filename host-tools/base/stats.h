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
