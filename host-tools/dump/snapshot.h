/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * snapshot.h: the call trees of a run that has no end, because the target was switched off or the line was cut: those
 * of the last snapshot that the target sent while it ran (FORMAT.md, "Call trees of a run that is cut"). For dump.c.
 *
 * What always holds: THREAD, NODE and HISTOGRAM records that are shown are all of the end, or all of one snapshot
 * that came whole; never some of either, or of two.
 */
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include <stdbool.h>

#include "dump.h"

/* Takes a block of a frame of type SNAPSHOT. Returns false when it makes no sense: d->error says why. */
bool snapshot_block(struct dump *d, const struct xfer_frame *frame, const struct xfer_block *block);

/* Puts the records of the last whole snapshot into the places of those of the end, where these did not all come. */
void snapshot_show(struct dump *d);

/* Puts the records of the end into their places again: more may come. */
void snapshot_hide(struct dump *d);

/* Bytes that the records of snapshots take. */
uint64_t snapshot_memory(const struct dump *d);
void snapshot_free(struct dump *d);

#endif
