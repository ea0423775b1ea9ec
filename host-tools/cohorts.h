/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cohorts.h: the objects that the user wants, in groups: of a site, of a class, all; and how long those of a group live.
 *
 * Most objects that live at the end of a run would have lived on, so ages are estimated as survival is where some
 * patients are still alive: an object whose death was not seen counts as long as it was seen (Kaplan and Meier,
 * "Nonparametric Estimation from Incomplete Observations", JASA 53, 1958).
 */
#ifndef COHORTS_H
#define COHORTS_H

#include "lives.h"

enum cohorts_key { COHORTS_ALL, COHORTS_SITE, COHORTS_CLASS };

struct cohort {
  uint32_t key;                     /* site or class number */
  size_t first, count;              /* its members in `members` */
  uint64_t bytes;
  uint64_t live_objects, live_bytes; /* no death seen: fate unknown, too */
  double mean_age;                  /* bytes, of those that died; good when some did */
  uint64_t came, first_died;        /* whose first collection is known to have come; and who died in it */
  uint32_t class;                   /* of the objects */
  bool several;                     /* they are of several classes */
};

struct cohorts {
  const struct lives *lives;
  struct cohort *rows;              /* in the order of their first object's age */
  size_t count, room;
  uint32_t *members;                /* births, cohort by cohort, by age; of equal age those that died first */
};

/* New memory; free with cohorts_free(). Cost: a few passes over the births. */
struct cohorts cohorts_of(struct view *v, enum cohorts_key key);
void cohorts_free(struct cohorts *c);

/* The share of a cohort that lives on, step by step: `at_risk` and `alive` after the members up to `next`. Each member
 * weighs 1, or its bytes. Begin with survival_begin(); survival_up_to() takes those of an age below `age`. */
struct survival {
  const struct cohorts *of;
  const struct cohort *cohort;
  size_t next;                      /* in the cohort */
  bool by_bytes;
  double at_risk, alive;            /* weight; share */
};
struct survival survival_begin(const struct cohorts *of, const struct cohort *cohort, bool by_bytes);
void survival_up_to(struct survival *s, uint64_t age);

/* The age that half of a cohort does not live beyond; false when more than half were seen to. */
bool cohort_median(const struct cohorts *of, const struct cohort *cohort, uint64_t *age);

/* Ages in bins, four to an octave: bin 0 is [0, 16), the next ones are [16, 20), [20, 24), [24, 28), [28, 32), [32, 40)
 * and so on. */
#define COHORTS_BINS (1 + 4 * 60)
unsigned cohorts_bin(uint64_t age);
uint64_t cohorts_bin_start(unsigned bin);

#endif
