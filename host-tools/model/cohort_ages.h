/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cohort_ages.h: from what collections have seen of the objects of each kin (cohorts.h) to the ages of kins and of the
 * groups they belong to.
 *
 * Cost: for each different observation (observations.h) COHORTS_DRAWN times a few dozen instructions.
 */
#ifndef COHORT_AGES_H
#define COHORT_AGES_H

#include "cohort.h"
#include "observations.h"
#include "turnbull.h"

/* The rows of `ages` while they are made. */
struct age_counts { struct cohort_ages *rows; size_t count, room; struct map of_key; };

/* The row of a site and bin, good until the next one is asked for. */
struct cohort_ages *age_counts_at(struct age_counts *a, uint32_t site, unsigned bin);

/* Objects of one site and class that are followed by objects of about one size (cohort.h), or by such as are few. */
#define KIN_NEXTS 4
struct kin {
  struct cohort sum;
  uint32_t site, class; /* rows of the groups */
  struct kin_next { uint32_t bytes, count; } next[KIN_NEXTS]; /* the least ages of objects when the next one was
                         * allocated, before which none is found dead, and of how many; count 0: there are fewer */
};

/* The age, in bytes, at which all but a twentieth of a kin are known to have lived, as far as `next` tells; 0: it is not
 * known. (The last of ten thousand objects in a loop is followed by another object than the others.) */
uint64_t kin_least_age(const struct kin *k);

/* Sets the ages of the groups, the curves and `windows`, `drawn`, `ended_early`, and adds to `ages` the objects of `o`
 * that were found dead. */
void cohort_ages_estimate(struct cohorts *c, struct observations *o, struct age_counts *ages, const struct kin *kins,
                          size_t kin_count);

#endif
