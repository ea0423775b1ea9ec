/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * observations.h: what collections have seen of objects, counted: for each kin, and each window in which its objects
 * were born, how many were found alive at one age and dead at another.
 *
 * Cost: for each different observation 16 bytes. Of a long run nearly each object would be one, for it has a window of
 * its own: with more than the drawings of cohort_ages.h may have, stretches of several windows are drawn, which are
 * told apart instead. Where there would be few of these they are told apart with coarser ages: the stretch of ages in
 * which an object died begins earlier and ends later then, never the other way round.
 */
#ifndef OBSERVATIONS_H
#define OBSERVATIONS_H

#include "lives.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Objects of a kin that were born in the same window, the stretch between two collections, and of which the same is
 * known: alive at one age and dead at the other, points of turnbull.h's grid. Each object has OBSERVED_PARTS, which are
 * spread where the ages may be any of a stretch (`alive_gap` in lives.h). (What it is found by comes first, in the
 * order in which it is one number.) */
#define OBSERVED_PARTS 8
struct observed { uint16_t dead, alive; uint32_t kin, window, count; };

#define OBSERVED_WAITING 32 /* a power of two */
struct observations {
  struct observed *rows;           /* of windows before the newest one of their kin, alive and dead; of one such key by
                                      window. observations_finish() makes them all rows, sorted */
  size_t count, room;
  struct observed *slots;          /* the newest row of each key, at the place that its hash says or behind it; `count`
                                      is 0 of an empty one */
  size_t slot_room, slots_used;    /* a power of two, of which at most three quarters are used */
  struct waiting { struct observed seen, coarse; uint64_t hash, coarse_hash; } waiting[OBSERVED_WAITING]; /* those that
                                      are not in a slot yet, while memory fetches it; and where there is `coarse` what
                                      goes there */
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

/* All have been added: makes rows of the slots, and sorts them by kin, alive, dead and window. */
void observations_finish(struct observations *o);

/* Returns how many stretches the rows have numbers of. */
uint32_t observations_stretches(const struct observations *o);

/* Frees what it holds. */
void observations_free(struct observations *o);

#endif
