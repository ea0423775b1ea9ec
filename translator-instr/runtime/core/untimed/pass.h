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

/* Takes memory for the stack of objects whose stamps are still to be passed on, and for the dead that are gathered.
 * False: there is none. Once, before pass_stamps(). */
bool pass_init(void);

/* pass_lose_small() where `address` is in no block of small slots. */
void pass_lose_elsewhere(uintptr_t address);

/* Notes that the object in whose slot `address` lies, which is in the heap's window, has lost a reference. A slot
 * that is free may get a stamp, too: an object's birth overwrites it. Returns false where the address is in no block of
 * small slots: the caller calls pass_lose_elsewhere(). Cost: some 14 instructions. */
static inline __attribute__((always_inline)) bool pass_lose_small(uintptr_t address)
{
  const struct block_shape *shape = &block_table.shape[(uint32_t)address >> BLOCK_SHIFT];
  uint16_t offset; /* from the first slot; the sum is too large for it, but where `address' is in front of that */
  if (__builtin_expect(!__builtin_add_overflow((uint16_t)address, shape->room, &offset), 0))
    return false;
  /* The fraction of offset / slot_bytes, times slot_bytes. */
  const uint64_t in_slot = (uint64_t)(offset * shape->inverse) * shape->slot_bytes >> 32;
  jx_stamps_of((const struct jx_object *)(address - in_slot))->lost = jx_clock;
  return true;
}

/* Between marking and the sweep, in an image for exact lives: `lost` of each dead object becomes when it became
 * unreachable. `kept_by` returns which object a dead one has kept otherwise than by a field or an element, or NULL;
 * where it is NULL itself there is none such. Cost: some twenty instructions for a dead object, some ten for each
 * reference in one, some more where a stamp is passed on. */
void pass_stamps(struct jx_object *(*kept_by)(const struct jx_object *dead));

/* Calls `take` for those objects of space_dead_at_once() that pass_stamps() has gathered when it went through all dead
 * ones, and forgets them. Returns the number of the first block whose dead are not among them; 0 where there was no
 * pass_stamps() since the sweep. */
uint32_t pass_dead_at_once(void (*take)(const uintptr_t *objects, unsigned count));

#endif
