/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * blocks_kernel.c: memory for the Java heap, in the kernel; see port.h.
 *
 * The heap has addresses of its own, far above the image and all else, and any sixteen pages in a row of the machine's
 * memory can back a block of it, fewer the last block of a large object: neither fragmentation nor the boot modules limit what one object can have, and what
 * the heap gives back anybody can use.
 *
 * An address of a block that was given back is not used until the block is taken again; so other processors forget its
 * translation not before then, all of them at once.
 *
 * What always holds: page_of[] is 0 for blocks that are not in use, for which nothing is mapped; no block below
 * `search_from` is free.
 */
#include "contract/jx.h"
#include "core/page.h"
#include "paging.h"
#include "smp.h"
#include "runtime/core/port.h"
#include "truth.h"
#include "lib/string.h"
#include "core/thread.h"

#define AREA   JX_WINDOW               /* above the stacks' addresses (stack.h) */
#define BLOCKS (PORT_WINDOW_BYTES / PORT_BLOCK_BYTES)
#define PAGES  (PORT_BLOCK_BYTES / PAGE_BYTES)

_Static_assert(PORT_PAGE_BYTES == PAGE_BYTES, "blocks have whole pages");
_Static_assert(PORT_WINDOW_BYTES == JX_WINDOW_BYTES, "it is the one that stamps are kept of");

static uint32_t page_of[BLOCKS];       /* number of a block's first page */
static size_t search_from;
static bool stale;                     /* processors may still translate addresses of blocks that were given back */

uintptr_t port_window(void)
{
  return AREA;
}

static uintptr_t address_of(size_t block)
{
  return AREA + block * PORT_BLOCK_BYTES;
}

/* How many blocks there are: of what lies behind them an image for exact lives has no stamps. */
static size_t blocks_there(void)
{
  return jx_has_stamps() ? JX_STAMPED_BYTES / PORT_BLOCK_BYTES : BLOCKS;
}

/* Returns the first of `count` blocks in a row that are not in use; BLOCKS when there are none. */
static size_t find_free(size_t count)
{
  size_t run = 0;
  for (size_t block = search_from, end = blocks_there(); block < end; block++) {
    run = page_of[block] ? 0 : run + 1;
    if (run == count)
      return block + 1 - count;
  }
  return BLOCKS;
}

/* Takes the pages of a block; where there are none, frees the threads that have ended and tries again. */
static void *take_pages(size_t count)
{
  void *pages = page_alloc(count);
  return pages || !thread_reap() ? pages : page_alloc(count);
}

/* Of blocks that have `pages` pages together, all but the last are full. */
static size_t pages_at(size_t pages, size_t block)
{
  return pages - block * PAGES < PAGES ? pages - block * PAGES : PAGES;
}

/* How many windows there are: beside the heap's the one of its objects' stamps, in an image for exact lives
 * (contract/jx.h), and as far from that, where they are tested, the one of what is true of them (truth.h). Each is
 * below the one before. */
static size_t windows(void)
{
  return jx_has_stamps() ? truth_is_sought() ? 3 : 2 : 1;
}

static void unmap_block(size_t block, size_t count, size_t mapped)
{
  for (size_t i = 0; i < mapped; i++)
    paging_unmap(address_of(block) + i * JX_STAMPS_OFFSET, count);
}

/* The pages of a block in all windows lie side by side in memory. */
static bool back(size_t block, size_t count)
{
  char *pages = take_pages(count * windows());
  if (!pages)
    return false;
  for (size_t i = 0; i < windows(); i++)
    if (!paging_map(address_of(block) + i * JX_STAMPS_OFFSET, pages + i * count * PAGE_BYTES, count)) {
      unmap_block(block, count, i);
      page_free(pages, count * windows());
      return false;
    }
  page_of[block] = (uint32_t)((uintptr_t)pages / PAGE_BYTES);
  return true;
}

void *port_blocks_take(size_t bytes, bool *is_zero)
{
  *is_zero = false;
  size_t pages = bytes / PAGE_BYTES, count = (pages + PAGES - 1) / PAGES, first = find_free(count);
  if (first == BLOCKS)
    return NULL;
  if (stale)
    smp_forget_pages();
  stale = false;
  void *blocks = (void *)address_of(first);
  for (size_t i = 0; i < count; i++)
    if (!back(first + i, pages_at(pages, i))) {
      port_blocks_give(blocks, i * PORT_BLOCK_BYTES);
      return NULL;
    }
  if (first == search_from)
    search_from = first + count;
  return blocks;
}

void port_blocks_give(void *blocks, size_t bytes)
{
  size_t first = ((uintptr_t)blocks - AREA) / PORT_BLOCK_BYTES, pages = bytes / PAGE_BYTES;
  for (size_t i = 0; i * PAGES < pages; i++) {
    size_t block = first + i, count = pages_at(pages, i);
    unmap_block(block, count, windows());
    page_free((void *)((uintptr_t)page_of[block] * PAGE_BYTES), count * windows());
    page_of[block] = 0;
    stale = true;
  }
  if (first < search_from)
    search_from = first;
}

void *port_table(size_t bytes)
{
  void *table = page_alloc(page_count(bytes));
  return table ? memset(table, 0, bytes) : NULL;
}
