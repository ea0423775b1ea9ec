/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * space.h: where objects live. Blocks of 64 KiB hold slots of one size each; what is larger than half a block has
 * blocks of its own. Objects do not move, so an address is an identity.
 *
 * What always holds:
 *  - a slot whose first word (the class) is NULL is free; every other slot holds an object;
 *  - at least one byte behind an object belongs to its slot, so a pointer to its end still finds it (jx.h);
 *  - free slots are linked as runs of neighbours; memory is zeroed a piece at a time when allocation reaches it.
 *
 * All calls inside port_lock(). Only gc.c and object.c use this.
 */
#ifndef SPACE_H
#define SPACE_H

#include "jx.h"

/* Slots are this large at least: a free run keeps its link and end in the first one. Sizes are multiples of 16. */
#define SPACE_MIN_BYTES 32u
#define SPACE_ALIGNMENT 16u

/* Before anything else; `limit_bytes` is what all blocks may take together. */
void space_init(uint64_t limit_bytes);

/* `bytes` (header included) of zeroed memory, the class still NULL; NULL when it takes a block that the limit or the
 * port does not grant, or (`budget`) when allocation since space_reset_budget() would exceed the budget: collect, then
 * try without. `slot_bytes` is what it really takes. Cost: about 10 instructions; a piece of 4 KiB to zero now and
 * then. */
struct jx_object *space_alloc(uint64_t bytes, bool budget, uint64_t *slot_bytes);

void space_reset_budget(uint64_t bytes);

/* The object that `address` points to, into, or to the end of; NULL when there is none. Cost: a table look-up and a
 * multiplication. */
struct jx_object *space_find(uintptr_t address);

/* Marks the object (which space_find() found); true when it was not marked. */
bool space_mark(struct jx_object *object);

/* Calls `visit` for each object that is marked. */
void space_each_marked(void (*visit)(struct jx_object *object));

/* Frees all objects that are not marked, clears the marks, gives empty blocks back but for a reserve. `death` is called
 * for each freed object, still whole, with the bytes of its slot; may be NULL. */
struct space_sweep { uint64_t live_bytes, live_objects, freed_bytes, freed_objects; };
struct space_sweep space_sweep(void (*death)(struct jx_object *object, uint64_t slot_bytes));

/* Bytes in blocks now, and the limit. */
uint64_t space_used_bytes(void);
uint64_t space_limit_bytes(void);

#endif
