/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * quantiles.c: see quantiles.h.
 */
#include "quantiles.h"

#include "mem.h"
#include "stats.h"

#include <math.h>

#define BITS  QUANTILES_BITS
#define BINS  ((64 - BITS + 1) << BITS)

/* How far from the sample's quantile the true one is looked for, in standard deviations of its rank: beyond five it
 * is once in a million. */
#define DEVIATIONS 5

#define NARROW 8192 /* a range of so many numbers is counted number by number */

/* ---- bins ---- */

/* The smallest value of a bin. */
static uint64_t bin_start(size_t bin)
{
  if (bin >= BINS)
    return UINT64_MAX;
  if (bin >> BITS <= 1)
    return bin;
  unsigned shift = (unsigned)(bin >> BITS) - 1;
  return (uint64_t)(bin - ((size_t)shift << BITS)) << shift;
}

/* How many values are in a bin. */
static uint64_t in_bin(const struct quantiles *q, size_t bin)
{
  return q->bins[bin] / QUANTILES_ONE;
}

/* ---- ranks: from 0 ---- */

static uint64_t low_rank(uint64_t count, unsigned percent)
{
  if (percent == QUANTILES_MEDIAN)
    return (count - 1) / 2;
  uint64_t rank = (uint64_t)(((unsigned __int128)count * percent + 99) / 100);
  return rank ? rank - 1 : 0;
}

static uint64_t high_rank(uint64_t count, unsigned percent)
{
  return percent == QUANTILES_MEDIAN ? count / 2 : low_rank(count, percent);
}

/* ---- a range ---- */

/* Makes the range of an aim that of the bins `first_bin` to the one before `behind_bin`. */
static void set_range(struct quantiles *q, struct quantiles_aim *a, size_t first_bin, size_t behind_bin)
{
  mem_free(a->counts);
  mem_free(a->values);
  *a = (struct quantiles_aim){ .percent = a->percent, .first_bin = first_bin, .behind_bin = behind_bin,
                               .first = bin_start(first_bin), .behind = bin_start(behind_bin) };
  for (size_t bin = first_bin; bin < behind_bin; bin++)
    q->bins[bin] |= UINT64_C(1) << (a - q->aims);
  if (a->behind - a->first <= NARROW)
    a->counts = mem_alloc((size_t)(a->behind - a->first), sizeof(*a->counts));
}

static void put_inside(struct quantiles_aim *a, uint64_t value)
{
  if (a->counts) {
    a->counts[value - a->first]++;
  } else {
    if (a->inside == a->room)
      mem_grow(&a->values, &a->room, a->room + 1, sizeof(*a->values));
    a->values[a->inside] = (int64_t)value;
  }
  a->inside++;
}

void quantiles_put(struct quantiles *q, int64_t value, size_t bin)
{
  for (unsigned i = 0; i < QUANTILES_AIMS; i++)
    if (q->bins[bin] >> i & 1)
      put_inside(&q->aims[i], (uint64_t)value);
}

/* The value of a rank within the range. */
static int64_t value_at(struct quantiles_aim *a, uint64_t rank)
{
  uint64_t value = a->first;
  if (!a->inside)
    return (int64_t)value;
  rank = rank - a->before < a->inside ? rank - a->before : a->inside - 1;
  if (a->values && !a->sorted)
    stats_sort(a->values, (size_t)a->inside);
  a->sorted = true;
  if (a->values)
    return a->values[rank];
  for (; a->counts[value - a->first] <= rank; value++)
    rank -= a->counts[value - a->first];
  return (int64_t)value;
}

/* ---- the first values ---- */

/* Where a quantile will be, as the kept values tell, which are sorted. */
static void guess_range(struct quantiles *q, struct quantiles_aim *a)
{
  const double n = (double)q->count, p = a->percent == QUANTILES_MEDIAN ? 0.5 : a->percent / 100.0;
  const double middle = n * p, off = DEVIATIONS * sqrt(n * p * (1 - p)) + 1;
  const size_t low = middle > off ? (size_t)(middle - off) : 0;
  const size_t high = middle + off < n - 1 ? (size_t)(middle + off) : (size_t)q->count - 1;
  set_range(q, a, low ? quantiles_bin((uint64_t)q->kept[low]) : 0,
            high + 1 < q->count ? quantiles_bin((uint64_t)q->kept[high]) + 1 : BINS);
}

