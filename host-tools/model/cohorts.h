/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cohorts.h: the objects that the user wants, in groups: of a site, of a class, all; and how long the objects of a
 * group live.
 *
 * Most objects that live at the end of a run would have lived on, so ages are estimated as survival is where some
 * patients are still alive: an object whose death was not seen counts as long as it was seen (Kaplan and Meier,
 * "Nonparametric Estimation from Incomplete Observations", JASA 53, 1958).
 *
 * Cost: a pass over the births, and where they are more than COHORTS_SORTED one more for each as many.
 */
#ifndef COHORTS_H
#define COHORTS_H

#include "lives.h"

/* Objects whose ages are sorted at a time: 16 bytes each. */
#ifndef COHORTS_SORTED
#define COHORTS_SORTED (16 << 20)
#endif

/* The share of a group that lives on, after the ages below `age`. Each object weighs 1, or its bytes. */
struct survival {
  double at_risk, alive;            /* weight; share */
  uint64_t age;                     /* that is being gathered */
  double died, seen;                /* weight that reached it, and no more: dead then, or not seen any longer */
};

struct cohort {
  uint32_t key;                     /* site or class number */
  uint64_t count, bytes;
  uint64_t live_objects, live_bytes; /* no death seen: fate unknown, too */
  double mean_age;                  /* bytes, of those that died; good when some did */
  uint64_t came, first_died;        /* whose first collection is known to have come; and who died in it */
  uint32_t class;                   /* of the objects */
  bool several;                     /* they are of several classes */
  unsigned __int128 ages;           /* of those that died, summed */
  struct survival survival;
  bool median_known;
  uint64_t median;                  /* the age that half of them do not live beyond; not known when more were seen to */
};

struct cohort_group { struct cohort *rows; size_t count, room; struct map of_key; };

/* How many objects of a site became how old: of an age in `bin`. */
struct cohort_ages { uint32_t site, bin; uint64_t died, living; };

/* Ages in bins, four to an octave: bin 0 is [0, 16), the next ones are [16, 20), [20, 24), [24, 28), [28, 32), [32,
 * 40) and so on. */
#define COHORTS_BINS (1 + 4 * 60)
unsigned cohorts_bin(uint64_t age);
uint64_t cohorts_bin_start(unsigned bin);

struct cohorts {
  struct cohort_group sites, classes;  /* by key */
  struct cohort all;
  struct cohort_ages *ages;            /* by site and bin; none that are empty */
  size_t age_count;
  /* By bin: the shares, of all objects and of their bytes, that live beyond the ages below it; up to `bins`. */
  struct { double objects, bytes; } alive[COHORTS_BINS + 1];
  unsigned bins;                       /* behind the last bin that has objects; 0: there are none */
};

/* New groups, of the objects that the view wants. analysis.h makes them once. */
struct cohorts *cohorts_new(struct view *v, const struct lives *l);
void cohorts_free(struct cohorts *c);  /* NULL: does nothing */

#endif
