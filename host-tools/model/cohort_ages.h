/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cohort_ages.h: from what collections have seen of the objects of each kin (cohorts.h) to the ages of kins and of the
 * groups they belong to.
 *
 * Cost: for each different observation 16 bytes, and COHORTS_DRAWN times a few dozen instructions. Of a long run nearly
 * each object would be one, for it has a window of its own: with more than the drawings may have, stretches of several
 * windows are drawn, which are told apart instead. Where there would be few of these they are told apart with coarser
 * ages: the stretch of ages in which an object died begins earlier and ends later then, never the other way round.
 */
#ifndef COHORT_AGES_H
#define COHORT_AGES_H

#include "cohort.h"
#include "lives.h"
#include "turnbull.h"

/* Objects of a kin that were born in the same window, the stretch between two collections, and of which the same is
 * known: alive at one age and dead at the other, points of turnbull.h's grid. (What it is found by comes first, in the order
 * in which it is one number.) */
struct observed { uint16_t dead, alive; uint32_t kin, window, count; };

/* The rows of `ages` while they are made. */
struct age_counts { struct cohort_ages *rows; size_t count, room; struct map of_key; };

/* The row of a site and bin, good until the next one is asked for. */
struct cohort_ages *age_counts_at(struct age_counts *a, uint32_t site, unsigned bin);

/* Objects of one site and class. */
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

#define OBSERVED_WAITING 32 /* a power of two */
struct observations {
  struct observed *rows;           /* of windows before the newest one of their kin, alive and dead; of one such key by
                                      window. cohort_ages_estimate() makes them all rows, sorted */
  size_t count, room;
  struct observed *slots;          /* the newest row of each key, at the place that its hash says or behind it; `count`
                                      is 0 of an empty one */
  size_t slot_room, slots_used;    /* a power of two, of which at most half are used */
  struct waiting { struct observed seen; uint64_t hash; } waiting[OBSERVED_WAITING]; /* observations that are not in a
                                      slot yet, while memory fetches that */
  size_t added, taken;             /* of all: how many came, and how many of these are in slots */
  uint32_t windows, newest;        /* in which objects were born that were seen: how many; the last one, as collections
                                      by chance are numbered. Rows have their numbers among these windows, from 0 */
  unsigned halved;                 /* rows have the number of a stretch, which is 2 to the power of this many windows */
  bool joined;                     /* there were too many rows for stretches to be drawn: a row is of any one */
  bool is_coarse;                  /* ages from 64 bytes on are whole quarters of an octave */
  struct observations *coarse;     /* where `joined`: the same by stretch, coarse. NULL: none */
};

/* Counts what was seen of an object. Objects come by the time of their births. */
void observations_add(struct observations *o, const struct lives *l, const struct life *life, uint32_t kin);

/* Frees what it holds. */
void observations_free(struct observations *o);

/* Sets the ages of the groups, the curves and `windows`, `drawn`, `ended_early`, and adds to `ages` the objects of `o`
 * that were found dead. */
void cohort_ages_estimate(struct cohorts *c, struct observations *o, struct age_counts *ages, const struct kin *kins,
                          size_t kin_count);

#endif
