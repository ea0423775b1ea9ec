/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lane.h: one line of a time line: what is drawn between two moments, `pixels` wide, exact at every zoom. Entries lie by
 * time in chunks; each chunk begins with the sums of all entries before it, so what a pixel shows is the difference of
 * two sums, found by a search for its two edges: nothing is sampled away, and no smaller copies are kept. Extremes of
 * values lie beside the chunks, in groups.
 *
 * Times are cycles since the start of profiling; they may be negative. Entry number i holds from its time on, up to the
 * time of entry i + 1, and the last one for ever: a caller that knows an end adds an entry that says so.
 *
 * Cost: 4 bytes an entry of marks (8 with `who`), 9 of states, 12 of values, and a tenth of that for the chunks; two
 * searches and at most two half chunks a pixel.
 */
#ifndef LANE_H
#define LANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum lane_form {
  LANE_MARKS,      /* moments */
  LANE_WHO,        /* moments, each with a number `who` */
  LANE_STATES,     /* at each moment one state, and a number `who` */
  LANE_VALUES,     /* at each moment a value, or none (LANE_NONE) */
};

/* A state is a class, whose time is summed up, and a detail of it. */
#define LANE_CLASSES 5
#define LANE_STATE(class, detail) ((uint8_t)((class) | (detail) << 3))
#define LANE_CLASS(state)  ((state) & 7)
#define LANE_DETAIL(state) ((state) >> 3)

#define LANE_NONE INT64_MIN /* no value */

struct lane_head;
struct lane_range;

/* Zeroed but for `form` it is empty. */
struct lane {
  enum lane_form form;
  size_t count;                      /* entries */
  int64_t last;                      /* time of the last one */
  struct lane_head *heads;           /* of the chunks */
  size_t chunks, head_room;
  struct lane_range *groups;         /* VALUES: extremes of some chunks together */
  size_t group_room;
};

/* An entry. Of LANE_MARKS `at` alone counts. */
struct lane_entry {
  int64_t at;
  int64_t value;
  uint32_t who;
  uint8_t state;
};

/* What lies in a pixel. */
struct lane_bin {
  uint64_t count;                    /* entries that begin in it */
  uint64_t first;                    /* number of the first entry that begins in it or behind it */
  uint64_t busy[LANE_CLASSES];       /* STATES: cycles of each class; class 0 stands for the rest of the pixel */
  double area;                       /* VALUES: the sum of value x cycles, where there is one */
  uint64_t known;                    /* VALUES: cycles in which there is one */
  int64_t least, most;               /* VALUES: of those that hold anywhere in it; LANE_NONE: none does */
  struct lane_entry held;            /* what holds at its left edge; before the first entry: a state 0, no value */
};

/* Adds an entry. One that is before the last entry counts as at the last one's time. */
void lane_add(struct lane *l, const struct lane_entry *e);

/* Makes another state of the last entry, which is there. */
void lane_amend(struct lane *l, uint8_t state);

/* Takes the last entry, which is there, away again. */
void lane_drop_last(struct lane *l);

/* Frees what the lane holds, and makes it empty. */
void lane_free(struct lane *l);

/* Entry number `i`, which is below `count`. */
struct lane_entry lane_entry(const struct lane *l, size_t i);

/* How many entries begin before `at`: the number of the first one at `at` or behind it. */
size_t lane_before(const struct lane *l, int64_t at);

/* The left edge of pixel `i`, where from..to are the pixels 0 to `pixels` - 1; those before and behind go on as wide.
 * An entry is in the pixel whose left edge is the last one that is not behind it. */
int64_t lane_edge(int64_t from, int64_t to, uint32_t pixels, int32_t i);

/* Fills in `bins`, `pixels` of them, of the time from `from` up to, not including, `to`, which is behind `from`. */
void lane_bins(const struct lane *l, int64_t from, int64_t to, uint32_t pixels, struct lane_bin *bins);

/* Fills in `bins` of `count` pixels, from number `first` on, where from..to are `pixels` wide: who moves on over a lane
 * asks for the pixels that come into view, and those that were there are as they were. */
void lane_bins_part(const struct lane *l, int64_t from, int64_t to, uint32_t pixels, int32_t first, uint32_t count,
                    struct lane_bin *bins);

#endif
