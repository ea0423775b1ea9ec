/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sweep.c: look-up of conservative pointers, and the sweep, which works on the states of eight slots at once.
 */
#include "block.h"
#include "dying.h"
#include "space.h"

static inline uint32_t slot_number(const struct block *block, uintptr_t address)
{
  uintptr_t offset = address - (uintptr_t)block - block->first;
  return block->large_bytes ? 0 : (uint32_t)(offset * block->inverse >> 32);
}

static inline __attribute__((always_inline)) struct jx_object *find_object(uintptr_t address)
{
  struct block *block = block_of(address);
  if (!block || address < (uintptr_t)block + block->first)
    return NULL;
  if (block->large_bytes && address >= (uintptr_t)block + block->first + block->large_bytes)
    return NULL;
  uint32_t slot = slot_number(block, address);
  if (slot >= block->slots)
    return NULL;
  struct jx_object *object = block_slot(block, slot);
  return block_states(block)[slot] && object->class ? object : NULL;
}

struct jx_object *space_find(uintptr_t address)
{
  return find_object(address);
}

JX_PROBE struct jx_object *space_find_by_probe(uintptr_t address)
{
  return find_object(address);
}

static uint8_t *state_of(struct jx_object *object)
{
  struct block *block = block_of((uintptr_t)object);
  return block_states(block) + slot_number(block, (uintptr_t)object);
}

/* Outside of port_hold(): the bit is set in one step, so that no other bit of the state is lost. */
JX_PROBE void space_ignore(struct jx_object *object)
{
  if (!block_of((uintptr_t)object))
    return;
  __atomic_fetch_and(state_of(object), (uint8_t)~SLOT_WATCHED, __ATOMIC_RELAXED);
}

_Static_assert(offsetof(struct block, slot_bytes) == 0, "gc_slot_bytes() reads it there");

/* Links the free slots [from, to) as a run. */
static void link_run(struct run **runs, const struct block *block, uint32_t from, uint32_t to)
{
  struct run *run = (struct run *)block_slot(block, from);
  run->next = *runs;
  run->end = (char *)block_slot(block, to);
  *runs = run;
}

/* The first slot from `from` on that is free, or is not. Eight at a time where they are alike. */
static uint32_t next_slot(const struct block *block, uint32_t from, bool free)
{
  uint64_t other = free ? EACH_SLOT : 0;
  while (from < block->slots && !block_states(block)[from] != free)
    from += from % 8 == 0 && (block->states[from / 8] & EACH_SLOT) == other ? 8 : 1;
  return from < block->slots ? from : block->slots;
}

static void link_runs(struct block *block)
{
  struct block **blocks = space_blocks(block->class);
  uint32_t to;
  block->runs = NULL;
  for (uint32_t from = 0; (from = next_slot(block, from, true)) < block->slots; from = to) {
    to = next_slot(block, from, false);
    link_run(&block->runs, block, from, to);
  }
  block->next = *blocks;
  *blocks = block;
}

/* Of slots that have been handed out, some hold no object yet. */
JX_PROBE static void tell_slots(const struct block *block, uint32_t slot, uint64_t slots,
                                void (*see)(struct jx_object *object))
{
  const uint32_t bytes = block->slot_bytes;
  for (char *at = (char *)block_slot(block, slot); slots; slots >>= 8, at += bytes) {
    struct jx_object *const object = (struct jx_object *)at;
    if (slots & 1 && object->class)
      see(object);
  }
}

static uint64_t living(uint64_t word)
{
  return word / SLOT_MARKED & EACH_SLOT;
}

/* Of slots of which `chosen` says so and whose state has the bit `state`. */
JX_PROBE static inline __attribute__((always_inline)) void tell_all(uint64_t (*chosen)(uint64_t word),
                                                                    enum slot_state state,
                                                                    void (*see)(struct jx_object *object))
{
  for (uint32_t number = 0; number < block_table.end; number++)
    if (block_is_head(number)) {
      const struct block *block = block_at(number);
      for (uint32_t i = 0; i < block_state_words(block->slots); i++) {
        const uint64_t slots = chosen(block->states[i]) & block->states[i] / state;
        if (slots)
          tell_slots(block, i * 8, slots, see);
      }
    }
}

