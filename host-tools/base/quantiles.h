/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * quantiles.h: exact quantiles of any number of values without keeping them all, mostly in one pass.
 *
 * The first QUANTILES_KEPT values are kept. They say where the quantiles that are aimed at will be, give or take
 * chance; of all further values those in that range are kept, and the others counted. When all have come, the
 * quantile is in the range, and known, unless the values have drifted: then counts of all values in bins, 128 to an
 * octave, tell the bin that holds it, and a second pass over the same values keeps those in the bin.
 *
 *   quantiles_aim()   at each quantile that will be asked for
 *   quantiles_add()   each value
 *   if (!quantiles_known())
 *     quantiles_again()   each value
 *   quantiles_median(), quantiles_percentile()
 *
 * Memory: about 100 KiB, and 8 bytes for each value that is kept: a twentieth of them or so.
 */
#ifndef QUANTILES_H
#define QUANTILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QUANTILES_KEPT  8192 /* values that are kept as they are: in about the memory of the bins */
#define QUANTILES_AIMS  2    /* quantiles that can be aimed at */

#define QUANTILES_MEDIAN 0   /* aimed at as a percentile: the middle value, or the mean of the middle two */

/* A range of values in which a quantile should be: that of some bins. */
struct quantiles_aim {
  unsigned percent;
  size_t first_bin, behind_bin;
  uint64_t first, behind;      /* values first <= v < behind */
  uint64_t before;             /* values below `first`: known when all have come */
  uint64_t inside;             /* values in the range */
  uint32_t *counts;            /* of each value in the range, where it is narrow... */
  int64_t *values;             /* ... else the values; the other one is NULL */
  size_t room;
  bool sorted;                 /* `values` are */
};

struct quantiles {
  uint64_t count;
  int64_t least, most;         /* good when `count` is not 0 */
  int64_t *kept;               /* all values, where they are few */
  size_t kept_room;
  uint64_t *bins;              /* else how many there are in each, times QUANTILES_ONE; the bits below say in which aims'
                                * ranges the bin is */
  struct quantiles_aim aims[QUANTILES_AIMS];
  size_t aim_count;
};

/* Aims at a quantile: `percent` is 1..100, or QUANTILES_MEDIAN. Before the first value. Zeroed memory is a set of no
 * values, aimed at nothing. */
void quantiles_aim(struct quantiles *q, unsigned percent);

#define QUANTILES_ONE (UINT64_C(1) << QUANTILES_AIMS) /* in a bin */

#define QUANTILES_BITS 7 /* of a value, below its first: 128 bins an octave */

/* The bin of a value. */
static inline size_t quantiles_bin(uint64_t value)
{
  if (value >> QUANTILES_BITS == 0)
    return (size_t)value;
  const unsigned shift = 63 - QUANTILES_BITS - (unsigned)__builtin_clzll(value);
  return ((size_t)shift << QUANTILES_BITS) + (size_t)(value >> shift);
}

/* For quantiles_add(): takes one of the first values; takes a value of a bin that is in a range. */
void quantiles_keep(struct quantiles *q, int64_t value);
void quantiles_put(struct quantiles *q, int64_t value, size_t bin);

/* Takes a value, which is not negative. Inline: it runs for each record of some kinds. */
static inline void quantiles_add(struct quantiles *q, int64_t value)
{
  if (!q->bins) {
    quantiles_keep(q, value);
    return;
  }
  const size_t bin = quantiles_bin((uint64_t)value);
  q->least = value < q->least ? value : q->least;
  q->most = value > q->most ? value : q->most;
  q->count++;
  const uint64_t now = q->bins[bin] += QUANTILES_ONE;
  if (now % QUANTILES_ONE)
    quantiles_put(q, value, bin);
}

/* Whether the quantiles are known; false: quantiles_again() wants all values once more. */
bool quantiles_known(struct quantiles *q);

/* Takes a value of the second pass. Where that pass has fewer values than the first one, a quantile is right to its bin
 * only. */
void quantiles_again(struct quantiles *q, int64_t value);

/* The smallest value that at least `percent` % of the values do not exceed (nearest rank). There must be a value, and
 * `percent` must have been aimed at. */
int64_t quantiles_percentile(struct quantiles *q, unsigned percent);

/* The middle value, or the mean of the middle two. There must be a value, and QUANTILES_MEDIAN must have been aimed at.
 */
int64_t quantiles_median(struct quantiles *q);

/* Frees what the set holds, and makes it empty. */
void quantiles_free(struct quantiles *q);

#endif
