/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * page.c: see page.h. One bit a page, set when the page is in use or is no memory; first fit.
 *
 * What always holds: no page below `lowest` is free; pages from `limit` on do not exist. The steps of one
 * page are not timed: a probe would cost more than they do.
 */
#include "page.h"

#include <stdbool.h>

#include "image.h"
#include "crash/panic.h"
#include "prof.h"
#include "spin.h"
#include "lib/string.h"

#define LOW_MEMORY_END (1u << 20)  /* firmware tables, video memory, boot loader leftovers */
#define WORD_BITS 64

static struct spinlock lock = SPINLOCK("pages");   /* of all that follows */
static uint64_t *map;
static size_t limit, lowest;
static size_t total, free_pages;

static PROF_UNTIMED bool is_used(size_t page)
{
  return map[page / WORD_BITS] >> (page % WORD_BITS) & 1;
}

static PROF_UNTIMED void mark_page(size_t page, bool used)
{
  uint64_t bit = 1ull << (page % WORD_BITS);
  if (used)
    map[page / WORD_BITS] |= bit;
  else
    map[page / WORD_BITS] &= ~bit;
}

static void mark_range(struct boot_range range, bool used)
{
  size_t first = used ? range.start / PAGE_BYTES : page_count(range.start);
  size_t end = used ? page_count(range.end) : range.end / PAGE_BYTES;
  for (size_t page = first; page < end && page < limit; page++)
    mark_page(page, used);
}

static size_t page_limit(const struct boot_info *boot)
{
  size_t end = 0;
  for (size_t i = 0; i < boot->ram_count; i++)
    if (boot->ram[i].end / PAGE_BYTES > end)
      end = boot->ram[i].end / PAGE_BYTES;
  return end;
}

/* The ranges within RAM that must stay as they are: number 0 is low memory, 1 the image, then the modules. */
static struct boot_range reserved_range(const struct boot_info *boot, size_t i)
{
  if (i == 0)
    return (struct boot_range){ 0, LOW_MEMORY_END };
  if (i == 1)
    return (struct boot_range){ (uintptr_t)__image_start, (uintptr_t)__image_end };
  return boot->modules[i - 2];
}

/* The first reserved range that [start, start + bytes) meets; NULL-like {0, 0} when none. */
static struct boot_range find_clash(const struct boot_info *boot, uint64_t start, uint64_t bytes)
{
  for (size_t i = 0; i < boot->module_count + 2; i++) {
    struct boot_range r = reserved_range(boot, i);
    if (start < r.end && r.start < start + bytes)
      return r;
  }
  return (struct boot_range){ 0, 0 };
}

/* A place for the bitmap itself: the lowest gap that holds it, within the 4 GiB that are mapped so far. */
static uint64_t place_map(const struct boot_info *boot, uint64_t bytes)
{
  for (size_t i = 0; i < boot->ram_count; i++) {
    uint64_t at = page_count(boot->ram[i].start) * PAGE_BYTES;
    while (at + bytes <= boot->ram[i].end && at + bytes <= 1ull << 32) {
      struct boot_range taken = find_clash(boot, at, bytes);
      if (!taken.end)
        return at;
      at = page_count(taken.end) * PAGE_BYTES;
    }
  }
  panic("no %lu bytes of free memory for the page map; start with more memory (QEMU: -m) or a smaller module", bytes);
}

void page_init(const struct boot_info *boot)
{
  limit = page_limit(boot);
  size_t map_bytes = (limit + WORD_BITS - 1) / WORD_BITS * sizeof *map;
  map = (uint64_t *)place_map(boot, map_bytes);
  memset(map, 0xFF, map_bytes);
  for (size_t i = 0; i < boot->ram_count; i++)
    mark_range(boot->ram[i], false);
  for (size_t i = 0; i < boot->module_count + 2; i++)
    mark_range(reserved_range(boot, i), true);
  mark_range((struct boot_range){ (uintptr_t)map, (uintptr_t)map + map_bytes }, true);
  for (size_t page = 0; page < limit; page++)
    free_pages += !is_used(page);
  total = free_pages;
}

/* The first page of the lowest run of `count` free pages, or `limit`. */
static size_t find_run(size_t count)
{
  size_t run = 0;
  for (size_t page = lowest; page < limit; page++) {
    if (page % WORD_BITS == 0 && map[page / WORD_BITS] == UINT64_MAX) {
      run = 0;
      page += WORD_BITS - 1;
    } else if (is_used(page)) {
      run = 0;
    } else if (++run == count) {
      return page + 1 - count;
    }
  }
  return limit;
}

void *page_alloc(size_t count)
{
  unsigned long irq = spin_enter(&lock);
  size_t first = count <= free_pages ? find_run(count) : limit;
  if (first < limit) {
    for (size_t page = first; page < first + count; page++)
      mark_page(page, true);
    free_pages -= count;
    if (count == 1)
      lowest = first + 1;
  }
  spin_leave(&lock, irq);
  return first < limit ? (void *)(first * PAGE_BYTES) : NULL;
}

void page_free(void *pages, size_t count)
{
  size_t first = (uintptr_t)pages / PAGE_BYTES;
  unsigned long irq = spin_enter(&lock);
  if ((uintptr_t)pages % PAGE_BYTES || first + count > limit)
    panic("page_free(%p, %zu): no such pages", pages, count);
  for (size_t page = first; page < first + count; page++) {
    if (!is_used(page))
      panic("page_free(%p, %zu): page %p is free already", pages, count, (void *)(page * PAGE_BYTES));
    mark_page(page, false);
  }
  free_pages += count;
  if (first < lowest)
    lowest = first;
  spin_leave(&lock, irq);
}

struct page_stats page_stats(void)
{
  struct page_stats stats = { .total = total, .free = free_pages };
  size_t run = 0;
  unsigned long irq = spin_enter(&lock);
  for (size_t page = lowest; page < limit; page++) {
    run = is_used(page) ? 0 : run + 1;
    if (run > stats.longest_run)
      stats.longest_run = run;
  }
  spin_leave(&lock, irq);
  return stats;
}

size_t page_free_count(void)
{
  return free_pages;
}

bool page_is_memory(const void *p, size_t bytes)
{
  const uintptr_t at = (uintptr_t)p, end = limit * (uintptr_t)PAGE_BYTES;
  return at % sizeof(uint64_t) == 0 && at >= LOW_MEMORY_END && at < end && bytes <= end - at;
}
