/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * space.c: allocation in size classes, look-up of conservative pointers, and sweeping.
 *
 * Small sizes have a class for each multiple of 16 bytes, so that emitted code finds it by a shift; beyond, classes
 * grow by a quarter of a power of two, so a slot is at most a fifth larger than its object needs (the idea is as old
 * as Wilson et al., "Dynamic Storage Allocation: A Survey", 1995, section 3.6). A block begins with its header and a
 * state byte for each slot; the sweep works on eight of them at once.
 *
 * Objects of a kilobyte and more have an odd number of cache lines, and blocks begin at different ones, so that the
 * rows of a matrix do not meet in the same sets of a cache (Bonwick, "The Slab Allocator", 1994, section 4).
 */
#include "space.h"

#include "port.h"

#define BLOCK_SHIFT 16
#define BLOCKS (PORT_WINDOW_BYTES >> BLOCK_SHIFT)
#define LARGEST_SMALL 32000u   /* two slots of this and the header fit a block */
#define PIECE_BYTES 4096u      /* zeroed at a time: stays in the first-level cache until it is used */
#define CLASS_COUNT 64
#define LINE_BYTES 64u         /* cache line; large objects begin on different ones */
#define LINES_FROM 1024u       /* from this size on a slot is an odd number of cache lines */
#define STAGGERS 61u           /* prime, so that rows of a matrix allocated in any pattern differ */

_Static_assert(1u << BLOCK_SHIFT == PORT_BLOCK_BYTES, "blocks are found by shifting");

enum block_kind { BLOCK_NONE, BLOCK_SMALL, BLOCK_LARGE, BLOCK_REST };

/* Of a slot; 0: free. */
enum slot_state {
  SLOT_USED    = 1,          /* an object, or handed out to become one */
  SLOT_MARKED  = 2,          /* between marking and sweeping */
  SLOT_HELD    = 4,          /* likewise: in a cache */
  SLOT_WATCHED = 8,          /* its death is wanted */
};

#define EACH_SLOT UINT64_C(0x0101010101010101) /* a state in each byte of a word */

struct block {
  uint32_t slot_bytes;       /* of a large block: all of it */
  uint32_t inverse;          /* 2^32 / slot_bytes, rounded up */
  uint32_t slots;
  uint32_t first;            /* offset of the first slot */
  uint32_t class;            /* size class */
  uint32_t block_count;      /* blocks that belong together */
  uint64_t large_bytes;      /* large: bytes of the object's slot */
  struct block *next;        /* in the reserve */
  uint64_t states[];         /* enum slot_state of each slot in a byte, eight at a time, 0 behind the last */
};

struct run {
  struct run *next;
  char *end;
};

struct size_class {
  char *bump, *zeroed, *end; /* next slot; handed out up to; end of the run */
  struct run *runs;
  uint32_t bytes;
  bool is_zero;              /* so is the rest of the run */
};

static struct size_class classes[CLASS_COUNT];
static uint32_t class_count;
static uint8_t class_of_size[LARGEST_SMALL / SPACE_ALIGNMENT + 1];
static uint32_t table[BLOCKS]; /* kind | number of the first block << 2 */
static uint32_t table_end;     /* no block in use at or behind */
static uintptr_t window;
static uint64_t used_blocks, limit_blocks;
static int64_t budget_left;
static struct block *reserve;
static uint32_t reserve_count;
static uint32_t stagger;

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

void space_init(uint64_t limit_bytes)
{
  for (uint32_t i = 0; i < CLASS_COUNT; i++)
    classes[i] = (struct size_class){0};
  for (uint32_t i = 0; i < table_end; i++)
    table[i] = BLOCK_NONE;
  table_end = 0;
  make_classes();
  window = port_window();
  used_blocks = 0;
  reserve = NULL;
  reserve_count = 0;
  if (limit_bytes > PORT_WINDOW_BYTES)
    limit_bytes = PORT_WINDOW_BYTES;
  limit_blocks = limit_bytes >> BLOCK_SHIFT;
}

static uint32_t number_of(const void *block)
{
  return (uint32_t)(((uintptr_t)block - window) >> BLOCK_SHIFT);
}

static struct block *block_at(uint32_t number)
{
  return (struct block *)(window + ((uintptr_t)number << BLOCK_SHIFT));
}

static void give_blocks(struct block *block, size_t count)
{
  uint32_t number = number_of(block);
  for (size_t i = 0; i < count; i++)
    table[number + i] = BLOCK_NONE;
  used_blocks -= count;
  port_blocks_give(block, count);
}

