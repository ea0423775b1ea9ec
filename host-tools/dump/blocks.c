/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * blocks.c: see blocks.h.
 */
#include "blocks.h"

#include "base/mem.h"

#include <string.h>

#define FITS(number, NAME, name, text) \
  _Static_assert(sizeof(struct wire_##name) <= BLOCKS_RECORD_MAX, "BLOCKS_RECORD_MAX is room for one record");
WIRE_KINDS(FITS)

_Alignas(max_align_t) uint8_t blocks_scratch[(size_t)WIRE_ROWS_MAX * BLOCKS_RECORD_MAX];

struct wire_field blocks_key(enum wire_kind kind)
{
  const struct wire_log_info *log = wire_log(kind);
  return log ? log->key : (struct wire_field){ 0 };
}

/* Fills in the keys of a block; the first record's is at `key`, of so many bytes. Returns whether they do not fall. */
static inline bool look_at_keys(struct block *b, const uint8_t *key, size_t stride, unsigned bytes)
{
  uint64_t last = wire_load(key, bytes), least = last, most = last;
  bool rising = true;
  b->first = last;
  for (uint32_t i = 1; i < b->rows; i++) {
    last = wire_load(key + i * stride, bytes);
    if (last >= most) {
      most = last;
      continue;
    }
    rising = false; /* seldom */
    least = last < least ? last : least;
  }
  b->last = last;
  b->least = least;
  b->most = most;
  return rising;
}

bool blocks_look(struct block *b, enum wire_kind kind, const void *records)
{
  const struct wire_field key = blocks_key(kind);
  const uint8_t *first = (const uint8_t *)records + key.offset;
  if (key.bytes == 8)
    return look_at_keys(b, first, wire_kinds[kind].bytes, 8); /* a loop of its own: it runs for each record of a dump */
  return look_at_keys(b, first, wire_kinds[kind].bytes, key.bytes);
}

bool blocks_hold(const struct block *b, enum wire_kind kind, const void *records, bool *rising)
{
  struct block found = { .rows = b->rows };
  *rising = blocks_look(&found, kind, records);
  return found.first == b->first && found.last == b->last && found.least == b->least && found.most == b->most;
}

void blocks_add(struct blocks *b, enum wire_kind kind, const struct block *where, const void *records)
{
  mem_grow(&b->all, &b->room, b->count + 1, sizeof(*b->all));
  struct block *new = &b->all[b->count++];
  *new = *where;
  blocks_look(new, kind, records);
}

void blocks_put_aside(struct blocks_aside *aside, const struct xfer_block *block, struct block *where)
{
  const size_t bytes = WIRE_BLOCK_BYTES + block->bytes;
  mem_grow(&aside->bytes, &aside->room, aside->used + bytes, 1);
  memcpy(aside->bytes + aside->used, block->body - WIRE_BLOCK_BYTES, bytes);
  where->at = BLOCKS_ASIDE + aside->used;
  where->in_payload = 0;
  aside->used += bytes;
}

void blocks_look_ahead(struct blocks *b)
{
  uint64_t least = UINT64_MAX;
  for (size_t i = b->count; i-- > 0;) {
    least = b->all[i].least < least ? b->all[i].least : least;
    b->all[i].least_ahead = least;
  }
}

uint64_t blocks_edge(const struct blocks *b, uint64_t row)
{
  size_t low = 0, high = b->count;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (b->all[middle].first_row <= row)
      low = middle;
    else
      high = middle;
  }
  return row == b->all[low].first_row ? b->all[low].first : b->all[low].last;
}
