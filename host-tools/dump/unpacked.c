/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * unpacked.c: see unpacked.h.
 */
#include "unpacked.h"

#include "base/mem.h"

#include <string.h>

#define BYTES_MAX (1u << 20) /* of a block */
#define ALLOCATOR_BYTES 256  /* more than mem_alloc() charges for a block besides what is in it */

const struct unpacked_block *unpacked_find(struct unpacked *k, size_t block)
{
  for (size_t i = 0; i < UNPACKED_BLOCKS; i++)
    if (k->blocks[i].records && k->blocks[i].block == block) {
      k->blocks[i].used = ++k->uses;
      return &k->blocks[i];
    }
  return NULL;
}

void unpacked_add(struct unpacked *k, size_t block, const void *records, size_t bytes, bool rising)
{
  struct unpacked_block *oldest = k->blocks;
  if (bytes > BYTES_MAX || !mem_may(bytes + ALLOCATOR_BYTES))
    return;
  for (size_t i = 1; i < UNPACKED_BLOCKS; i++)
    if (k->blocks[i].used < oldest->used)
      oldest = &k->blocks[i];
  mem_free(oldest->records);
  oldest->records = NULL;
  *oldest = (struct unpacked_block){ mem_alloc(bytes, 1), block, rising, ++k->uses };
  memcpy(oldest->records, records, bytes);
}

void unpacked_free(struct unpacked *k)
{
  for (size_t i = 0; i < UNPACKED_BLOCKS; i++)
    mem_free(k->blocks[i].records);
  *k = (struct unpacked){ 0 };
}
