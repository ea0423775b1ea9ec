/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * snapshot.c: see snapshot.h.
 */
#include "snapshot.h"

#include "base/mem.h"

#include <string.h>

static const enum wire_kind kinds[SNAPSHOT_KINDS] = { WIRE_THREAD, WIRE_NODE, WIRE_HISTOGRAM };

/* ---- taking ---- */

static uint64_t announced(const struct wire_snapshot *s, size_t i)
{
  return i == 0 ? s->threads : i == 1 ? s->nodes : s->buckets;
}

/* Whether all is here that is between two records that are like this one. */
static bool is_whole(const struct snapshot_trees *t, const struct wire_snapshot *s)
{
  bool whole = memcmp(&t->head, s, sizeof(*s)) == 0;
  for (size_t i = 0; i < SNAPSHOT_KINDS; i++)
    whole &= t->seen[i] == announced(s, i);
  return whole;
}

static void begin_trees(struct snapshot_trees *t, const struct wire_snapshot *s)
{
  t->head = *s;
  for (size_t i = 0; i < SNAPSHOT_KINDS; i++)
    t->seen[i] = t->rows[i].count = 0;
}

/* The second of the two records opens a snapshot, too, where what it should end is not whole; to no effect, for the
 * first record of the next snapshot opens that. */
void snapshot_take_mark(struct snapshots *all, const struct wire_snapshot *s)
{
  if (!all->coming_open || !is_whole(&all->coming, s)) {
    begin_trees(&all->coming, s);
    all->coming_open = true;
    all->block_count = all->coming_first;
    return;
  }
  const struct snapshot_trees before = all->whole;
  all->whole = all->coming;
  all->coming = before;
  all->coming_open = false;
  mem_grow(&all->places, &all->place_room, all->count + 1, sizeof(*all->places));
  all->places[all->count++] = (struct snapshot_place){ *s, all->coming_first, all->block_count - all->coming_first };
  all->coming_first = all->block_count;
}

size_t snapshot_place_of(enum wire_kind kind)
{
  size_t i = 0;
  while (i < SNAPSHOT_KINDS && kinds[i] != kind)
    i++;
  return i;
}

bool snapshot_has_kind(enum wire_kind kind)
{
  return snapshot_place_of(kind) < SNAPSHOT_KINDS;
}

struct dump_rows *snapshot_count_block(struct snapshots *all, enum wire_kind kind, uint32_t rows)
{
  const size_t i = snapshot_place_of(kind);
  if (!all->coming_open || i == SNAPSHOT_KINDS)
    return NULL;
  all->coming.seen[i] += rows;
  return &all->coming.rows[i];
}

void snapshot_note_block(struct snapshots *all, enum wire_kind kind, const struct block *where)
{
  mem_grow(&all->blocks, &all->block_room, all->block_count + 1, sizeof(*all->blocks));
  all->blocks[all->block_count++] = (struct snapshot_block){ kind, *where };
}

/* ---- showing ---- */

static void swap_rows(struct snapshots *all, struct dump_rows *rows)
{
  for (size_t i = 0; i < SNAPSHOT_KINDS; i++) {
    const struct dump_rows was = rows[kinds[i]];
    rows[kinds[i]] = all->whole.rows[i];
    all->whole.rows[i] = was;
  }
}

void snapshot_show(struct snapshots *all, struct dump_rows *rows)
{
  if (all->shown || !all->count)
    return;
  swap_rows(all, rows);
  all->shown = true;
}

void snapshot_hide(struct snapshots *all, struct dump_rows *rows)
{
  if (all->shown)
    swap_rows(all, rows);
  all->shown = false;
}

/* ---- memory ---- */

void snapshot_trees_free(struct snapshot_trees *t)
{
  for (size_t i = 0; i < SNAPSHOT_KINDS; i++)
    mem_free(t->rows[i].data);
  *t = (struct snapshot_trees){ 0 };
}

void snapshot_free(struct snapshots *all)
{
  snapshot_trees_free(&all->coming);
  snapshot_trees_free(&all->whole);
  mem_free(all->places);
  mem_free(all->blocks);
}
