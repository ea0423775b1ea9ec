/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * snapshot.h: the call trees of a run that has no end, because the target was switched off or the line was cut: those
 * of the last snapshot that the target sent while it ran (FORMAT.md, "Call trees of a run that is cut"). For dump.c,
 * which unpacks the records.
 *
 * What always holds: THREAD, NODE and HISTOGRAM records that are shown are all of the end, or all of one snapshot
 * that came whole; never some of either, or of two.
 */
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>

#include "rows.h"
#include "xfer.h"

/* Call trees, with the figures of their threads: THREAD, NODE and HISTOGRAM records. */
#define SNAPSHOT_KINDS 3
struct snapshot_trees {
  struct wire_snapshot head;
  uint64_t seen[SNAPSHOT_KINDS];           /* records met, kept or not */
  struct dump_rows rows[SNAPSHOT_KINDS];
};

/* The snapshots of a run. All zeros: none has come. */
struct snapshots {
  struct snapshot_trees coming, whole;     /* some of which has come, if it is open; the last whole one, if `count` */
  bool coming_open;
  bool shown;                              /* the dump's rows have the records of `whole`, and the other way round */
  uint64_t count;                          /* that came whole */
  uint64_t wire_bytes;                     /* of all their frames */
};

/* Takes a SNAPSHOT record: one opens a snapshot, one like it ends it. */
void snapshot_take_mark(struct snapshots *all, const struct wire_snapshot *s);

/* Counts a block of `rows` records in a frame of type SNAPSHOT. Returns where its records go; NULL: they are of no kind
 * that a snapshot has, or no snapshot is open. */
struct dump_rows *snapshot_count_block(struct snapshots *all, enum wire_kind kind, uint32_t rows);

/* Whether a kind is one of those that a snapshot has. */
bool snapshot_has_kind(enum wire_kind kind);

/* Puts the records of the last whole snapshot, if there is one, into the places of those of the end. `rows` are the
 * dump's, by kind. */
void snapshot_show(struct snapshots *all, struct dump_rows *rows);

/* Puts the records of the end into their places again: more may come. */
void snapshot_hide(struct snapshots *all, struct dump_rows *rows);

/* Bytes that the records of snapshots take. */
uint64_t snapshot_memory(const struct snapshots *all);

/* Frees the records of the snapshots. */
void snapshot_free(struct snapshots *all);

#endif
