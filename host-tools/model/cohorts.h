/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cohorts.h: groups of objects and their ages (cohort.h), made of the lives in a dump.
 *
 * Cost: none beside that of the lives, where cohorts_with_lives() makes both, else a pass over the births; then that of
 * cohort_ages.h.
 */
#ifndef COHORTS_H
#define COHORTS_H

#include "cohort.h"
#include "lives.h"

/* Births that cohorts_with_lives() keeps at most: 8 bytes each, and 16 more where other bytes were allocated between it
 * and the birth before. */
#ifndef COHORTS_KEPT
#define COHORTS_KEPT (16 << 20)
#endif

/* New groups, of the objects that the view wants. analysis.h makes them once. */
struct cohorts *cohorts_new(struct view *v, const struct lives *l);

/* Makes the groups and, in *lives, the lives that they are of, in one pass over the births; *rest_on is what was read
 * for the lives. NULL, and both as they were: that cannot be, since the births are too many, or the view is of a
 * window; then the caller makes one behind the other. */
struct cohorts *cohorts_with_lives(struct view *v, struct lives **lives, dump_kinds *rest_on);
void cohorts_free(struct cohorts *c);  /* NULL: does nothing */

#endif