static void drop_reserve(uint32_t keep)
{
  while (reserve_count > keep) {
    struct block *block = reserve;
    reserve = block->next;
    reserve_count--;
    give_blocks(block, 1);
  }
}

static struct block *take_blocks(size_t count)
{
  if (used_blocks + count > limit_blocks)
    drop_reserve(0);
  if (count > limit_blocks || used_blocks + count > limit_blocks)
    return NULL;
  struct block *block = port_blocks_take(count);
  if (!block && reserve) {
    drop_reserve(0);
    block = port_blocks_take(count);
  }
  if (!block)
    return NULL;
  uint32_t number = number_of(block);
  for (size_t i = 0; i < count; i++)
    table[number + i] = number << 2 | (count > 1 ? BLOCK_REST : BLOCK_SMALL);
  if (number + count > table_end)
    table_end = (uint32_t)(number + count);
  used_blocks += count;
  return block;
}

static uint32_t round_up(uint32_t value, uint32_t unit)
{
  return (value + unit - 1) / unit * unit;
}

static uint8_t *state_bytes(const struct block *block)
{
  return (uint8_t *)block->states;
}

static uint32_t state_words(uint32_t slots)
{
  return (slots + 7) / 8;
}

/* Begins at another cache line each time, as far as there is room. */
static uint32_t staggered(uint64_t slack)
{
  stagger = (stagger + 1) % STAGGERS;
  uint32_t offset = stagger * LINE_BYTES * 2;
  return offset <= slack ? offset : (uint32_t)(slack / LINE_BYTES * LINE_BYTES);
}

static void format_small(struct block *block, uint32_t class)
{
  uint32_t bytes = classes[class].bytes, header = (uint32_t)sizeof *block;
  uint32_t slots = (PORT_BLOCK_BYTES - header - SPACE_ALIGNMENT - 8) / (bytes + 1);
  uint32_t first = round_up(header + state_words(slots) * 8, SPACE_ALIGNMENT);
  uint32_t slack = PORT_BLOCK_BYTES - first - slots * bytes;
  *block = (struct block){
    .slot_bytes = bytes, .inverse = (uint32_t)((UINT64_C(1) << 32) / bytes + 1), .slots = slots, .class = class,
    .first = first + staggered(slack), .block_count = 1,
  };
  __builtin_memset(block->states, 0, state_words(slots) * 8);
}

static struct jx_object *slot_at(const struct block *block, uint32_t slot)
{
  return (struct jx_object *)((char *)block + block->first + (size_t)slot * block->slot_bytes);
}

static void set_states(char *from, const char *to, uint8_t state)
{
  struct block *block = (struct block *)((uintptr_t)from & ~(uintptr_t)(PORT_BLOCK_BYTES - 1));
  uint32_t slot = (uint32_t)(from - (char *)slot_at(block, 0)) / block->slot_bytes;
  __builtin_memset(state_bytes(block) + slot, state, (size_t)(to - from) / block->slot_bytes);
}

static void open_run(struct size_class *c, char *start, char *end, bool is_zero)
{
  c->bump = c->zeroed = start;
  c->end = end;
  c->is_zero = is_zero;
}

/* A block of the reserve holds old contents. */
static bool open_block(uint32_t class)
{
  struct block *block = reserve;
  bool is_zero = !block;
  if (block) {
    reserve = block->next;
    reserve_count--;
    table[number_of(block)] = number_of(block) << 2 | BLOCK_SMALL;
  } else {
    block = take_blocks(1);
  }
  if (!block)
    return false;
  format_small(block, class);
  open_run(&classes[class], (char *)slot_at(block, 0), (char *)slot_at(block, block->slots), is_zero);
  return true;
}

static bool charge(uint64_t bytes, bool budget)
{
  if (budget && budget_left < (int64_t)bytes)
    return false;
  budget_left -= (int64_t)bytes;
  return true;
}

static bool next_run(uint32_t class, bool budget)
{
  struct size_class *c = &classes[class];
  struct run *run = c->runs;
  if (!run)
    return !(budget && budget_left <= 0) && open_block(class);
  c->runs = run->next;
  open_run(c, (char *)run, run->end, false);
  return true;
}

/* Zeroes the next piece of the run, of this one or another, and hands it out. */
static bool refill(uint32_t class, bool budget)
{
  struct size_class *c = &classes[class];
  if (c->bump == c->end && !next_run(class, budget))
    return false;
  uint32_t piece = c->bytes >= PIECE_BYTES ? c->bytes : PIECE_BYTES / c->bytes * c->bytes;
  if (piece > c->end - c->bump)
    piece = (uint32_t)(c->end - c->bump);
  if (!charge(piece, budget))
    return false;
  if (!c->is_zero)
    __builtin_memset(c->bump, 0, piece);
  c->zeroed = c->bump + piece;
  set_states(c->bump, c->zeroed, SLOT_USED);
  return true;
}

