/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * space.c: allocation in size classes.
 *
 * Small sizes have a class for each multiple of 8 bytes, so that emitted code finds it by a shift; beyond, classes
 * grow by a quarter of a power of two, so a slot is at most a fifth larger than its object needs (the idea is as old
 * as Wilson et al., "Dynamic Storage Allocation: A Survey", 1995, section 3.6). A block begins with its header and a
 * state byte for each slot; the sweep works on eight of them at once.
 *
 * Each processor has a lane: the runs in which it allocates. It takes those that the last sweep found in a block, or,
 * inside port_lock(), a block that is empty; all else it does alone.
 *
 * Objects of a kilobyte and more have an odd number of cache lines, and blocks begin at different ones, so that the
 * rows of a matrix do not meet in the same sets of a cache (Bonwick, "The Slab Allocator", 1994, section 4).
 */
#include "space.h"

#include "block.h"

#define LARGEST_SMALL 32000u   /* two slots of this and the header fit a block */
#define PIECE_BYTES 4096u      /* zeroed at a time: stays in the first-level cache until it is used */
#define CLASS_COUNT 64
#define FIRST_UNIT 16u         /* the slots of a block begin at a multiple of this */
#define LINE_BYTES 64u         /* cache line; large objects begin on different ones */
#define LINES_FROM 1024u       /* from this size on a slot is an odd number of cache lines */
#define STAGGERS 61u           /* prime, so that rows of a matrix allocated in any pattern differ */

/* Where a processor allocates slots of a class. */
struct lane_class {
  char *bump, *zeroed, *end; /* next slot; handed out up to; end of the run */
  struct run *runs;
  bool is_zero;              /* the rest of the run is zeroed already */
};

static struct lane { struct lane_class classes[CLASS_COUNT]; } __attribute__((aligned(64))) lanes[PORT_PROCESSORS_MOST];

static struct size_class {
  struct block *blocks;      /* with free runs, that no lane has taken */
  uint32_t bytes;
} classes[CLASS_COUNT];

static uint32_t class_count;
static uint8_t class_of_size[LARGEST_SMALL / SPACE_ALIGNMENT + 1];
static int64_t budget_left;
static bool lacked_block;
static uint32_t stagger;
static uint8_t fresh;   /* the state of a slot that is handed out */

static void add_class(uint32_t bytes)
{
  uint32_t below = class_count ? classes[class_count - 1].bytes : 0;
  classes[class_count].bytes = bytes;
  for (uint32_t size = below / SPACE_ALIGNMENT + 1; size <= bytes / SPACE_ALIGNMENT; size++)
    class_of_size[size] = (uint8_t)class_count;
  class_count++;
}

static void make_classes(void)
{
  class_count = 0;
  class_of_size[0] = 0;
  for (uint32_t bytes = SPACE_MIN_BYTES; bytes <= JX_CACHED_BYTES; bytes += SPACE_ALIGNMENT)
    add_class(bytes);
  for (uint32_t power = JX_CACHED_BYTES; power < LARGEST_SMALL; power *= 2)
    for (uint32_t quarter = 1; quarter <= 4; quarter++) {
      uint32_t bytes = power + power / 4 * quarter;
      if (bytes >= LINES_FROM)
        bytes |= LINE_BYTES;
      if (bytes <= LARGEST_SMALL)
        add_class(bytes);
    }
  if (classes[class_count - 1].bytes < LARGEST_SMALL)
    add_class(LARGEST_SMALL);
}

void space_init(uint64_t limit_bytes, bool watched)
{
  fresh = watched ? SLOT_USED | SLOT_WATCHED : SLOT_USED;
  for (uint32_t i = 0; i < CLASS_COUNT; i++)
    classes[i] = (struct size_class){0};
  __builtin_memset(lanes, 0, sizeof lanes);
  make_classes();
  block_init(limit_bytes);
}

static uint32_t round_up(uint32_t value, uint32_t unit)
{
  return (value + unit - 1) / unit * unit;
}

/* Returns where the slots of a block begin behind its header: at another cache line each time, as far as `slack` bytes
 * allow. */
static uint32_t stagger_offset(uint64_t slack)
{
  uint32_t offset = __atomic_add_fetch(&stagger, 1, __ATOMIC_RELAXED) % STAGGERS * LINE_BYTES * 2;
  return offset <= slack ? offset : (uint32_t)(slack / LINE_BYTES * LINE_BYTES);
}

