/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * quantiles.h: exact quantiles of any number of values without keeping them all. Few values are kept and sorted. Of more,
 * the first pass over them counts them in bins, 128 to an octave; then it is known which bins hold what is asked for, and
 * a second pass over the same values counts those apart.
 *
 *   quantiles_add() for each value
 *   quantiles_want() a percentile, quantiles_want_median(); when one of them returns false: quantiles_again() for each value
 *   quantiles_percentile(), quantiles_median(): of what was wanted
 *
 * Memory: at most 64 KiB, and for each wanted rank 8 bytes a value in its bin, or a number that falls into it.
 */
#ifndef QUANTILES_H
#define QUANTILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QUANTILES_KEPT    8192 /* values that are kept as they are: in about the memory of the bins */
#define QUANTILES_WANTED  4    /* ranks that may be wanted; a median has two */

/* Values of the bin in which a wanted rank is. */
struct quantiles_zoom {
  uint64_t rank;               /* from 0 */
  uint64_t first, behind;      /* values first <= v < behind */
  uint64_t before;             /* values below `first` */
  uint64_t *counts;            /* of each of these values, where they are not more than the values... */
  int64_t *values;             /* ... else the values; the other one is NULL */
  size_t count, room;          /* of `values` */
};

struct quantiles {
  uint64_t count;
  int64_t least, most;         /* good when `count` is not 0 */
  int64_t *kept;               /* all values, where they are few */
  size_t kept_room;
  bool sorted;
  uint64_t *bins;              /* else how many there are in each */
  struct quantiles_zoom wanted[QUANTILES_WANTED];
  size_t wanted_count;
};

/* Zeroed memory is a set of no values. Values are not negative. */
void quantiles_add(struct quantiles *q, int64_t value);

/* Of `count` >= 1 values: asks for the smallest that at least `percent` % of them do not exceed (nearest rank); for the
 * middle one, or the mean of the middle two. Returns whether it is known without quantiles_again(). */
bool quantiles_want(struct quantiles *q, unsigned percent);
bool quantiles_want_median(struct quantiles *q);

void quantiles_again(struct quantiles *q, int64_t value);

int64_t quantiles_percentile(struct quantiles *q, unsigned percent);
int64_t quantiles_median(struct quantiles *q);

void quantiles_free(struct quantiles *q);

#endif