JX_PROBE void space_each_dead(void (*death)(struct jx_object *object))
{
  tell_all(dying, SLOT_WATCHED, death);
}

/* Objects that are told together. */
struct gathering {
  uintptr_t *objects;
  unsigned count;
  void (*take)(const uintptr_t *objects, unsigned count);
};

JX_PROBE static inline __attribute__((always_inline)) void gather_address(void *gathering, struct jx_object *object)
{
  struct gathering *g = gathering;
  g->objects[g->count++] = (uintptr_t)object;
  if (__builtin_expect(g->count == SPACE_AT_ONCE, 0)) {
    g->take(g->objects, g->count);
    g->count = 0;
  }
}

JX_PROBE void space_dead_at_once(uint32_t from, void (*take)(const uintptr_t *objects, unsigned count))
{
  static uintptr_t objects[SPACE_AT_ONCE];
  struct gathering g = { .objects = objects, .take = take };
  dying_each(from, SLOT_WATCHED, gather_address, &g);
  if (g.count)
    take(objects, g.count);
}

JX_PROBE void space_each_living(void (*see)(struct jx_object *object))
{
  tell_all(living, SLOT_WATCHED, see);
}

static void look_at_block(struct block *block, void (*see)(struct jx_object *object, bool marked))
{
  uint8_t *states = block_states(block);
  for (uint32_t i = 0; i < block->slots; i++) {
    struct jx_object *object = block_slot(block, i);
    if (states[i] && object->class)
      see(object, states[i] & SLOT_MARKED);
    states[i] &= (uint8_t)~(SLOT_MARKED | SLOT_HELD);
  }
}

void space_look(void (*see)(struct jx_object *object, bool marked))
{
  for (uint32_t number = 0; number < block_table.end; number++)
    if (block_is_head(number))
      look_at_block(block_at(number), see);
}

#define SUMMED 255u /* ones that a byte can count */

/* The sum of the bytes of a word. */
static uint32_t sum_bytes(uint64_t word)
{
  const uint64_t each_second = UINT64_C(0x00ff00ff00ff00ff), each_fourth = UINT64_C(0x0001000100010001);
  return (uint32_t)(((word & each_second) + (word >> 8 & each_second)) * each_fourth >> 48);
}

/* Frees the slots that are neither marked nor held, and clears both bits of the others. Returns how many slots are
 * still in use. What is counted is counted by the byte of the word first: so the loop has no branch, and gcc can take
 * several words at once. */
static uint32_t sweep_states(struct block *block, struct space_sweep *sum)
{
  const uint32_t words = block_state_words(block->slots);
  uint32_t live = 0, dead = 0, kept = 0;
  for (uint32_t from = 0; from < words; from += SUMMED) {
    const uint32_t to = words - from > SUMMED ? from + SUMMED : words;
    uint64_t lives = 0, dies = 0, keeps = 0;
    for (uint32_t i = from; i < to; i++) {
      uint64_t word = block->states[i], marked = word / SLOT_MARKED & EACH_SLOT;
      uint64_t keep = marked | (word / SLOT_HELD & EACH_SLOT);
      lives += marked;
      keeps += keep;
      dies += dying(word);
      block->states[i] = keep | (keep & word / SLOT_WATCHED) * SLOT_WATCHED;
    }
    live += sum_bytes(lives);
    kept += sum_bytes(keeps);
    dead += sum_bytes(dies);
  }
  sum->live_objects += live;
  sum->live_bytes += (uint64_t)live * block->slot_bytes;
  sum->freed_objects += dead;
  sum->freed_bytes += (uint64_t)dead * block->slot_bytes;
  return kept;
}

static void sweep_block(struct block *block, struct space_sweep *sum)
{
  uint32_t kept = sweep_states(block, sum);
  if (kept == 0)
    block_give(block);
  else if (kept < block->slots)
    link_runs(block);
}

struct space_sweep space_sweep(void)
{
  struct space_sweep sum = {0};
  space_close_runs();
  for (uint32_t number = 0; number < block_table.end; number++)
    if (block_is_head(number))
      sweep_block(block_at(number), &sum);
  return sum;
}
