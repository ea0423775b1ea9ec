/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * interval.h: call trees of a part of a run: between two snapshots of them that the target sent while it ran
 * (dump/snapshot.h), or between one and the run's beginning or end.
 *
 * A node has the same number in all snapshots of a run, and all its sums only grow. So the later snapshot less the
 * earlier one is what was added in between: calls that ended then, and the time that calls took then, also of those that
 * were open at an edge, as far as they had come at each. That is exact: no time is divided. Only the shortest and the
 * longest call do not follow always: they do where the earlier snapshot has no call, and where the later one has a
 * shorter, or a longer one.
 *
 * The figures of a thread are of one moment, and of another thread's of another one, some milliseconds apart: each
 * thread has edges of its own.
 */
#ifndef INTERVAL_H
#define INTERVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "dump/dump.h"

/* The edges that are no snapshot. Where the end has not come, INTERVAL_END is the last snapshot. */
#define INTERVAL_START (SIZE_MAX - 1)
#define INTERVAL_END   SIZE_MAX

struct interval {
  size_t from, to;                  /* its edges: numbers of snapshots, INTERVAL_START, INTERVAL_END */
  uint64_t from_tsc, to_tsc;        /* when these were begun; 0 and UINT64_MAX for the run's beginning and end */
  uint64_t late;                    /* a thread's edge is so many cycles behind those at most */
  struct interval_node {
    struct wire_node rec;           /* the differences; flag OPEN: a call was open at an edge */
    bool least_known, most_known;   /* `least` and `most` are of calls that ended in the interval, else of all so far */
  } *nodes;                         /* those in which time passed or calls ended, and the ones that lead to them */
  size_t count;
  struct wire_histogram *histograms;
  size_t histogram_count;
  struct map thread_of_id;
  struct interval_thread { uint64_t from, to; } *threads; /* its edges; it is in the interval behind `from` */
  size_t thread_count;
};

#define INTERVAL_ERROR_BYTES 400

/* The interval between two edges of a dump, new: numbers that snapshots have (wire_snapshot.number). NULL: there is none, and `error` says why, a sentence. */
struct interval *interval_new(const struct dump *d, size_t from, size_t to, char error[INTERVAL_ERROR_BYTES]);
void interval_free(struct interval *i);   /* NULL: does nothing */

/* Whether that time of a thread lies between its edges. */
bool interval_has(const struct interval *i, uint32_t thread, uint64_t tsc);

#endif
