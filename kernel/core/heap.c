/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * heap.c: see heap.h. Boundary tags with free lists by size (Knuth, TAOCP 2.5; the two-level size classes are those
 * of TLSF, Masmano et al. 2004, simplified).
 *
 * The heap consists of areas, runs of pages. An area is a row of blocks without gaps, ended by a block of no size
 * that is always in use:
 *
 *   | header | user's bytes ... | header | free: links, then nothing | ... | header of the end |
 *
 * What always holds, with interrupts on: no two free blocks are neighbours; a free block is in the list of its class;
 * every header's check word matches. Sizes are counted in units of 16 bytes, header included.
 *
 * The smallest steps are not timed: a probe would cost more than they do.
 */
#include "heap.h"

#include <stdbool.h>
#include <stdint.h>

#include "page.h"
#include "crash/panic.h"
#include "prof.h"
#include "spin.h"

#define UNIT         HEAP_ALIGNMENT
#define UNITS_LEAST  2                  /* a header and the links of a free block */
#define UNITS_MOST   (1u << 31)
#define AREA_BYTES   (256u * 1024)      /* least that is asked of the page allocator: some hundred typical blocks */
#define EXACT        64                 /* sizes below have a class each; above, four classes for each power of two */
#define CLASSES      (EXACT + 4 * 26)
#define SECRET       0x9E3779B9u        /* 2^32 divided by the golden ratio: spreads bits (Knuth, TAOCP 6.4) */

enum state { FREE = 0x46524545, USED = 0x55534544 }; /* "FREE" and "USED" */

struct header {
  uint32_t units;       /* of this block; 0: the area's end */
  uint32_t units_before; /* of the block before; 0: none, this is the area's first */
  uint32_t state;
  uint32_t check;
};
_Static_assert(sizeof(struct header) == UNIT, "a header is one unit");

struct links { struct header *next, *previous; };
_Static_assert(sizeof(struct links) <= UNIT, "links fit the least block");

static struct spinlock lock = SPINLOCK("heap");   /* of all that follows, and of all headers */
static struct header *lists[CLASSES];
static uint64_t filled[(CLASSES + 63) / 64];  /* one bit a class that has blocks */
static struct heap_stats stats;

static PROF_UNTIMED uint32_t check_of(const struct header *h)
{
  uint32_t sum = (uint32_t)((uintptr_t)h / UNIT) * SECRET;
  sum = (sum ^ h->units) * SECRET;
  sum = (sum ^ h->units_before) * SECRET;
  return (sum ^ h->state) * SECRET;
}

static PROF_UNTIMED void set_header(struct header *h, uint32_t units, uint32_t units_before, enum state state)
{
  *h = (struct header){ .units = units, .units_before = units_before, .state = state };
  h->check = check_of(h);
}

static PROF_UNTIMED struct header *block_after(const struct header *h)
{
  return (struct header *)((uintptr_t)h + (size_t)h->units * UNIT);
}

static PROF_UNTIMED struct header *block_before(const struct header *h)
{
  return (struct header *)((uintptr_t)h - (size_t)h->units_before * UNIT);
}

static PROF_UNTIMED void *memory_of(struct header *h)
{
  return h + 1;
}

static PROF_UNTIMED struct links *links_of(struct header *h)
{
  return memory_of(h);
}

static PROF_UNTIMED bool is_sound(const struct header *h)
{
  return h->check == check_of(h);
}

/* What is said of a header that is wrong but was found where one must be. */
static PROF_UNTIMED void check_header(const struct header *h)
{
  if (!is_sound(h))
    panic("heap: the header of the block at %p was overwritten; did the user of the block before it write past its "
          "end?", memory_of((struct header *)h));
}

static PROF_UNTIMED void check_after(const struct header *h)
{
  if (!is_sound(block_after(h)))
    panic("heap: the block at %p of %zu bytes was written past its end: the header behind it, at %p, is damaged",
          memory_of((struct header *)h), (size_t)(h->units - 1) * UNIT, (void *)block_after(h));
}

static PROF_UNTIMED unsigned class_of(uint32_t units)
{
  if (units < EXACT)
    return units;
  unsigned log = 31 - (unsigned)__builtin_clz(units);
  return EXACT + (log - 6) * 4 + (units >> (log - 2) & 3);
}

static void list_add(struct header *h)
{
  unsigned class = class_of(h->units);
  struct header *next = lists[class];
  *links_of(h) = (struct links){ .next = next };
  if (next)
    links_of(next)->previous = h;
  lists[class] = h;
  filled[class / 64] |= 1ull << class % 64;
}

static void list_remove(struct header *h)
{
  unsigned class = class_of(h->units);
  struct links links = *links_of(h);
  if (links.next)
    links_of(links.next)->previous = links.previous;
  if (links.previous)
    links_of(links.previous)->next = links.next;
  else
    lists[class] = links.next;
  if (!lists[class])
    filled[class / 64] &= ~(1ull << class % 64);
}

