/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dying.h: goes through the objects that a sweep will free, between marking and the sweep, eight slots at a time, with
 * what is to be done for each inline: sweep.c tells of them, pass.c passes their stamps on, and gathers them meanwhile.
 */
#ifndef DYING_H
#define DYING_H

#include "block.h"

#define EACH_SLOT UINT64_C(0x0101010101010101) /* a state in each byte of a word */

/* Of the states of eight slots: those that will be freed. */
static inline uint64_t dying(uint64_t word)
{
  return word & EACH_SLOT & ~(word / SLOT_MARKED | word / SLOT_HELD);
}

typedef void dying_fn(void *context, struct jx_object *object);

/* Calls `see`, which is inline, for each object that will be freed and whose state has the bit `state`, in the blocks
 * from number `from` on. Of slots that have been handed out, some hold no object yet. */
JX_PROBE static inline __attribute__((always_inline)) void dying_each(uint32_t from, enum slot_state state,
                                                                      dying_fn *see, void *context)
{
  for (uint32_t number = from; number < block_table.end; number++) {
    const struct block *block = block_is_head(number) ? block_at(number) : NULL;
    for (uint32_t i = 0; block && i < block_state_words(block->slots); i++) {
      uint64_t slots = dying(block->states[i]) & block->states[i] / state;
      const uint32_t bytes = block->slot_bytes;
      for (char *at = (char *)block_slot(block, i * 8); slots; slots >>= 8, at += bytes)
        if (slots & 1 && ((struct jx_object *)at)->class)
          see(context, (struct jx_object *)at);
    }
  }
}

#endif
