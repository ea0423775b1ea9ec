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

/* A range of values in which a quantile should be. */
struct quantiles_aim {
  unsigned percent;
  bool set;                    /* the range is known */
  uint64_t first, behind;      /* values first <= v < behind */
  uint64_t before, inside;     /* values below `first`, and in the range */
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
  uint64_t *bins;              /* else how many there are in each */
  struct quantiles_aim aims[QUANTILES_AIMS];
  size_t aim_count;
};

/* Aims at a quantile: `percent` is 1..100, or QUANTILES_MEDIAN. Before the first value. Zeroed memory is a set of no
 * values, aimed at nothing. */
void quantiles_aim(struct quantiles *q, unsigned percent);

/* Takes a value, which is not negative. */
void quantiles_add(struct quantiles *q, int64_t value);

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