/* The first class at or above `class` that has blocks, or CLASSES. */
static unsigned next_filled(unsigned class)
{
  for (unsigned word = class / 64; word < sizeof filled / sizeof filled[0]; word++) {
    uint64_t bits = filled[word];
    if (word == class / 64)
      bits &= ~0ull << class % 64;
    if (bits)
      return word * 64 + (unsigned)__builtin_ctzll(bits);
  }
  return CLASSES;
}

/* A free block of at least `units`: of its own class the first that is large enough, of a higher one any. */
static struct header *find_block(uint32_t units)
{
  unsigned class = class_of(units);
  for (struct header *h = lists[class]; h; h = links_of(h)->next)
    if (h->units >= units)
      return h;
  class = next_filled(class + 1);
  return class < CLASSES ? lists[class] : NULL;
}

/* Adds an area with one free block of at least `units`. */
static struct header *add_area(uint32_t units)
{
  size_t bytes = ((size_t)units + 1) * UNIT;
  size_t pages = page_count(bytes > AREA_BYTES ? bytes : AREA_BYTES);
  struct header *h = page_alloc(pages);
  if (!h)
    return NULL;
  uint32_t all = (uint32_t)(pages * PAGE_BYTES / UNIT) - 1;
  set_header(h, all, 0, FREE);
  set_header(block_after(h), 0, all, USED);
  list_add(h);
  stats.area_bytes += pages * PAGE_BYTES;
  return h;
}

/* Takes a block off its list and cuts it to `units` where enough is left over for a block. */
static void take_block(struct header *h, uint32_t units)
{
  struct header *next = block_after(h);
  uint32_t rest = h->units - units;
  list_remove(h);
  if (rest < UNITS_LEAST) {
    set_header(h, h->units, h->units_before, USED);
    return;
  }
  set_header(h, units, h->units_before, USED);
  set_header(block_after(h), rest, units, FREE);
  set_header(next, next->units, rest, next->state);
  list_add(block_after(h));
}

void *heap_alloc(size_t bytes)
{
  if (bytes > (size_t)(UNITS_MOST - UNITS_LEAST) * UNIT)
    return NULL;
  uint32_t units = (uint32_t)((bytes + UNIT - 1) / UNIT + 1);
  if (units < UNITS_LEAST)
    units = UNITS_LEAST;
  unsigned long irq = spin_enter(&lock);
  struct header *h = find_block(units);
  if (!h)
    h = add_area(units);
  if (h) {
    check_header(h);
    check_after(h);
    take_block(h, units);
    stats.blocks++;
    stats.used_bytes += (size_t)h->units * UNIT;
  }
  spin_leave(&lock, irq);
  return h ? memory_of(h) : NULL;
}

/* Joins a free block that is in no list with its free neighbours; returns what they make together. */
static struct header *join_neighbours(struct header *h)
{
  struct header *next = block_after(h);
  uint32_t units = h->units;
  if (next->state == FREE) {
    list_remove(next);
    units += next->units;
  }
  if (h->units_before && block_before(h)->state == FREE) {
    h = block_before(h);
    list_remove(h);
    units += h->units;
  }
  set_header(h, units, h->units_before, FREE);
  next = block_after(h);
  set_header(next, next->units, units, next->state);
  return h;
}

/* An area that is larger than the least and holds nothing any more goes back to the page allocator. */
static bool give_back(struct header *h)
{
  size_t bytes = ((size_t)h->units + 1) * UNIT;
  if (h->units_before || block_after(h)->units || bytes <= AREA_BYTES)
    return false;
  stats.area_bytes -= bytes;
  page_free(h, bytes / PAGE_BYTES);
  return true;
}

static PROF_UNTIMED void check_used(const struct header *h, const void *block)
{
  if ((uintptr_t)block % UNIT)
    panic("heap_free(%p): no block begins there", block);
  if (!is_sound(h))
    panic("heap_free(%p): its header was overwritten, or no block begins there; did the user of the block before it "
          "write past its end?", block);
  if (h->state != USED)
    panic("heap_free(%p): the block is free already", block);
}

void heap_free(void *block)
{
  if (!block)
    return;
  struct header *h = (struct header *)block - 1;
  unsigned long irq = spin_enter(&lock);
  check_used(h, block);
  check_after(h);
  if (h->units_before)
    check_header(block_before(h));
  stats.blocks--;
  stats.used_bytes -= (size_t)h->units * UNIT;
  /* Even where it is joined to another, so that a second free finds it free. */
  set_header(h, h->units, h->units_before, FREE);
  h = join_neighbours(h);
  if (!give_back(h))
    list_add(h);
  spin_leave(&lock, irq);
}

struct heap_stats heap_stats(void)
{
  return stats;
}
