/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * block.h: blocks of 64 KiB, the slots in them, and the table that finds the block of an address. block.c takes blocks
 * from the port, space.c hands slots out, mark.c marks and sweep.c frees them; pass.h finds the object
 * of an address. No other file uses this. Inside port_lock(), or where no other thread runs (port_stop()).
 */
#ifndef BLOCK_H
#define BLOCK_H

#include "contract/jx.h"
#include "runtime/core/port.h"

#define BLOCK_SHIFT 16
#define BLOCK_PAGES (PORT_BLOCK_BYTES / PORT_PAGE_BYTES)
#define BLOCK_NUMBERS (PORT_WINDOW_BYTES >> BLOCK_SHIFT)

_Static_assert(1u << BLOCK_SHIFT == PORT_BLOCK_BYTES, "blocks are found by shifting");

enum block_kind { BLOCK_NONE, BLOCK_SMALL, BLOCK_LARGE, BLOCK_REST };

/* Of a slot; 0: free. */
enum slot_state {
  SLOT_USED    = 1,          /* an object, or handed out to become one */
  SLOT_MARKED  = 2,          /* between marking and sweeping */
  SLOT_HELD    = 4,          /* between marking and sweeping: in a thread's cache */
  SLOT_WATCHED = 8,          /* the watch wants to hear of the object's death, once there is one */
};

struct block {
  uint32_t slot_bytes;       /* gc_slot_bytes() looks for it here; large: of the object's slot */
  uint32_t inverse;          /* 2^32 / slot_bytes, rounded up */
  uint32_t slots;
  uint32_t first;            /* offset of the first slot */
  uint32_t class;            /* size class */
  uint32_t pages;            /* of memory, in all blocks that belong together */
  uint64_t large_bytes;      /* large: as slot_bytes; else 0 */
  struct block *next;        /* in the reserve, or of those with free slots of a class */
  struct run *runs;          /* free slots that the last sweep found */
  uint64_t states[];         /* enum slot_state of each slot in a byte, eight at a time, 0 behind the last */
};

/* Free slots side by side, in the first of them. */
struct run {
  struct run *next;
  char *end;
};

/* Where the slots of a block of small slots begin, how large they are, and how their numbers are found: as in the block
 * itself. The headers of all blocks meet in the same sets of a cache; these lie side by side. All 0: of other blocks,
 * and where there is none. */
struct block_shape {
  uint16_t room;                 /* bytes from the first slot to the end of the block */
  uint16_t slot_bytes;
  uint32_t inverse;
};

_Static_assert(PORT_BLOCK_BYTES == UINT16_MAX + 1, "a place in a block is a number of 16 bits");

struct block_table {
  struct block_shape shape[BLOCK_NUMBERS]; /* first: an address in here is found without an addition */
  uint32_t entry[BLOCK_NUMBERS]; /* kind | number of the first block << 2 */
  uint32_t end;                  /* no block in use at or behind */
  uintptr_t window;              /* address of block 0 */
};
extern struct block_table block_table;

/* Sets up the table without a block. `limit_bytes`: how much all blocks may take together. */
void block_init(uint64_t limit_bytes);

/* Returns a block for small slots, whose header the caller writes; `*is_zero` becomes whether all of the block is 0.
 * NULL when the limit or the port does not grant one. */
struct block *block_take_small(bool *is_zero);

/* Returns as many blocks side by side as `pages` pages take, for one large object; *is_zero: they are 0. NULL as
 * block_take_small(). */
struct block *block_take_large(uint64_t pages, bool *is_zero);

/* Takes back a block that is empty, with those that belong to it. One that small slots can have is kept in reserve, others
 * go back to the port. */
void block_give(struct block *block);

/* Gives the blocks of the reserve back to the port that are more than `bytes` together. */
void block_trim(uint64_t bytes);

/* Bytes of memory of all blocks in use, those of the reserve not counted; and the limit that block_init() was given, in
 * whole blocks. */
uint64_t block_used_bytes(void);
uint64_t block_limit_bytes(void);

/* The block with this number. */
static inline struct block *block_at(uint32_t number)
{
  return (struct block *)(block_table.window + ((uintptr_t)number << BLOCK_SHIFT));
}

/* The block in which `address` lies, of several that belong together the first; NULL when none is in use there. */
static inline struct block *block_of(uintptr_t address)
{
  uintptr_t offset = address - block_table.window;
  if (offset >= PORT_WINDOW_BYTES)
    return NULL;
  uint32_t entry = block_table.entry[offset >> BLOCK_SHIFT];
  return entry & 3 ? block_at(entry >> 2) : NULL;
}

/* Is the block with this number in use, and the first of those that belong together? */
static inline bool block_is_head(uint32_t number)
{
  uint32_t kind = block_table.entry[number] & 3;
  return kind == BLOCK_SMALL || kind == BLOCK_LARGE;
}

/* Notes the shape of a block whose header has been written. */
static inline void block_shaped(const struct block *block)
{
  uintptr_t number = ((uintptr_t)block - block_table.window) >> BLOCK_SHIFT;
  if (!block->large_bytes)
    block_table.shape[number] = (struct block_shape){(uint16_t)(PORT_BLOCK_BYTES - block->first),
                                                     (uint16_t)block->slot_bytes, block->inverse};
}

/* The state of an object of the heap, without a look at its block. An object begins in the first of its blocks, and in a
 * large one, whose shape's inverse is 0, there is slot 0 only. */
static inline uint8_t *block_state_of(uintptr_t object, uintptr_t window)
{
  struct block_shape shape = block_table.shape[(object - window) >> BLOCK_SHIFT];
  uint32_t offset = (uint16_t)(object + shape.room);
  uintptr_t states = (object & ~(uintptr_t)(PORT_BLOCK_BYTES - 1)) + offsetof(struct block, states);
  return (uint8_t *)states + ((uint64_t)offset * shape.inverse >> 32);
}

/* The states of the slots, a byte each. */
static inline uint8_t *block_states(const struct block *block)
{
  return (uint8_t *)block->states;
}

/* How many words of 64 bits the states of `slots` slots take. */
static inline uint32_t block_state_words(uint32_t slots)
{
  return (slots + 7) / 8;
}

/* The slot with this number; the number behind the last one gives the end of the slots. */
static inline struct jx_object *block_slot(const struct block *block, uint32_t slot)
{
  return (struct jx_object *)((char *)block + block->first + (size_t)slot * block->slot_bytes);
}

#endif
