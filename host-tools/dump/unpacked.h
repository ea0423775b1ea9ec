/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * unpacked.h: the last blocks that cursors have unpacked, for the next cursor of the same owner that comes to them:
 * threads that ran in turns have their records in the same blocks, and an owner that reads one thread after the other
 * would unpack each block once for each thread.
 *
 * An owner gives it to cursors over one kind of one dump, all columns of it, which it outlives (cursor.h). It takes at
 * most 8 MiB, and keeps nothing where the budget has less.
 */
#ifndef UNPACKED_H
#define UNPACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UNPACKED_BLOCKS 8 /* two days of `stock' (tests/bench/calls.sh) are in three */

struct unpacked_block {
  void *records;         /* NULL: none */
  size_t block;          /* index among the blocks of its kind */
  bool rising;           /* its records are known to be in the order of their keys */
  uint64_t used;         /* when it was asked for last: a count */
};

/* An owner begins with zeros. */
struct unpacked { struct unpacked_block blocks[UNPACKED_BLOCKS]; uint64_t uses; };

/* The records of a block; NULL: they are not kept. Good until the next unpacked_add(). */
const struct unpacked_block *unpacked_find(struct unpacked *k, size_t block);

/* Keeps a copy of the records of a block, so many bytes, in place of those that were asked for longest ago. */
void unpacked_add(struct unpacked *k, size_t block, const void *records, size_t bytes, bool rising);

/* Frees what is kept. */
void unpacked_free(struct unpacked *k);

#endif
