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
 * Slots are handed out and given back inside port_hold(), where no collection is; all else is done where no other thread
 * runs (port_stop()). Only gc.c and mark.c use this. space.c allocates, sweep.c finds and frees.
 */
#ifndef SPACE_H
#define SPACE_H

#include "contract/jx.h"

/* Bytes of the smallest slot; sizes of slots are multiples of SPACE_ALIGNMENT. */
#define SPACE_MIN_BYTES 16u
#define SPACE_ALIGNMENT JX_SLOT_UNIT

/* Sets the space up, before any other call. `limit_bytes`: how much all blocks may take together. `watched`: deaths are
 * to be told, of all objects but those of which space_ignore() is told. */
void space_init(uint64_t limit_bytes, bool watched);

/* Returns a slot of at least `bytes` (an object's, header included; a multiple of SPACE_ALIGNMENT), zeroed. NULL when the
 * slot takes a block that the limit or the port does not grant, or, if `budget` is set, when the budget of space_reset_budget() is
 * used up: the caller then collects and tries again without. Cost: about 10 instructions; now and then a piece of 4 KiB
 * is zeroed. */
struct jx_object *space_alloc(uint64_t bytes, bool budget);

/* Returns a slot of any size above what space_alloc() returned none for: objects that live in many blocks, of many
 * sizes, leave no block empty, while most slots are free. NULL: there is none either, or the budget is used up. Where
 * no other thread runs; behind a sweep it finds what there is, before the next one what this processor has. Cost: up to
 * that of 60 calls of space_alloc(). */
struct jx_object *space_alloc_larger(uint64_t bytes, bool budget);

/* Fills `cache`, which is empty, with zeroed slots of exactly `slot_bytes` each (a cached size, JX_CACHED_BYTES in
 * jx.h): as many as one piece holds. It stays empty in the cases in which space_alloc() returns NULL. */
void space_alloc_piece(uint32_t slot_bytes, bool budget, struct jx_cache *cache);

/* Before a sweep: the sweep will leave the slots in `cache` as they are. */
void space_hold(const struct jx_cache *cache);

/* Frees the slots that are left in `cache`; the cache is empty then. */
void space_give_back(struct jx_cache *cache);

/* Sets how many bytes may be allocated with `budget` from now on. */
void space_reset_budget(uint64_t bytes);

/* Returns how many of these are left. */
uint64_t space_budget_left(void);

/* Whether the last call that returned no slot found no block, be there budget or not. Where no other thread runs. */
bool space_lacked_block(void);

/* Returns the object in whose slot `address` lies; NULL when there is none. Cost: a table look-up and a
 * multiplication. */
struct jx_object *space_find(uintptr_t address);

/* The same; its time is the profiler's. */
struct jx_object *space_find_by_probe(uintptr_t address);

/* Asks for the death of this object not to be told: see space_each_dead(). Nothing happens where the object is not one
 * of the space. Also outside of port_hold(). */
void space_ignore(struct jx_object *object);

/* Between marking and the sweep: calls `death` for each object that the sweep will free, where deaths are to be told,
 * but for those of which space_ignore() was told; the object is still whole. Cost: two instructions for eight slots,
 * besides the calls. */
void space_each_dead(void (*death)(struct jx_object *object));

/* As space_each_dead(), with the addresses of up to SPACE_AT_ONCE objects a call, one at least; of the blocks from
 * number `from` on (block.h). */
#define SPACE_AT_ONCE 256u
void space_dead_at_once(uint32_t from, void (*take)(const uintptr_t *objects, unsigned count));

/* Between marking and the sweep: calls `see` for each object that is marked, but for those of which space_ignore() was
 * told. */
void space_each_living(void (*see)(struct jx_object *object));

/* Behind marking: calls `see` for each object, whether it is marked, and clears the marks; nothing is freed. */
void space_look(void (*see)(struct jx_object *object, bool marked));

/* Frees all objects that are not marked and clears the marks. Cost: about two instructions for a slot, some ten for
 * each run of free ones. */
struct space_sweep { uint64_t live_bytes, live_objects, freed_bytes, freed_objects; };
struct space_sweep space_sweep(void);

/* Gives empty blocks that are more than `bytes` together back to the port. */
void space_trim(uint64_t bytes);

/* Bytes of the blocks in use, and how many there may be. */
uint64_t space_used_bytes(void);
uint64_t space_limit_bytes(void);

/* ---- for sweep.c ---- */

/* Ends allocation before a sweep: slots of a piece that are not handed out become free, and the runs of all classes
 * are forgotten. */
void space_close_runs(void);

/* Where the list of blocks with free runs of a size class (block.h) begins. */
struct block;
struct block **space_blocks(uint32_t class);

#endif
