/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * blocks.h: where the blocks of a kind are of which a run may have more records than memory holds, and what the
 * records in each lie between: enough to read them again in the order of their keys, and to leave out blocks that have
 * none of the wanted ones.
 *
 * The key of a record is its time; of a DEATH, which has none, the number of its collection.
 */
#ifndef BLOCKS_H
#define BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "xfer.h"

#define BLOCKS_ASIDE      (UINT64_C(1) << 63) /* in `at`: put aside; the other bits are its offset there */
#define BLOCKS_RECORD_MAX 208                 /* bytes of the largest record; blocks.c asserts it */

struct block {
  uint64_t at;            /* offset of its frame in the file, or BLOCKS_ASIDE + offset among the blocks put aside */
  uint32_t seq;           /* the frame's number ... */
  uint32_t payload_crc;   /* ... and the checksum of its payload */
  uint32_t in_payload;    /* offset in the frame's payload; 0 aside */
  uint32_t rows;          /* not 0 */
  uint64_t first_row;     /* records of the kind before it */
  uint64_t first, last;   /* keys of its first and last record */
  uint64_t least, most;   /* the smallest and the greatest key */
  uint64_t least_ahead;   /* the smallest key of this block and all behind it; good after blocks_look_ahead() */
};

struct blocks { struct block *all; size_t count, room; };

/* Packed blocks, one behind the other, of a stream that cannot be read again. */
struct blocks_aside { uint8_t *bytes; size_t used, room; };

/* Room for the records of any block, for code that looks at them and does not keep them: a function that unpacks into
 * it is done with it when it returns. One for all, because each of many runs that arrive at once would need 8 MiB. */
extern uint8_t blocks_scratch[];

/* The column of a kind that is its records' key (WIRE_LOGS); `bytes` 0 where the kind has none. */
struct wire_field blocks_key(enum wire_kind kind);

/* Fills in the keys of a block from its records, of which `b->rows` says how many there are. Returns whether these
 * are in the order of their keys. */
bool blocks_look(struct block *b, enum wire_kind kind, const void *records);

/* Whether a block's records have the keys that are noted in it; *rising: whether they are in the order of these. */
bool blocks_hold(const struct block *b, enum wire_kind kind, const void *records, bool *rising);

/* Adds a block whose place and `rows` are known; `records` are its records. */
void blocks_add(struct blocks *b, enum wire_kind kind, const struct block *where, const void *records);

/* Keeps a copy of a block's packed bytes in memory, and notes in *where at which offset. */
void blocks_put_aside(struct blocks_aside *aside, const struct xfer_block *block, struct block *where);

/* Fills in `least_ahead` of all blocks. */
void blocks_look_ahead(struct blocks *b);

/* The key of record `row` of a kind, which must be the first or the last of a block. */
uint64_t blocks_edge(const struct blocks *b, uint64_t row);

#endif
