/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_reader.c: the thread that cuts the input into blocks, sums it up and hands each block to both its readers.
 */
#include "text.h"

#include <string.h>

#include "text_events.h"
#include "text_hash.h"

static __attribute__((noinline)) void copy_block(struct text_block *block, const uint8_t *data, size_t bytes)
{
  memcpy(block->data, data, bytes);
  block->bytes = (uint32_t)bytes;
  block->users = 2;
}

static __attribute__((noinline)) uint64_t count_lines(const uint8_t *data, size_t bytes)
{
  uint64_t lines = 0;
  for (size_t i = 0; i < bytes; i++)
    lines += data[i] == '\n';
  return lines;
}

static bool hand_on(struct text_pipeline *p, struct text_block *block)
{
  return text_queue_put(&p->queue[TEXT_TO_TOKENIZER], block) && text_queue_put(&p->queue[TEXT_TO_COMPRESSOR], block);
}

/* Reads the block at `offset`; false when the pipeline has failed. */
static __attribute__((noinline)) bool read_block(struct text_pipeline *p, size_t offset)
{
  struct text_block *block = text_queue_get(&p->queue[TEXT_FREE_BLOCKS]);
  if (!block)
    return false;
  size_t left = p->input->bytes - offset;
  copy_block(block, p->input->data + offset, left < TEXT_BLOCK_BYTES ? left : TEXT_BLOCK_BYTES);
  p->result.checksum = text_hash(p->result.checksum, block->data, block->bytes);
  p->result.lines += count_lines(block->data, block->bytes);
  p->result.bytes += block->bytes;
  text_log(TEXT_EVENT_BLOCK_READ, block->bytes);
  return hand_on(p, block);
}

void text_reader(void *arg)
{
  struct text_pipeline *p = arg;
  p->result.checksum = TEXT_HASH_START;
  for (size_t offset = 0; offset < p->input->bytes; offset += TEXT_BLOCK_BYTES)
    if (!read_block(p, offset))
      return;
  text_queue_close(&p->queue[TEXT_TO_TOKENIZER]);
  text_queue_close(&p->queue[TEXT_TO_COMPRESSOR]);
}
