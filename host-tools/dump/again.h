/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * again.h: blocks of a dump that were met while it was loaded, read again: out of its file, or of the packed blocks that
 * it keeps aside. For cursor.c and snapshot_read.c.
 */
#ifndef AGAIN_H
#define AGAIN_H

#include "dump.h"

struct again; /* the frame that was read last; an owner begins with NULL and ends with mem_free() */

/* Finds block `b` of that kind: *block is its, good until the next call with the same *frame. The block stands where
 * the blocks of its frame, followed from the first one on, lead: an index can name no other bytes of a payload. Returns
 * NULL; or why it cannot be had, a sentence without the file's name. */
const char *again_block(const struct dump *d, struct again **frame, enum wire_kind kind, const struct block *b,
                        struct xfer_block *block);

/* What a reader says of a block that is there and holds other records than before. */
#define AGAIN_OTHER "it holds other records than before; once no program writes to the file, run this again"

/* Notes in the dump that from block `next` of a kind on its records cannot be had, and why, unless there is a reason
 * already. `format` makes the reason. Returns false. */
bool again_fail(const struct dump *d, enum wire_kind kind, size_t next, const char *format, ...)
  __attribute__((format(printf, 4, 5)));

#endif
