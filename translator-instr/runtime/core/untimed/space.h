/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * space.h: where objects live. Blocks of 64 KiB hold slots of one size each; what is larger than half a block has
 * blocks of its own. Objects do not move, so an address is an identity.
 *
 * What always holds:
 *  - a byte beside the slots says of each whether it is free. One that is not holds an object, or has been handed out
 *    zeroed and holds none yet: then its first word (the class) is NULL;
 *  - free slots are linked as runs of neighbours; memory is zeroed a piece at a time when allocation reaches it. So
 *    nothing touches an object that has died before its memory is used again, unless its death is wanted.
 *
 * All calls inside port_lock(). Only gc.c and object.c use this. space.c allocates, sweep.c finds, marks and frees.
 */
#ifndef SPACE_H
#define SPACE_H

#include "contract/jx.h"

/* Slots are this large at least; sizes are multiples of 16. */
#define SPACE_MIN_BYTES 32u
#define SPACE_ALIGNMENT 16u

/* Before anything else; `limit_bytes` is what all blocks may take together. */
void space_init(uint64_t limit_bytes);

/* `bytes` (header included, a multiple of 16) of zeroed memory, the class still NULL; NULL when it takes a block that
 * the limit or the port does not grant, or (`budget`) when allocation since space_reset_budget() would exceed the
 * budget: collect, then try without. `slot_bytes` is what it really takes. Cost: about 10 instructions; a piece of
 * 4 KiB to zero now and then. */
struct jx_object *space_alloc(uint64_t bytes, bool budget, uint64_t *slot_bytes);

/* A piece of zeroed slots of exactly `slot_bytes` each (a cached size, JX_CACHED_BYTES in jx.h), as many as come
 * cheaply: into `cache`, which is empty. Returns its bytes; 0 as space_alloc() returns NULL. */
uint64_t space_alloc_piece(uint32_t slot_bytes, bool budget, struct jx_cache *cache);

/* Before a sweep: nothing happens to the slots that are left in `cache`. */
void space_hold(const struct jx_cache *cache);

/* The slots that are left in `cache` become free; it is empty. */
void space_give_back(struct jx_cache *cache);

void space_reset_budget(uint64_t bytes);

/* The object whose slot `address` points to or into; NULL when there is none. Cost: a table look-up and a
 * multiplication. */
struct jx_object *space_find(uintptr_t address);

/* Marks the object (which space_find() found); true when it was not marked. */
bool space_mark(struct jx_object *object);

/* Calls `visit` for each object that is marked. */
void space_each_marked(void (*visit)(struct jx_object *object));

/* The death of this object is wanted. */
void space_watch(struct jx_object *object);

/* Frees all objects that are not marked and clears the marks. `death` is called for each freed object whose death is
 * wanted, still whole, with the bytes of its slot; may be NULL. Cost: about two instructions for a slot, some
 * ten for each run of free ones. */
struct space_sweep { uint64_t live_bytes, live_objects, freed_bytes, freed_objects; };
struct space_sweep space_sweep(void (*death)(struct jx_object *object, uint64_t slot_bytes));

/* Gives empty blocks that are more than `bytes` together back to the port. */
void space_trim(uint64_t bytes);

/* Bytes of the blocks in use, and how many there may be. */
uint64_t space_used_bytes(void);
uint64_t space_limit_bytes(void);

/* ---- for sweep.c ---- */

/* Ends allocation before a sweep: slots of a piece that are not handed out become free, and the runs of all classes
 * are forgotten. */
void space_close_runs(void);

/* Where the list of free runs of a size class (block.h) begins. */
struct run;
struct run **space_runs(uint32_t class);

#endif
