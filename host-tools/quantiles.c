/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * quantiles.c: see quantiles.h.
 */
#include "quantiles.h"

#include "cmd.h"
#include "stats.h"

#include <stdlib.h>

#define BITS  7                           /* of a value, below its first: 128 bins an octave */
#define BINS  ((64 - BITS + 1) << BITS)

static size_t bin_of(uint64_t value)
{
  if (value >> BITS == 0)
    return (size_t)value;
  unsigned shift = 63 - BITS - (unsigned)__builtin_clzll(value);
  return ((size_t)shift << BITS) + (size_t)(value >> shift);
}

/* The smallest value of a bin. */
static uint64_t bin_start(size_t bin)
{
  if (bin >> BITS <= 1)
    return bin;
  unsigned shift = (unsigned)(bin >> BITS) - 1;
  return (uint64_t)(bin - ((size_t)shift << BITS)) << shift;
}

static void count_all(struct quantiles *q)
{
  q->bins = cmd_alloc(BINS, sizeof(*q->bins));
  for (uint64_t i = 0; i < q->count; i++)
    q->bins[bin_of((uint64_t)q->kept[i])]++;
  free(q->kept);
  q->kept = NULL;
}

void quantiles_add(struct quantiles *q, int64_t value)
{
  q->least = q->count && q->least < value ? q->least : value;
  q->most = q->count && q->most > value ? q->most : value;
  if (q->count == QUANTILES_KEPT)
    count_all(q);
  if (q->count++ >= QUANTILES_KEPT) {
    q->bins[bin_of((uint64_t)value)]++;
    return;
  }
  cmd_grow(&q->kept, &q->kept_room, q->count, sizeof(*q->kept));
  q->kept[q->count - 1] = value;
}

static const struct quantiles_zoom *zoom_on(const struct quantiles *q, uint64_t rank)
{
  for (size_t i = 0; i < q->wanted_count; i++)
    if (q->wanted[i].rank == rank)
      return &q->wanted[i];
  return NULL;
}

static bool want_rank(struct quantiles *q, uint64_t rank)
{
  if (!q->bins)
    return true;
  if (zoom_on(q, rank))
    return false;
  struct quantiles_zoom *z = &q->wanted[q->wanted_count++];
  size_t bin = 0;
  *z = (struct quantiles_zoom){ .rank = rank };
  for (; z->before + q->bins[bin] <= rank; bin++)
    z->before += q->bins[bin];
  z->first = bin_start(bin);
  z->behind = bin + 1 < BINS ? bin_start(bin + 1) : UINT64_MAX;
  if (z->behind - z->first <= q->bins[bin])
    z->counts = cmd_alloc((size_t)(z->behind - z->first), sizeof(*z->counts));
  return false;
}

void quantiles_again(struct quantiles *q, int64_t value)
{
  for (size_t i = 0; i < q->wanted_count; i++) {
    struct quantiles_zoom *z = &q->wanted[i];
    if ((uint64_t)value < z->first || (uint64_t)value >= z->behind)
      continue;
    if (z->counts) {
      z->counts[(uint64_t)value - z->first]++;
      continue;
    }
    cmd_grow(&z->values, &z->room, z->count + 1, sizeof(*z->values));
    z->values[z->count++] = value;
  }
}

static int64_t zoomed(const struct quantiles_zoom *z)
{
  uint64_t value = z->first, rank = z->rank - z->before;
  if (!z->counts) {
    qsort(z->values, z->count, sizeof(*z->values), stats_order);
    return z->values[rank];
  }
  for (; z->counts[value - z->first] <= rank; value++)
    rank -= z->counts[value - z->first];
  return (int64_t)value;
}

static int64_t at_rank(struct quantiles *q, uint64_t rank)
{
  if (q->bins)
    return zoomed(zoom_on(q, rank));
  if (!q->sorted)
    qsort(q->kept, (size_t)q->count, sizeof(*q->kept), stats_order);
  q->sorted = true;
  return q->kept[rank];
}

static uint64_t rank_of(const struct quantiles *q, unsigned percent)
{
  uint64_t rank = (uint64_t)(((unsigned __int128)q->count * percent + 99) / 100);
  return rank ? rank - 1 : 0;
}

bool quantiles_want(struct quantiles *q, unsigned percent)
{
  return want_rank(q, rank_of(q, percent));
}

bool quantiles_want_median(struct quantiles *q)
{
  bool known = want_rank(q, (q->count - 1) / 2);
  return want_rank(q, q->count / 2) && known;
}

int64_t quantiles_percentile(struct quantiles *q, unsigned percent)
{
  return at_rank(q, rank_of(q, percent));
}

int64_t quantiles_median(struct quantiles *q)
{
  return (int64_t)(((__int128)at_rank(q, (q->count - 1) / 2) + at_rank(q, q->count / 2)) / 2);
}

void quantiles_free(struct quantiles *q)
{
  for (size_t i = 0; i < q->wanted_count; i++) {
    free(q->wanted[i].counts);
    free(q->wanted[i].values);
  }
  free(q->kept);
  free(q->bins);
  *q = (struct quantiles){ 0 };
}
