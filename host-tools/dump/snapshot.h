/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * snapshot.h: the call trees that the target sent while it ran (FORMAT.md, "Call trees of a run that is cut"). Those of
 * the last snapshot stand for the end's where a run has no end, because the target was switched off or the line was cut.
 * Of the others a dump knows where they are, and reads them again for the call trees of an interval (model/interval.h).
 * For dump.c, which unpacks the records.
 *
 * What always holds: THREAD, NODE and HISTOGRAM records that are shown are all of the end, or all of one snapshot
 * that came whole; never some of either, or of two.
 */
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>

#include "blocks.h"
#include "rows.h"
#include "xfer.h"

struct dump;

/* Call trees, with the figures of their threads: THREAD, NODE and HISTOGRAM records. */
#define SNAPSHOT_KINDS 3
struct snapshot_trees {
  struct wire_snapshot head;
  uint64_t seen[SNAPSHOT_KINDS];           /* records met, kept or not */
  struct dump_rows rows[SNAPSHOT_KINDS];
};

/* A snapshot that came whole: its blocks are those of snapshots.blocks from the `first` one on. */
struct snapshot_place { struct wire_snapshot head; size_t first, blocks; };

/* The snapshots of a run. All zeros: none has come. */
struct snapshots {
  struct snapshot_trees coming, whole;     /* some of which has come, if it is open; the last whole one, if `count` */
  bool coming_open;
  bool shown;                              /* the dump's rows have the records of `whole`, and the other way round */
  uint64_t count;                          /* that came whole */
  uint64_t wire_bytes;                     /* of all their frames */
  struct snapshot_place *places;           /* of those `count`, where the dump notes them (dump_index()); else NULL */
  size_t place_room;
  struct snapshot_block { enum wire_kind kind; struct block block; } *blocks;
  size_t block_count, block_room, coming_first; /* the first block of the one that comes */
};

/* Takes a SNAPSHOT record: one opens a snapshot, one like it ends it. */
void snapshot_take_mark(struct snapshots *all, const struct wire_snapshot *s);

/* Counts a block of `rows` records in a frame of type SNAPSHOT. Returns where its records go; NULL: they are of no kind
 * that a snapshot has, or no snapshot is open. */
struct dump_rows *snapshot_count_block(struct snapshots *all, enum wire_kind kind, uint32_t rows);

/* Notes where a block of the snapshot that comes is. */
void snapshot_note_block(struct snapshots *all, enum wire_kind kind, const struct block *where);

/* How many snapshots can be read again, and what is known of one without reading it. */
size_t snapshot_count(const struct dump *d);
const struct wire_snapshot *snapshot_head(const struct dump *d, size_t at);

/* Reads the snapshot at `at`, below snapshot_count(), again into `t`, which the caller frees with snapshot_trees_free(),
 * and which has the records that the dump shows where `at` is SNAPSHOT_END. Returns false where that cannot be read, as
 * the dump then says (dump_reread_error()). */
#define SNAPSHOT_END SIZE_MAX
bool snapshot_read(const struct dump *d, size_t at, struct snapshot_trees *t);
void snapshot_trees_free(struct snapshot_trees *t);

/* The place of a kind in snapshot_trees.rows; SNAPSHOT_KINDS: snapshots have none of that kind. */
size_t snapshot_place_of(enum wire_kind kind);

/* Whether a kind is one of those that a snapshot has. */
bool snapshot_has_kind(enum wire_kind kind);

/* Puts the records of the last whole snapshot, if there is one, into the places of those of the end. `rows` are the
 * dump's, by kind. */
void snapshot_show(struct snapshots *all, struct dump_rows *rows);

/* Puts the records of the end into their places again: more may come. */
void snapshot_hide(struct snapshots *all, struct dump_rows *rows);

/* Frees the records of the snapshots. */
void snapshot_free(struct snapshots *all);

#endif
