/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * snapshot.c: see snapshot.h.
 */
#include "snapshot.h"

#include <stdlib.h>
#include <string.h>

static const enum wire_kind kinds[DUMP_TREE_KINDS] = { WIRE_THREAD, WIRE_NODE, WIRE_HISTOGRAM };

/* ---- taking ---- */

static uint64_t wanted(const struct wire_snapshot *s, size_t i)
{
  return i == 0 ? s->threads : i == 1 ? s->nodes : s->buckets;
}

/* Whether all is here that is between two records that are like this one. */
static bool is_whole(const struct dump_trees *t, const struct wire_snapshot *s)
{
  bool whole = memcmp(&t->head, s, sizeof(*s)) == 0;
  for (size_t i = 0; i < DUMP_TREE_KINDS; i++)
    whole &= t->seen[i] == wanted(s, i);
  return whole;
}

static void begin(struct dump_trees *t, const struct wire_snapshot *s)
{
  t->head = *s;
  for (size_t i = 0; i < DUMP_TREE_KINDS; i++)
    t->seen[i] = t->rows[i].count = 0;
}

/* The first of the two records opens a snapshot. So does a second one whose snapshot is not whole, to no effect: the
 * next first one is another. */
static void take_mark(struct dump_snapshots *all, const struct wire_snapshot *s)
{
  if (!all->coming_open || !is_whole(&all->coming, s)) {
    begin(&all->coming, s);
    all->coming_open = true;
    return;
  }
  const struct dump_trees before = all->whole;
  all->whole = all->coming;
  all->coming = before;
  all->coming_open = false;
  all->count++;
}

static bool take_marks(struct dump *d, const struct xfer_frame *frame, const struct xfer_block *block)
{
  struct dump_rows marks = { 0 };
  const bool good = dump_append(d, frame, block, &marks);
  for (size_t i = 0; i < marks.count; i++)
    take_mark(&d->snapshots, (const struct wire_snapshot *)marks.data + i);
  free(marks.data);
  return good;
}

bool snapshot_block(struct dump *d, const struct xfer_frame *frame, const struct xfer_block *block)
{
  struct dump_trees *t = &d->snapshots.coming;
  if (block->head.kind == WIRE_SNAPSHOT)
    return take_marks(d, frame, block);
  for (size_t i = 0; i < DUMP_TREE_KINDS; i++) {
    if (block->head.kind != kinds[i] || !d->snapshots.coming_open)
      continue;
    t->seen[i] += block->head.rows;
    if (d->kinds & DUMP_KIND(kinds[i]))
      return dump_append(d, frame, block, &t->rows[i]);
  }
  return true;
}

/* ---- showing ---- */

static void swap(struct dump *d)
{
  for (size_t i = 0; i < DUMP_TREE_KINDS; i++) {
    struct dump_rows *shown = &d->rows[kinds[i]], *other = &d->snapshots.whole.rows[i], was = *shown;
    *shown = *other;
    *other = was;
  }
}

/* A target that sends snapshots sends STOP_TSC behind the trees of the end. */
static bool end_is_whole(const struct dump *d)
{
  bool whole = dump_has_meta(d, WIRE_META_STOP_TSC);
  for (size_t i = 0; i < DUMP_TREE_KINDS; i++)
    whole &= !d->lost[kinds[i]];
  return whole;
}

void snapshot_show(struct dump *d)
{
  if (d->snapshots.shown || !d->snapshots.count || end_is_whole(d))
    return;
  swap(d);
  d->snapshots.shown = true;
}

void snapshot_hide(struct dump *d)
{
  if (d->snapshots.shown)
    swap(d);
  d->snapshots.shown = false;
}

/* ---- memory ---- */

uint64_t snapshot_memory(const struct dump *d)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < DUMP_TREE_KINDS; i++)
    sum += (d->snapshots.coming.rows[i].room + d->snapshots.whole.rows[i].room) * wire_kinds[kinds[i]].bytes;
  return sum;
}

void snapshot_free(struct dump *d)
{
  for (size_t i = 0; i < DUMP_TREE_KINDS; i++) {
    free(d->snapshots.coming.rows[i].data);
    free(d->snapshots.whole.rows[i].data);
  }
}