static void format_small(struct block *block, uint32_t class)
{
  uint32_t bytes = classes[class].bytes, header = (uint32_t)sizeof *block;
  uint32_t slots = (PORT_BLOCK_BYTES - header - FIRST_UNIT - 8) / (bytes + 1);
  uint32_t first = round_up(header + block_state_words(slots) * 8, FIRST_UNIT);
  uint32_t slack = PORT_BLOCK_BYTES - first - slots * bytes;
  *block = (struct block){
    .slot_bytes = bytes, .inverse = (uint32_t)((UINT64_C(1) << 32) / bytes + 1), .slots = slots, .class = class,
    .first = first + stagger_offset(slack), .pages = BLOCK_PAGES,
  };
  __builtin_memset(block->states, 0, block_state_words(slots) * 8);
  block_shaped(block);
}

static void set_states(char *from, const char *to, uint8_t state)
{
  struct block *block = (struct block *)((uintptr_t)from & ~(uintptr_t)(PORT_BLOCK_BYTES - 1));
  uint32_t slot = (uint32_t)(from - (char *)block_slot(block, 0)) / block->slot_bytes;
  __builtin_memset(block_states(block) + slot, state, (size_t)(to - from) / block->slot_bytes);
}

static struct lane_class *lane_class(uint32_t class)
{
  return &lanes[port_processor()].classes[class];
}

static void open_run(struct lane_class *c, char *start, char *end, bool is_zero)
{
  c->bump = c->zeroed = start;
  c->end = end;
  c->is_zero = is_zero;
}

static bool open_block(struct lane_class *c, uint32_t class)
{
  bool is_zero;
  port_lock();
  struct block *block = block_take_small(&is_zero);
  port_unlock();
  __atomic_store_n(&lacked_block, !block, __ATOMIC_RELAXED); /* other processors may write it, too */
  if (!block)
    return false;
  format_small(block, class);
  open_run(c, (char *)block_slot(block, 0), (char *)block_slot(block, block->slots), is_zero);
  return true;
}

static bool exceeds_budget(int64_t bytes)
{
  const bool exceeds = __atomic_load_n(&budget_left, __ATOMIC_RELAXED) < bytes;
  if (exceeds)
    __atomic_store_n(&lacked_block, false, __ATOMIC_RELAXED);
  return exceeds;
}

static bool charge_budget(uint64_t bytes, bool budget)
{
  if (budget && exceeds_budget((int64_t)bytes))
    return false;
  __atomic_fetch_sub(&budget_left, (int64_t)bytes, __ATOMIC_RELAXED);
  return true;
}

/* Gives the lane the free runs of a block. Blocks are only put into the list while the world is stopped, so what is its
 * first block and its second one now were so when the first was read. */
