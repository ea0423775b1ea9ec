/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pass.h: when the objects that a collection has found dead became unreachable.
 *
 * Each object has a time stamp, when it lost a reference last (contract/jx.h, "exact lives"). An object became
 * unreachable at the latest of its own stamp and the stamps of the dead objects from which it can be reached: those
 * kept it until then (Hertz, Blackburn, Moss, McKinley, Stefanovic, "Generating Object Lifetime Traces with Merlin",
 * TOPLAS 28(3), 2006).
 */
#ifndef PASS_H
#define PASS_H

#include "block.h"

/* Takes memory for the stack of objects whose stamps are still to be passed on. False: there is none. Once, before
 * pass_stamps(). */
bool pass_init(void);

/* pass_lose() in a block of one object. */
void pass_lose_large(const struct block *block, uintptr_t address);

/* Notes that the object in whose slot `address` lies, which is in the heap's window, has lost a reference. A slot
 * that is free may get a stamp, too: an object's birth overwrites it. Cost: some 18 instructions. */
static inline __attribute__((always_inline)) void pass_lose(uintptr_t address)
{
  const uint32_t entry = block_table.entry[(address - JX_WINDOW) >> BLOCK_SHIFT];
  const uint32_t in_block = (uint32_t)(address & (PORT_BLOCK_BYTES - 1));
  if (__builtin_expect((entry & 3) == BLOCK_SMALL, 1)) {
    const struct block *block = (const struct block *)(address - in_block);
    const uint32_t offset = in_block - block->first;
    if (offset < PORT_BLOCK_BYTES)
      jx_stamps_of(block_slot(block, (uint32_t)((uint64_t)offset * block->inverse >> 32)))->lost = jx_clock;
  } else if (entry & 3) {
    pass_lose_large(block_at(entry >> 2), address);
  }
}

/* Between marking and the sweep, in an image for exact lives: `lost` of each dead object becomes when it became
 * unreachable. `kept_by` returns which object a dead one has kept otherwise than by a field or an element, or NULL;
 * where it is NULL itself there is none such. Cost: some forty instructions for a dead object, some ten for each
 * reference in one, some more where a stamp is passed on. */
void pass_stamps(struct jx_object *(*kept_by)(const struct jx_object *dead));

#endif
