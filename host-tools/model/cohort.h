/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cohort.h: the objects that the user wants, in groups: of a site, of a class, all; and how long the objects of a
 * group live.
 *
 * A collection tells of an object only that it died since the one before (lives.h), so ages are estimated: of the
 * objects of a kin the distribution of ages that makes what was seen most likely (turnbull.h); a group is the mean of
 * its kins by births. A kin is the objects of one site and class that are as old, to a quarter of an octave, when the
 * next object is allocated. (One estimate for all objects together is wrong where collections come before large
 * objects: which kin is young then depends on the distance. So is one for all objects of a site: collections come with
 * allocations, so an object that a large one follows is found dead at a larger age or at none, while the estimate
 * takes what such objects say for what others say at a smaller age.) Objects that no collection has looked at say
 * nothing.
 *
 * How sure an estimate is depends on the number of collections, not on that of objects, since all objects born between
 * two of them were looked at in the same moments. So intervals are those of estimates from as many stretches between
 * collections, drawn again with repetition (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993): from the
 * 2.5 % to the 97.5 % of them, and each counts with both ends of the stretch of ages in which it may lie.
 */
#ifndef COHORT_H
#define COHORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"

/* Times that collections are drawn again: the 2.5 % of them are whole numbers. Fewer where there are more than
 * COHORTS_DRAWN_ROWS different observations in all, of which a kin counts as COHORTS_KIN_ROWS, as long as an estimate
 * of few takes; below COHORTS_DRAWN_LEAST none, and intervals are not known. */
#define COHORTS_DRAWN       80
#define COHORTS_DRAWN_LEAST 20
#define COHORTS_DRAWN_ROWS  (16u << 20)
#define COHORTS_KIN_ROWS    64

/* An estimate and where it lies in 95 of 100 cases. An end that is above all that was seen is COHORTS_BEYOND. */
struct cohort_age { uint64_t low, age, high; };
#define COHORTS_BEYOND UINT64_MAX

struct cohort {
  uint32_t key;                     /* site or class number */
  uint64_t count, bytes;
  uint64_t live_objects, live_bytes; /* no death seen: fate unknown, too */
  uint64_t seen;                    /* objects that a collection has looked at: ages are of these */
  uint64_t came, first_died;        /* objects whose first collection is known to have come; those of them
                                       that died in it */
  uint32_t class;                   /* of the objects */
  bool several;                     /* they are of several classes */
  struct cohort_age median;         /* bytes: the age that half of them do not live beyond; known where seen > 0 */
  bool sure;                        /* median.low and .high are known */
  double mean_age;                  /* bytes, of those that die within the ages that were seen */
  double dying;                     /* their share */
};

struct cohort_group { struct cohort *rows; size_t count, room; struct map of_key; };

/* How many objects of a site became how old: of an age in `bin`. `died` is an estimate, whose sum over a site's bins is
 * the number of its objects that were found dead. */
struct cohort_ages { uint32_t site, bin; double died; uint64_t living; };

/* Ages in bins, four to an octave: bin 0 is [0, 16), the next ones are [16, 20), [20, 24), [24, 28), [28, 32), [32,
 * 40) and so on. */
#define COHORTS_BINS      (1 + 4 * 60)
#define COHORTS_LEAST_AGE 16u /* the alignment of slots: no smaller age above 0 is likely */
static inline unsigned cohorts_bin(uint64_t age)
{
  if (age < COHORTS_LEAST_AGE)
    return 0;
  const unsigned octave = 63 - (unsigned)__builtin_clzll(age);
  return 1 + (octave - 4) * 4 + (unsigned)(age >> (octave - 2) & 3);
}

uint64_t cohorts_bin_start(unsigned bin);

/* The share of all objects, or bytes, that lives beyond an age, and where it lies in 95 of 100 cases. */
struct cohort_share { double low, share, high; };

struct cohorts {
  struct cohort_group sites, classes;  /* by key */
  struct cohort all;
  struct cohort_ages *ages;            /* by site and bin; none that are empty */
  size_t age_count;
  struct { struct cohort_share objects, bytes; } alive[COHORTS_BINS + 1]; /* by bin: beyond its start; up to `bins` */
  unsigned bins;                       /* behind the last bin that has objects; 0: there are none */
  uint64_t windows;                    /* stretches between collections in which objects were born that were seen */
  bool coarse;                         /* the drawings have ages in whole quarters of an octave */
  uint64_t stretches;                  /* of windows that were drawn together: as many, or fewer */
  unsigned drawn;                      /* times that these were drawn again */
  bool exact;                          /* the target noted of all objects that died when they became unreachable: ages
                                          are no estimates, and have no intervals but what they are rounded to */
  bool estimated;                      /* ages are estimates though the dump has exact ones: it was asked for */
  bool ended_early;                    /* an estimate is not the best one: its search took too many steps */
};

#endif
