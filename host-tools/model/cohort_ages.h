/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cohort_ages.h: from what collections have seen of the objects of each kin (cohorts.h) to the ages of kins and of the
 * groups they belong to.
 *
 * Cost: for each different observation 16 bytes, and COHORTS_DRAWN times a few dozen instructions.
 */
#ifndef COHORT_AGES_H
#define COHORT_AGES_H

#include "cohort.h"
#include "lives.h"
#include "turnbull.h"

/* Objects of a kin that were born in the same window, the stretch between two collections, and of which the same is
 * known: alive at one age and dead at the other, points of turnbull.h's grid. */
struct observed { uint32_t kin, window, count; uint16_t alive, dead; };

/* The rows of `ages` while they are made. */
struct age_counts { struct cohort_ages *rows; size_t count, room; struct map of_key; };

/* The row of a site and bin, good until the next one is asked for. */
struct cohort_ages *age_counts_at(struct age_counts *a, uint32_t site, unsigned bin);

/* Objects of one site and class. */
struct kin { struct cohort sum; uint32_t site, class; }; /* rows of the groups */

#define OBSERVED_NEAR 1024 /* a power of two; 4 KiB stay in the first-level cache */
struct observations {
  struct observed *rows;           /* by window; cohort_ages_estimate() sorts them by kin */
  size_t count, room;
  struct map of_key;               /* kin, alive and dead -> the newest row */
  uint32_t near[OBSERVED_NEAR];    /* rows that were found last, by a hash of the key */
};

void observations_add(struct observations *o, const struct lives *l, const struct life *life, uint32_t kin);
void observations_free(struct observations *o);

/* Sets the ages of the groups, the curves and `windows`, `drawn`, `ended_early`, and adds to `ages` the objects of `o`
 * that were found dead. */
void cohort_ages_estimate(struct cohorts *c, struct observations *o, struct age_counts *ages, const struct kin *kins,
                          size_t kin_count);

#endif
