/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * space.c: allocation in size classes, look-up of conservative pointers, and sweeping.
 *
 * Size classes grow by a quarter of a power of two, so a slot is at most a fifth larger than its object needs (the idea
 * is as old as Wilson et al., "Dynamic Storage Allocation: A Survey", 1995, section 3.6). A block begins with its
 * header and a mark byte per slot; a byte needs no read-modify-write.
 */
#include "space.h"

#include "port.h"

#define BLOCK_SHIFT 16
#define BLOCKS (PORT_WINDOW_BYTES >> BLOCK_SHIFT)
#define LARGEST_SMALL 32000u   /* two slots of this and the header fit a block */
#define PIECE_BYTES 4096u      /* zeroed at a time: stays in the first-level cache until it is used */
#define CLASS_COUNT 48
#define LINE_BYTES 64u         /* cache line; large objects begin on different ones */
#define STAGGERS 61u           /* prime, so that rows of a matrix allocated in any pattern differ */
#define RESERVE_BLOCKS 16u     /* empty blocks that are always kept */

_Static_assert(1u << BLOCK_SHIFT == PORT_BLOCK_BYTES, "blocks are found by shifting");

enum block_kind { BLOCK_NONE, BLOCK_SMALL, BLOCK_LARGE, BLOCK_REST };

struct block {
  uint32_t slot_bytes;       /* of a large block: all of it */
  uint32_t inverse;          /* 2^32 / slot_bytes, rounded up */
  uint32_t slots;
  uint32_t first;            /* offset of the first slot */
  uint32_t class;            /* size class */
  uint32_t block_count;      /* blocks that belong together */
  uint64_t large_bytes;      /* large: bytes of the object's slot */
  struct block *next;        /* in the reserve */
  uint8_t marks[];
};

struct run {
  struct jx_class *none;     /* NULL: where an object has its class */
  struct run *next;
  char *end;
};