static void take_runs(struct lane_class *c, uint32_t class)
{
  struct block **first = &classes[class].blocks, *block = __atomic_load_n(first, __ATOMIC_RELAXED);
  while (block && !__atomic_compare_exchange_n(first, &block, block->next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
  c->runs = block ? block->runs : NULL;
}

static bool open_next_run(struct lane_class *c, uint32_t class, bool budget)
{
  if (!c->runs)
    take_runs(c, class);
  struct run *run = c->runs;
  if (!run)
    return !(budget && exceeds_budget(1)) && open_block(c, class);
  c->runs = run->next;
  open_run(c, (char *)run, run->end, false);
  return true;
}

/* Zeroes the next piece of the run, of this one or another, and hands it out. `charge`: it is for a cache, which keeps
 * it across collections. */
static bool refill_class(struct lane_class *c, uint32_t class, bool budget, bool charge)
{
  const uint32_t bytes = classes[class].bytes;
  if (c->bump == c->end && !open_next_run(c, class, budget))
    return false;
  uint32_t piece = bytes >= PIECE_BYTES ? bytes : PIECE_BYTES / bytes * bytes;
  if (piece > c->end - c->bump)
    piece = (uint32_t)(c->end - c->bump);
  if (charge && !charge_budget(piece, budget))
    return false;
  if (!c->is_zero)
    __builtin_memset(c->bump, 0, piece);
  c->zeroed = c->bump + piece;
  set_states(c->bump, c->zeroed, fresh);
  return true;
}

/* Other threads allocate while the object is zeroed: its block is not found before this thread lets the world stop. */
static struct jx_object *alloc_large(uint64_t bytes, bool budget)
{
  bool is_zero;
  uint64_t header = round_up(sizeof(struct block) + sizeof(uint64_t), LINE_BYTES);
  if (!charge_budget(bytes, budget))
    return NULL;
  port_lock();
  uint64_t first = header + stagger_offset(PORT_BLOCK_BYTES) % PORT_PAGE_BYTES;
  uint64_t pages = (first + bytes + PORT_PAGE_BYTES - 1) / PORT_PAGE_BYTES;
  struct block *block = block_take_large(pages, &is_zero);
  port_unlock();
  __atomic_store_n(&lacked_block, !block, __ATOMIC_RELAXED);
  if (!block)
    return NULL;
  if (!is_zero)
    __builtin_memset(block, 0, pages * PORT_PAGE_BYTES);
  *block = (struct block){.slot_bytes = (uint32_t)bytes, .slots = 1, .first = (uint32_t)first,
                          .pages = (uint32_t)pages, .large_bytes = bytes};
  block->states[0] = fresh;
  block_shaped(block);
  return (struct jx_object *)((char *)block + first);
}

/* Charges each slot by itself, since a collection forgets what is left of the piece: charged as a whole, pieces would
 * draw collections in front of the first objects of such sizes behind a collection. */
struct jx_object *space_alloc(uint64_t bytes, bool budget)
{
  if (JX_UNLIKELY(bytes > LARGEST_SMALL))
    return alloc_large(bytes, budget);
  uint32_t class = class_of_size[bytes / SPACE_ALIGNMENT];
  struct lane_class *c = lane_class(class);
  if (!charge_budget(classes[class].bytes, budget))
    return NULL;
  if (JX_UNLIKELY(c->bump == c->zeroed) && !refill_class(c, class, budget, false)) {
    __atomic_fetch_add(&budget_left, (int64_t)classes[class].bytes, __ATOMIC_RELAXED);
    return NULL;
  }
  struct jx_object *object = (struct jx_object *)c->bump;
  c->bump += classes[class].bytes;
  return object;
}

struct jx_object *space_alloc_larger(uint64_t bytes, bool budget)
{
  struct jx_object *object = NULL;
  if (bytes > LARGEST_SMALL)
    return NULL;
  for (uint32_t class = class_of_size[bytes / SPACE_ALIGNMENT] + 1u; class < class_count && !object; class++)
    object = space_alloc(classes[class].bytes, budget);
  return object;
}

void space_alloc_piece(uint32_t slot_bytes, bool budget, struct jx_cache *cache)
{
  uint32_t class = class_of_size[slot_bytes / SPACE_ALIGNMENT];
  struct lane_class *c = lane_class(class);
  if (c->bump == c->zeroed && !refill_class(c, class, budget, true))
    return;
  *cache = (struct jx_cache){c->bump, c->zeroed};
  c->bump = c->zeroed;
}

void space_hold(const struct jx_cache *cache)
{
  if (cache->at != cache->end)
    set_states(cache->at, cache->end, fresh | SLOT_HELD);
}

void space_give_back(struct jx_cache *cache)
{
  if (cache->at != cache->end)
    set_states(cache->at, cache->end, 0);
  *cache = (struct jx_cache){NULL, NULL};
}

void space_reset_budget(uint64_t bytes)
{
  budget_left = (int64_t)bytes;
}

uint64_t space_budget_left(void)
{
  return budget_left > 0 ? (uint64_t)budget_left : 0;
}

bool space_lacked_block(void)
{
  return lacked_block;
}

void space_trim(uint64_t bytes)
{
  block_trim(bytes);
}

uint64_t space_used_bytes(void)
{
  return block_used_bytes();
}

uint64_t space_limit_bytes(void)
{
  return block_limit_bytes();
}

static void close_lane(struct lane *lane)
{
  for (uint32_t i = 0; i < class_count; i++) {
    const struct lane_class *c = &lane->classes[i];
    if (c->bump != c->zeroed)
      set_states(c->bump, c->zeroed, 0);
    lane->classes[i] = (struct lane_class){0};
  }
}

void space_close_runs(void)
{
  for (uint32_t i = 0; i < port_processors(); i++)
    close_lane(&lanes[i]);
  for (uint32_t i = 0; i < class_count; i++)
    classes[i].blocks = NULL;
}

struct block **space_blocks(uint32_t class)
{
  return &classes[class].blocks;
}
