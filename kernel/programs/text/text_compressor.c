/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_compressor.c: the thread that compresses each block by LZO1X-1, expands it again and compares.
 *
 * miniLZO, the library that JX sends its profiles with (JX paper, section 6). Blocks are independent of each other,
 * so the host's check needs no state either.
 */
#include "text.h"

#include <string.h>

#include "core/heap.h"
#include "minilzo.h"
#include "text_events.h"
#include "text_hash.h"

/* Longest output for a block that does not compress; LZO FAQ, "How much can my data expand". */
#define PACKED_MAX (TEXT_BLOCK_BYTES + TEXT_BLOCK_BYTES / 16 + 64 + 3)

struct compressor {
  uint8_t packed[PACKED_MAX];
  uint8_t again[TEXT_BLOCK_BYTES];
  _Alignas(16) uint8_t work[LZO1X_1_MEM_COMPRESS];
};

static __attribute__((noinline)) size_t compress_block(struct compressor *c, const struct text_block *block)
{
  lzo_uint packed = 0;
  lzo1x_1_compress(block->data, block->bytes, c->packed, &packed, c->work);
  return packed;
}

static __attribute__((noinline)) bool expand_block(struct compressor *c, size_t packed, size_t bytes)
{
  lzo_uint expanded = TEXT_BLOCK_BYTES;
  int status = lzo1x_decompress_safe(c->packed, packed, c->again, &expanded, NULL);
  return status == LZO_E_OK && expanded == bytes;
}

static __attribute__((noinline)) bool same_bytes(const struct compressor *c, const struct text_block *block)
{
  return memcmp(c->again, block->data, block->bytes) == 0;
}

/* Compresses a block and checks it; false when it does not come back as it was. */
static __attribute__((noinline)) bool work_block(struct text_pipeline *p, struct compressor *c,
                                                 const struct text_block *block)
{
  size_t packed = compress_block(c, block);
  text_log(TEXT_EVENT_BLOCK_COMPRESSED, packed);
  p->result.packed_bytes += packed;
  p->result.packed_digest = text_hash(p->result.packed_digest, c->packed, packed);
  if (!expand_block(c, packed, block->bytes) || !same_bytes(c, block))
    return false;
  text_log(TEXT_EVENT_BLOCK_VERIFIED, block->bytes);
  return true;
}

static void compress_all(struct text_pipeline *p, struct compressor *c)
{
  struct text_block *block;
  while ((block = text_queue_get(&p->queue[TEXT_TO_COMPRESSOR]))) {
    bool good = work_block(p, c, block);
    text_block_release(p, block);
    if (!good)
      text_fail(p, "compressor", "a compressed block does not expand to what it was", 0);
  }
}

void text_compressor(void *arg)
{
  struct text_pipeline *p = arg;
  p->result.packed_digest = TEXT_HASH_START;
  struct compressor *c = heap_alloc(sizeof *c);
  if (!c)
    text_fail(p, "compressor", TEXT_NO_MEMORY, sizeof *c);
  else if (lzo_init() != LZO_E_OK)
    text_fail(p, "compressor", "miniLZO was compiled for another machine", 0);
  else
    compress_all(p, c);
  heap_free(c);
}
