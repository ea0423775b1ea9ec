/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * block.c: see block.h. Empty single blocks wait in a reserve, out of which small ones are taken first: it is given
 * back where the limit or the port would refuse, and by block_trim().
 */
#include "block.h"

struct block_table block_table;

static uint64_t used_pages, limit_pages; /* in use or in the reserve; at the most */
static struct block *reserve;
static uint32_t reserve_count;

void block_init(uint64_t limit_bytes)
{
  for (uint32_t i = 0; i < block_table.end; i++)
    block_table.entry[i] = BLOCK_NONE;
  block_table.end = 0;
  block_table.window = port_window();
  used_pages = 0;
  reserve = NULL;
  reserve_count = 0;
  if (limit_bytes > PORT_WINDOW_BYTES)
    limit_bytes = PORT_WINDOW_BYTES;
  limit_pages = (limit_bytes >> BLOCK_SHIFT) * BLOCK_PAGES;
}

static uint32_t number_of(const void *block)
{
  return (uint32_t)(((uintptr_t)block - block_table.window) >> BLOCK_SHIFT);
}

static uint64_t blocks_of(uint64_t pages)
{
  return (pages + BLOCK_PAGES - 1) / BLOCK_PAGES;
}

static void give_blocks(struct block *block, uint64_t pages)
{
  uint32_t number = number_of(block);
  for (uint64_t i = 0; i < blocks_of(pages); i++)
    block_table.entry[number + i] = BLOCK_NONE;
  used_pages -= pages;
  port_blocks_give(block, pages * PORT_PAGE_BYTES);
}

static void drop_reserve(uint32_t keep)
{
  while (reserve_count > keep) {
    struct block *block = reserve;
    reserve = block->next;
    reserve_count--;
    give_blocks(block, BLOCK_PAGES);
  }
}

static struct block *take_blocks(uint64_t pages, enum block_kind kind, bool *is_zero)
{
  uint64_t count = blocks_of(pages);
  if (used_pages + pages > limit_pages)
    drop_reserve(0);
  if (pages > limit_pages || used_pages + pages > limit_pages)
    return NULL;
  struct block *block = port_blocks_take(pages * PORT_PAGE_BYTES, is_zero);
  if (!block && reserve) {
    drop_reserve(0);
    block = port_blocks_take(pages * PORT_PAGE_BYTES, is_zero);
  }
  if (!block)
    return NULL;
  uint32_t number = number_of(block);
  block_table.entry[number] = number << 2 | kind;
  for (uint64_t i = 1; i < count; i++)
    block_table.entry[number + i] = number << 2 | BLOCK_REST;
  if (number + count > block_table.end)
    block_table.end = (uint32_t)(number + count);
  used_pages += pages;
  return block;
}

struct block *block_take_small(bool *is_zero)
{
  struct block *block = reserve;
  *is_zero = false;
  if (!block)
    return take_blocks(BLOCK_PAGES, BLOCK_SMALL, is_zero);
  reserve = block->next;
  reserve_count--;
  block_table.entry[number_of(block)] = number_of(block) << 2 | BLOCK_SMALL;
  return block;
}

struct block *block_take_large(uint64_t pages, bool *is_zero)
{
  return take_blocks(pages, BLOCK_LARGE, is_zero);
}

void block_give(struct block *block)
{
  if (block->pages != BLOCK_PAGES) {
    give_blocks(block, block->pages);
    return;
  }
  block_table.entry[number_of(block)] = BLOCK_NONE;
  block_table.shape[number_of(block)] = (struct block_shape){ 0 };
  block->next = reserve;
  reserve = block;
  reserve_count++;
}

void block_trim(uint64_t bytes)
{
  drop_reserve((uint32_t)(bytes >> BLOCK_SHIFT));
}

uint64_t block_used_bytes(void)
{
  return (used_pages - (uint64_t)reserve_count * BLOCK_PAGES) * PORT_PAGE_BYTES;
}

uint64_t block_limit_bytes(void)
{
  return limit_pages * PORT_PAGE_BYTES;
}
