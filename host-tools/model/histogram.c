/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * histogram.c: percentiles of calls that were counted by powers of two; histogram.h is the manual.
 */
#include "histogram.h"

#include <math.h>

void histogram_add(struct histogram *h, unsigned log2, uint64_t calls)
{
  if (log2 >= HISTOGRAM_BUCKETS)
    return;
  h->calls[log2] += calls;
  h->total += calls;
}

void histogram_join(struct histogram *h, const struct histogram *more)
{
  if (more->total && (!h->total || more->least < h->least))
    h->least = more->least;
  if (more->total && (!h->total || more->most > h->most))
    h->most = more->most;
  for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
    histogram_add(h, i, more->calls[i]);
}

/* Bounds of a bucket, the upper one excluded, no further out than the least and the most. */
static double bucket_from(const struct histogram *h, unsigned i)
{
  return i == HISTOGRAM_NEGATIVE ? (double)h->least : fmax(i ? ldexp(1, (int)i) : 0, (double)h->least);
}

static double bucket_to(const struct histogram *h, unsigned i)
{
  return fmin(i == HISTOGRAM_NEGATIVE ? 0 : ldexp(1, (int)i + 1), (double)h->most);
}

/* Call number `rank`, from 0 by rising time, is number `at` of bucket `i`. */
static double call_time(const struct histogram *h, unsigned i, uint64_t rank, uint64_t at)
{
  double from = bucket_from(h, i), to = bucket_to(h, i);
  if (rank == 0)
    return (double)h->least;
  if (rank == h->total - 1)
    return (double)h->most;
  return from + (to - from) * ((double)at + 0.5) / (double)h->calls[i];
}

double histogram_percentile(const struct histogram *h, unsigned percent)
{
  uint64_t rank = (uint64_t)(((unsigned __int128)h->total * percent + 99) / 100);
  uint64_t at = rank ? rank - 1 : 0;
  rank = at;
  for (unsigned k = 0; k < HISTOGRAM_BUCKETS; k++) {
    unsigned i = (k + HISTOGRAM_NEGATIVE) % HISTOGRAM_BUCKETS; /* those below zero come first */
    if (at < h->calls[i])
      return call_time(h, i, rank, at);
    at -= h->calls[i];
  }
  return (double)h->most;
}