static struct jx_object *alloc_large(uint64_t bytes, bool budget, uint64_t *slot_bytes)
{
  uint64_t header = round_up(sizeof(struct block) + sizeof(uint64_t), LINE_BYTES);
  uint64_t count = (header + bytes + PORT_BLOCK_BYTES - 1) >> BLOCK_SHIFT;
  if (!charge(bytes, budget))
    return NULL;
  struct block *block = take_blocks(count);
  if (!block)
    return NULL;
  uint64_t first = header + staggered((count << BLOCK_SHIFT) - header - bytes);
  *block = (struct block){.slots = 1, .first = (uint32_t)first, .block_count = (uint32_t)count, .large_bytes = bytes};
  block->states[0] = SLOT_USED;
  uint32_t number = number_of(block);
  table[number] = number << 2 | BLOCK_LARGE;
  *slot_bytes = bytes;
  return (struct jx_object *)((char *)block + first);
}

struct jx_object *space_alloc(uint64_t bytes, bool budget, uint64_t *slot_bytes)
{
  if (JX_UNLIKELY(bytes > LARGEST_SMALL))
    return alloc_large(bytes, budget, slot_bytes);
  uint32_t class = class_of_size[bytes / SPACE_ALIGNMENT];
  struct size_class *c = &classes[class];
  if (JX_UNLIKELY(c->bump == c->zeroed) && !refill(class, budget))
    return NULL;
  struct jx_object *object = (struct jx_object *)c->bump;
  c->bump += c->bytes;
  *slot_bytes = c->bytes;
  return object;
}

uint64_t space_alloc_piece(uint32_t slot_bytes, bool budget, struct jx_cache *cache)
{
  uint32_t class = class_of_size[slot_bytes / SPACE_ALIGNMENT];
  struct size_class *c = &classes[class];
  if (c->bump == c->zeroed && !refill(class, budget))
    return 0;
  *cache = (struct jx_cache){c->bump, c->zeroed};
  c->bump = c->zeroed;
  return (uint64_t)(cache->end - cache->at);
}

