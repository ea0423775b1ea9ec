/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * calltree.h: the calling-context trees of a dump, linked and corrected.
 *
 * Times are in cycles, signed, and may be negative: correction is never clamped. For a node
 *   incl = raw - drift                 excl = incl - sum of the children's incl
 * and the same without drift for the raw pair. A thread's root spans the thread's whole running time, so its excl is
 * what ran outside of timed calls. An `other` node (calls after the node pool was full) hangs under its root; its
 * time is part of its callers' own already, so it is subtracted from no node, and an `other` node has no excl.
 *
 * Where the view has an interval (view.interval) the trees are of that: of the calls that ended in it, and the time that
 * calls took in it.
 */
#ifndef CALLTREE_H
#define CALLTREE_H

#include <stdbool.h>
#include <stdint.h>

#include "histogram.h"
#include "view.h"

#define CALLTREE_NONE UINT32_MAX

struct calltree_node {
  const struct wire_node *rec;
  uint32_t parent, child, sibling;  /* indexes, or CALLTREE_NONE; siblings by incl, falling */
  uint32_t depth;                   /* 0: root */
  uint32_t function, thread;        /* of the view */
  int64_t incl, excl, raw_incl, raw_excl;
  uint64_t made;                    /* completed calls of its children */
  bool least_known, most_known;     /* rec->least, rec->most: of an interval they need not be (interval.h) */
  uint32_t histogram;               /* the last one of its buckets, or CALLTREE_NONE */
};

struct calltree {
  struct calltree_node *nodes;
  uint32_t count;
  uint32_t first;       /* first root, or CALLTREE_NONE; roots are siblings */
  uint64_t orphans;     /* nodes whose parent is not in the dump; they are shown as roots */
  uint64_t repeated;    /* records ignored because their number was taken */
  const struct wire_histogram *buckets; /* the dump's records, or the interval's */
  uint32_t *bucket_before;              /* by bucket: the one before of its node, or CALLTREE_NONE */
  __int128 whole;       /* sum of the roots' incl: what percentages are of */
  uint32_t *by_id;      /* nodes by their numbers, which the profiler counts: those below by_id_count, */
  size_t by_id_count;
  struct map of_id;     /* or all of them, where a dump has few of many nodes, or lies */
};

/* New trees, of the threads that the view wants. analysis.h makes them once. The view keeps its interval meanwhile. */
struct calltree *calltree_new(struct view *v);
void calltree_free(struct calltree *t);  /* NULL: does nothing */

/* Index of the node that a record names by its number; CALLTREE_NONE: it is not here, or its thread is not wanted. */
static inline uint32_t calltree_find(const struct calltree *t, uint32_t id)
{
  return id < t->by_id_count ? t->by_id[id] : map_get(&t->of_id, id);
}

/* Visits all nodes depth first; `leave` (may be NULL) comes after a node's children. */
void calltree_walk(const struct calltree *t, void (*enter)(void *ctx, const struct calltree_node *n),
                   void (*leave)(void *ctx, const struct calltree_node *n), void *ctx);

/* How long the node's completed calls lasted. False when that is not known: the dump is from before there were
 * histograms, some of it was lost, or a count has run over 32 bits. */
bool calltree_histogram(const struct calltree *t, const struct calltree_node *n, struct histogram *h);

bool calltree_is_root(const struct calltree_node *n);   /* of a thread, not a function */
bool calltree_is_other(const struct calltree_node *n);

/* The node to which a node's own time belongs in tables that set samples beside it, which go on where timing was
 * switched off: itself, or where its function was timed for a part of the run only, the nearest caller's that was timed
 * all the time. */
const struct calltree_node *calltree_steady(const struct calltree *t, const struct calltree_node *n);

#endif
