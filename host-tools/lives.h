/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lives.h: the objects of a run from birth to death: which DEATH belongs to which BIRTH, and how old each object became
 * (JX paper, section 5: "the time is measured in allocated memory").
 *
 * What always holds: an age is right or a lower bound that is known as one. Where deaths are missing (their buffer was
 * full, a ring went round, frames were lost) an object without a death may have died in any collection from the first
 * incomplete one on: its fate is unknown, its age what it had then. A death whose birth is not here is left out. Both
 * are counted.
 *
 * Cost: twelve bytes a birth besides the record, four if the records are out of order; time proportional to the records.
 */
#ifndef LIVES_H
#define LIVES_H

#include <stdbool.h>
#include <stdint.h>

#include "view.h"

#define LIVES_ON      UINT32_MAX        /* of `death`: it lives at the end */
#define LIVES_UNKNOWN (UINT32_MAX - 1)  /* nobody knows when it died, or whether */

struct lives {
  const struct wire_birth *births;
  size_t count;
  uint32_t *order;                      /* births by time */
  uint32_t *death;                      /* by birth: index into `collections`, or one of the above */
  uint64_t *age;                        /* by birth, bytes: at its death, at the end, or as far as is known */
  struct wire_collection *collections;  /* by time; each number once */
  size_t collection_count;
  uint64_t end_clock;                   /* the last that the records say of the allocation clock */
  uint64_t unknown;                     /* objects of unknown fate */
  uint64_t strays;                      /* deaths whose birth, or whose collection, is not here */
  uint32_t *by_age;                     /* see lives_by_age() */
};

/* The lives in a dump; made on the first call, the view's. */
const struct lives *lives_get(struct view *v);
void lives_free(struct lives *l);

/* Whether the user's choice (thread, time of birth) wants birth `i`. */
bool lives_wanted(struct view *v, uint32_t i);

/* The first collection after birth `i`; collection_count when none came. */
size_t lives_first_collection(const struct lives *l, uint32_t i);

/* Births by age, of equal age those that died first. Made on the first call, the view's; four bytes a birth. */
const uint32_t *lives_by_age(struct view *v);

#endif