void space_hold(const struct jx_cache *cache)
{
  if (cache->at != cache->end)
    set_states(cache->at, cache->end, SLOT_USED | SLOT_HELD);
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

static struct block *block_of(uintptr_t address)
{
  uintptr_t offset = address - window;
  if (offset >= PORT_WINDOW_BYTES)
    return NULL;
  uint32_t entry = table[offset >> BLOCK_SHIFT];
  return entry & 3 ? block_at(entry >> 2) : NULL;
}

static uint32_t slot_number(const struct block *block, uintptr_t address)
{
  uintptr_t offset = address - (uintptr_t)block - block->first;
  return block->large_bytes ? 0 : (uint32_t)(offset * block->inverse >> 32);
}

struct jx_object *space_find(uintptr_t address)
{
  struct block *block = block_of(address);
  if (!block || address < (uintptr_t)block + block->first)
    return NULL;
  if (block->large_bytes && address >= (uintptr_t)block + block->first + block->large_bytes)
    return NULL;
  uint32_t slot = slot_number(block, address);
  if (slot >= block->slots)
    return NULL;
  struct jx_object *object = slot_at(block, slot);
  return state_bytes(block)[slot] && object->class ? object : NULL;
}

static uint8_t *state_of(struct jx_object *object)
{
  struct block *block = block_of((uintptr_t)object);
  return state_bytes(block) + slot_number(block, (uintptr_t)object);
}

bool space_mark(struct jx_object *object)
{
  uint8_t *state = state_of(object);
  bool fresh = !(*state & (SLOT_MARKED | SLOT_HELD));
  *state |= SLOT_MARKED;
  return fresh;
}

void space_watch(struct jx_object *object)
{
  *state_of(object) |= SLOT_WATCHED;
}

static bool is_head(uint32_t number)
{
  uint32_t kind = table[number] & 3;
  return kind == BLOCK_SMALL || kind == BLOCK_LARGE;
}

void space_each_marked(void (*visit)(struct jx_object *object))
{
  for (uint32_t number = 0; number < table_end; number++)
    if (is_head(number)) {
      struct block *block = block_at(number);
      for (uint32_t i = 0; i < block->slots; i++)
        if (state_bytes(block)[i] & SLOT_MARKED)
          visit(slot_at(block, i));
    }
}

static uint64_t slot_bytes_of(const struct block *block)
{
  return block->large_bytes ? block->large_bytes : block->slot_bytes;
}

/* Links the free slots [from, to) as a run. */
static void link_run(struct block *block, uint32_t from, uint32_t to)
{
  struct size_class *c = &classes[block->class];
  struct run *run = (struct run *)slot_at(block, from);
  run->next = c->runs;
  run->end = (char *)slot_at(block, to);
  c->runs = run;
}

/* The first slot from `from` on that is free, or is not. Eight at a time where they are alike. */
static uint32_t next_slot(const struct block *block, uint32_t from, bool free)
{
  uint64_t other = free ? EACH_SLOT : 0;
  while (from < block->slots && !state_bytes(block)[from] != free)
    from += from % 8 == 0 && (block->states[from / 8] & EACH_SLOT) == other ? 8 : 1;
  return from < block->slots ? from : block->slots;
}

static void link_runs(struct block *block)
{
  uint32_t to;
  for (uint32_t from = 0; (from = next_slot(block, from, true)) < block->slots; from = to) {
    to = next_slot(block, from, false);
    link_run(block, from, to);
  }
}

/* How many bytes of the word are 1, the others being 0: without a population count, which not every processor has. */
static uint32_t count_ones(uint64_t word)
{
  return (uint32_t)(word * EACH_SLOT >> 56);
}

static void tell_deaths(const struct block *block, uint32_t slot, uint64_t dead,
                        void (*death)(struct jx_object *object, uint64_t slot_bytes))
{
  for (; dead; dead >>= 8, slot++)
    if (dead & 1)
      death(slot_at(block, slot), slot_bytes_of(block));
}

/* Frees what is not kept, and what is kept forgets why. Returns how many slots are neither free nor given up. */
static uint32_t sweep_states(struct block *block, struct space_sweep *sum,
                             void (*death)(struct jx_object *object, uint64_t slot_bytes))
{
  uint32_t live = 0, dead = 0, kept = 0;
  for (uint32_t i = 0; i < state_words(block->slots); i++) {
    uint64_t word = block->states[i], marked = word / SLOT_MARKED & EACH_SLOT;
    uint64_t keep = marked | (word / SLOT_HELD & EACH_SLOT), die = word & EACH_SLOT & ~keep;
    uint64_t watched = word / SLOT_WATCHED & EACH_SLOT;
    live += count_ones(marked);
    kept += count_ones(keep);
    dead += count_ones(die);
    if (death && die & watched)
      tell_deaths(block, i * 8, die & watched, death);
    block->states[i] = keep | (keep & watched) * SLOT_WATCHED;
  }
  sum->live_objects += live;
  sum->live_bytes += live * slot_bytes_of(block);
  sum->freed_objects += dead;
  sum->freed_bytes += dead * slot_bytes_of(block);
  return kept;
}

static void sweep_block(struct block *block, struct space_sweep *sum,
                        void (*death)(struct jx_object *object, uint64_t slot_bytes))
{
  uint32_t kept = sweep_states(block, sum, death);
  if (kept > 0) {
    if (kept < block->slots)
      link_runs(block);
  } else if (block->block_count > 1) {
    give_blocks(block, block->block_count);
  } else {
    table[number_of(block)] = BLOCK_NONE;
    block->next = reserve;
    reserve = block;
    reserve_count++;
  }
}

/* What is left of the pieces handed out to the classes themselves is free again. */
static void close_runs(void)
{
  for (uint32_t i = 0; i < class_count; i++) {
    struct size_class *c = &classes[i];
    if (c->bump != c->zeroed)
      set_states(c->bump, c->zeroed, 0);
    c->runs = NULL;
    c->bump = c->zeroed = c->end = NULL;
  }
}

struct space_sweep space_sweep(void (*death)(struct jx_object *object, uint64_t slot_bytes))
{
  struct space_sweep sum = {0};
  close_runs();
  for (uint32_t number = 0; number < table_end; number++)
    if (is_head(number))
      sweep_block(block_at(number), &sum, death);
  return sum;
}

void space_trim(uint64_t bytes)
{
  drop_reserve((uint32_t)(bytes >> BLOCK_SHIFT));
}

uint64_t space_used_bytes(void)
{
  return (used_blocks - reserve_count) << BLOCK_SHIFT;
}

uint64_t space_limit_bytes(void)
{
  return limit_blocks << BLOCK_SHIFT;
}