static void count_kept(struct quantiles *q)
{
  stats_sort(q->kept, (size_t)q->count);
  q->bins = mem_alloc(BINS, sizeof(*q->bins));
  for (size_t k = 0; k < q->aim_count; k++)
    guess_range(q, &q->aims[k]);
  for (uint64_t i = 0; i < q->count; i++) {
    const size_t bin = quantiles_bin((uint64_t)q->kept[i]);
    q->bins[bin] += QUANTILES_ONE;
    quantiles_put(q, q->kept[i], bin);
  }
  mem_free(q->kept);
  q->kept = NULL;
}

/* ---- the interface ---- */

void quantiles_aim(struct quantiles *q, unsigned percent)
{
  q->aims[q->aim_count++].percent = percent;
}

void quantiles_keep(struct quantiles *q, int64_t value)
{
  q->least = q->count && q->least < value ? q->least : value;
  q->most = q->count && q->most > value ? q->most : value;
  mem_grow(&q->kept, &q->kept_room, (size_t)q->count + 1, sizeof(*q->kept));
  q->kept[q->count++] = value;
  if (q->count == QUANTILES_KEPT)
    count_kept(q);
}

/* The bin that holds a rank. */
static size_t bin_at(const struct quantiles *q, uint64_t rank)
{
  size_t bin = 0;
  for (uint64_t before = 0; before + in_bin(q, bin) <= rank; bin++)
    before += in_bin(q, bin);
  return bin;
}

static void count_before(const struct quantiles *q, struct quantiles_aim *a)
{
  a->before = 0;
  for (size_t bin = 0; bin < a->first_bin; bin++)
    a->before += in_bin(q, bin);
}

/* Behind count_before(). */
static bool is_in_range(const struct quantiles *q, const struct quantiles_aim *a)
{
  return a->before <= low_rank(q->count, a->percent) && high_rank(q->count, a->percent) < a->before + a->inside;
}

bool quantiles_known(struct quantiles *q)
{
  bool known = true;
  if (!q->bins && q->count)
    stats_sort(q->kept, (size_t)q->count);
  for (size_t bin = 0; q->bins && bin < BINS; bin++)
    q->bins[bin] -= q->bins[bin] % QUANTILES_ONE; /* a second pass is for the others alone */
  for (size_t i = 0; q->bins && i < q->aim_count; i++) {
    struct quantiles_aim *a = &q->aims[i];
    count_before(q, a);
    if (is_in_range(q, a))
      continue;
    set_range(q, a, bin_at(q, low_rank(q->count, a->percent)), bin_at(q, high_rank(q->count, a->percent)) + 1);
    count_before(q, a);
    known = false;
  }
  return known;
}

void quantiles_again(struct quantiles *q, int64_t value)
{
  if (q->bins)
    quantiles_put(q, value, quantiles_bin((uint64_t)value));
}

static int64_t at_rank(struct quantiles *q, unsigned percent, uint64_t rank)
{
  size_t i = 0;
  if (!q->bins)
    return q->kept[rank];
  while (q->aims[i].percent != percent)
    i++;
  return value_at(&q->aims[i], rank);
}

int64_t quantiles_percentile(struct quantiles *q, unsigned percent)
{
  return at_rank(q, percent, low_rank(q->count, percent));
}

int64_t quantiles_median(struct quantiles *q)
{
  int64_t low = at_rank(q, QUANTILES_MEDIAN, low_rank(q->count, QUANTILES_MEDIAN));
  int64_t high = at_rank(q, QUANTILES_MEDIAN, high_rank(q->count, QUANTILES_MEDIAN));
  return (int64_t)(((__int128)low + high) / 2);
}

void quantiles_free(struct quantiles *q)
{
  for (size_t i = 0; i < q->aim_count; i++) {
    mem_free(q->aims[i].counts);
    mem_free(q->aims[i].values);
  }
  mem_free(q->kept);
  mem_free(q->bins);
  *q = (struct quantiles){ 0 };
}
