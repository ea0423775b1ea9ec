/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * snapshot_read.c: the call trees of a snapshot, read again; snapshot.h is the manual.
 */
#include "again.h"
#include "snapshot.h"

#include "base/mem.h"

#include <inttypes.h>
#include <string.h>

size_t snapshot_count(const struct dump *d)
{
  dump_note_read(d, DUMP_READ_TREES | DUMP_READ_LINE); /* a frame that is missing may be one's */
  return d->indexed && d->kinds & DUMP_KIND(WIRE_NODE) ? (size_t)d->snapshots.count : 0;
}

const struct wire_snapshot *snapshot_head(const struct dump *d, size_t at)
{
  dump_note_read(d, DUMP_READ_TREES);
  return &d->snapshots.places[at].head;
}

/* Unpacks a block behind the rows that `t` has of its kind. */
static const char *read_block(const struct dump *d, struct again **frame, const struct snapshot_block *b,
                              struct snapshot_trees *t)
{
  struct dump_rows *rows = &t->rows[snapshot_place_of(b->kind)];
  struct xfer_block block;
  const char *why = again_block(d, frame, b->kind, &b->block, &block);
  if (why)
    return why;
  mem_grow(&rows->data, &rows->room, rows->count + b->block.rows, wire_kinds[b->kind].bytes);
  if (!xfer_unpack(&block, (char *)rows->data + rows->count * wire_kinds[b->kind].bytes))
    return AGAIN_OTHER;
  rows->count += b->block.rows;
  return NULL;
}

/* Copies the records that are shown: those of the end, where it has come. */
static void copy_end(const struct dump *d, struct snapshot_trees *t)
{
  for (enum wire_kind k = 0; k < WIRE_KIND_LIMIT; k++) {
    if (!snapshot_has_kind(k))
      continue;
    struct dump_rows *rows = &t->rows[snapshot_place_of(k)];
    const size_t count = dump_count(d, k);
    mem_grow(&rows->data, &rows->room, count + 1, wire_kinds[k].bytes);
    memcpy(rows->data, dump_rows(d, k), count * wire_kinds[k].bytes);
    rows->count = count;
  }
}

bool snapshot_read(const struct dump *d, size_t at, struct snapshot_trees *t)
{
  *t = (struct snapshot_trees){ 0 };
  dump_note_read(d, DUMP_READ_TREES | DUMP_KIND(WIRE_NODE));
  if (at == SNAPSHOT_END) {
    copy_end(d, t);
    return true;
  }
  const struct snapshot_place *p = &d->snapshots.places[at];
  struct again *frame = NULL;
  const char *why = NULL;
  const struct snapshot_block *b = d->snapshots.blocks + p->first;
  t->head = p->head;
  for (; b < d->snapshots.blocks + p->first + p->blocks && !why; b++)
    why = read_block(d, &frame, b, t);
  mem_free(frame);
  if (!why)
    return true;
  snapshot_trees_free(t);
  return again_fail(d, WIRE_NODE, 0, "snapshot %" PRIu32 ", in the frame at offset %" PRIu64 ", cannot be read again: "
                    "%s", p->head.number, b[-1].block.at, why);
}