struct size_class {
  char *bump, *zeroed, *end; /* next slot; zeroed up to; end of the run */
  struct run *runs;
  uint32_t bytes;
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
  add_class(SPACE_MIN_BYTES);
  for (uint32_t power = SPACE_MIN_BYTES; power < LARGEST_SMALL; power *= 2)
    for (uint32_t quarter = 1; quarter <= 4; quarter++) {
      uint32_t bytes = (power + power / 4 * quarter) & ~(SPACE_ALIGNMENT - 1);
      if (bytes > classes[class_count - 1].bytes && bytes <= LARGEST_SMALL)
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

static void format_small(struct block *block, uint32_t class)
{
  uint32_t bytes = classes[class].bytes;
  uint32_t slots = (uint32_t)((PORT_BLOCK_BYTES - sizeof *block - SPACE_ALIGNMENT) / (bytes + 1));
  *block = (struct block){
    .slot_bytes = bytes, .inverse = (uint32_t)((UINT64_C(1) << 32) / bytes + 1), .slots = slots, .class = class,
    .first = round_up((uint32_t)sizeof *block + slots, SPACE_ALIGNMENT), .block_count = 1,
  };
  __builtin_memset(block->marks, 0, slots);
}

static struct jx_object *slot_at(const struct block *block, uint32_t slot)
{
  return (struct jx_object *)((char *)block + block->first + (size_t)slot * block->slot_bytes);
}

static void open_run(struct size_class *c, char *start, char *end, bool is_zero)
{
  c->bump = start;
  c->zeroed = is_zero ? end : start;
  c->end = end;
}

/* A block of the reserve may hold old contents: its slots get no class before they are zeroed. */
static bool open_block(uint32_t class)
{
  struct block *block = reserve;
  bool is_zero = false;
  if (block) {
    reserve = block->next;
    reserve_count--;
    table[number_of(block)] = number_of(block) << 2 | BLOCK_SMALL;
  } else {
    block = take_blocks(1);
    is_zero = true;
  }
  if (!block)
    return false;
  format_small(block, class);
  if (!is_zero)
    for (uint32_t i = 0; i < block->slots; i++)
      slot_at(block, i)->class = NULL;
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

/* Zeroes the next piece of the run, or opens another run. */
static bool refill(uint32_t class, bool budget)
{
  struct size_class *c = &classes[class];
  if (c->bump == c->end) {
    if (c->runs) {
      struct run *run = c->runs;
      c->runs = run->next;
      open_run(c, (char *)run, run->end, false);
    } else {
      if (budget && budget_left <= 0)
        return false;
      if (!open_block(class))
        return false;
      if (c->zeroed == c->end)
        return charge((uint64_t)(c->end - c->bump), false);
    }
  }
  uint32_t piece = c->bytes >= PIECE_BYTES ? c->bytes : PIECE_BYTES / c->bytes * c->bytes;
  if (piece > c->end - c->bump)
    piece = (uint32_t)(c->end - c->bump);
  if (!charge(piece, budget))
    return false;
  __builtin_memset(c->bump, 0, piece);
  c->zeroed = c->bump + piece;
  return true;
}

/* Begins at another cache line each time, as far as the last block has room. */
static uint32_t staggered(uint64_t slack)
{
  stagger = (stagger + 1) % STAGGERS;
  uint32_t offset = stagger * LINE_BYTES * 2;
  return offset <= slack ? offset : (uint32_t)(slack / LINE_BYTES * LINE_BYTES);
}

static struct jx_object *alloc_large(uint64_t bytes, bool budget, uint64_t *slot_bytes)
{
  uint64_t header = round_up(sizeof(struct block) + 1, LINE_BYTES);
  uint64_t count = (header + bytes + PORT_BLOCK_BYTES - 1) >> BLOCK_SHIFT;
  if (!charge(bytes, budget))
    return NULL;
  struct block *block = take_blocks(count);
  if (!block)
    return NULL;
  uint64_t first = header + staggered((count << BLOCK_SHIFT) - header - bytes);
  *block = (struct block){.slots = 1, .first = (uint32_t)first, .block_count = (uint32_t)count, .large_bytes = bytes};
  uint32_t number = number_of(block);
  table[number] = number << 2 | BLOCK_LARGE;
  *slot_bytes = bytes;
  return (struct jx_object *)((char *)block + first);
}

struct jx_object *space_alloc(uint64_t bytes, bool budget, uint64_t *slot_bytes)
{
  uint64_t rounded = (bytes + SPACE_ALIGNMENT) & ~(uint64_t)(SPACE_ALIGNMENT - 1);
  if (JX_UNLIKELY(rounded > LARGEST_SMALL))
    return alloc_large(rounded, budget, slot_bytes);
  uint32_t class = class_of_size[rounded / SPACE_ALIGNMENT];
  struct size_class *c = &classes[class];
  if (JX_UNLIKELY(c->bump == c->zeroed) && !refill(class, budget))
    return NULL;
  struct jx_object *object = (struct jx_object *)c->bump;
  c->bump += c->bytes;
  *slot_bytes = c->bytes;
  return object;
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
  return object->class ? object : NULL;
}

bool space_mark(struct jx_object *object)
{
  struct block *block = block_of((uintptr_t)object);
  uint8_t *mark = &block->marks[slot_number(block, (uintptr_t)object)];
  bool fresh = !*mark;
  *mark = 1;
  return fresh;
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
        if (block->marks[i])
          visit(slot_at(block, i));
    }
}

static uint64_t slot_bytes_of(const struct block *block)
{
  return block->large_bytes ? block->large_bytes : block->slot_bytes;
}

static void bury(struct block *block, uint32_t slot, struct space_sweep *sum,
                 void (*death)(struct jx_object *object, uint64_t slot_bytes))
{
  struct jx_object *object = slot_at(block, slot);
  if (!object->class)
    return;
  if (death)
    death(object, slot_bytes_of(block));
  object->class = NULL;
  sum->freed_objects++;
  sum->freed_bytes += slot_bytes_of(block);
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

static uint32_t count_marks(const struct block *block)
{
  uint32_t marked = 0;
  for (uint32_t i = 0; i < block->slots; i++)
    marked += block->marks[i];
  return marked;
}

static void sweep_slots(struct block *block, bool link, struct space_sweep *sum,
                        void (*death)(struct jx_object *object, uint64_t slot_bytes))
{
  for (uint32_t slot = 0; slot < block->slots;) {
    if (block->marks[slot]) {
      slot++;
      continue;
    }
    uint32_t from = slot;
    for (; slot < block->slots && !block->marks[slot]; slot++)
      bury(block, slot, sum, death);
    if (link)
      link_run(block, from, slot);
  }
}

static void sweep_block(struct block *block, struct space_sweep *sum,
                        void (*death)(struct jx_object *object, uint64_t slot_bytes))
{
  uint32_t marked = count_marks(block);
  sum->live_objects += marked;
  sum->live_bytes += marked * slot_bytes_of(block);
  if (marked < block->slots)
    sweep_slots(block, marked > 0 && !block->large_bytes, sum, death);
  if (marked > 0) {
    __builtin_memset(block->marks, 0, block->slots);
  } else if (block->block_count > 1) {
    give_blocks(block, block->block_count);
  } else {
    table[number_of(block)] = BLOCK_NONE;
    block->next = reserve;
    reserve = block;
    reserve_count++;
  }
}

struct space_sweep space_sweep(void (*death)(struct jx_object *object, uint64_t slot_bytes))
{
  struct space_sweep sum = {0};
  for (uint32_t i = 0; i < class_count; i++) {
    classes[i].runs = NULL;
    classes[i].bump = classes[i].zeroed = classes[i].end = NULL;
  }
  for (uint32_t number = 0; number < table_end; number++)
    if (is_head(number))
      sweep_block(block_at(number), &sum, death);
  drop_reserve((uint32_t)(used_blocks - reserve_count) + RESERVE_BLOCKS);
  return sum;
}

uint64_t space_used_bytes(void)
{
  return (used_blocks - reserve_count) << BLOCK_SHIFT;
}

uint64_t space_limit_bytes(void)
{
  return limit_blocks << BLOCK_SHIFT;
}
