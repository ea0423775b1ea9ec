/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * histogram.h: how long the calls of a function lasted, counted by powers of two, and the percentiles that follow.
 *
 * Bucket k counts calls whose corrected time has k as its highest bit: 2^k to 2^(k+1) - 1 cycles; bucket 0 those of 0
 * cycles too, HISTOGRAM_NEGATIVE those below zero. Beside it the least and the most are known exactly.
 */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>

#define HISTOGRAM_BUCKETS  64
#define HISTOGRAM_NEGATIVE 63

struct histogram {
  uint64_t calls[HISTOGRAM_BUCKETS];
  uint64_t total;        /* calls in all buckets */
  int64_t least, most;   /* of those calls, cycles; valid when there are any */
};

/* Adds `calls` counts to bucket `log2`; one that cannot be is left out, and `total` says so. */
void histogram_add(struct histogram *h, unsigned log2, uint64_t calls);

/* Adds all of `more` to `h`. */
void histogram_join(struct histogram *h, const struct histogram *more);

/* The time in cycles that at least `percent` % of the calls do not exceed (nearest rank), as well as the buckets
 * tell: those in a bucket are taken to be spread evenly over it, which begins and ends no further out than the least
 * and the most of all. So it lies in the same bucket as the true one: never off by more than a factor of two, and
 * exact where that is the least or the most. `h->total` is not 0. */
double histogram_percentile(const struct histogram *h, unsigned percent);

#endif
