/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * gc.h: the garbage-collected heap: allocation with collection, and the watch that is told of both.
 *
 * Mark and sweep, the world stopped, nothing moves. References in objects are known exactly (struct jx_class, refs);
 * every word of a stack or a saved register that points to, into, or to the end of an object keeps it (Boehm and
 * Weiser, "Garbage Collection in an Uncooperative Environment", 1988). The heap may double between collections. After a
 * collection empty blocks go back to the port, except for as many as will be allocated until the next one.
 *
 * Small slots are given to threads by the piece, into their caches (jx.h). Births are told by the code that makes
 * objects (JX_BORN in jx.h), which also keeps the allocation clock, the unit of object ages (JX paper, section 5).
 */
#ifndef GC_H
#define GC_H

#include "contract/jx.h"
#include "runtime/core/port.h"

enum gc_reason { GC_BUDGET, GC_FULL, GC_ASKED, GC_STRESS, GC_EXTRA, GC_NO_BLOCK,
                 GC_LOOK /* none, but a gc_look() */ };

/* Is told of collections; any member may be NULL. The heap calls it while all other threads stand still
 * (port_stop()): a member neither allocates nor waits. */
struct gc_watch {
  /* A collection begins; has marked what lives, and will now free the rest (gc_each_dead()); and ends. `left_bytes`:
   * of the object that is to be made, up to the moment that was drawn (GC_BUDGET, GC_EXTRA): what was left of the
   * budget, less whole objects of that size, for a cache gets many at once; else 0. */
  void (*begin)(enum gc_reason reason, uint64_t used_bytes, uint64_t left_bytes);
  void (*marked)(void);
  void (*end)(uint64_t live_objects, uint64_t live_bytes, uint64_t freed_objects, uint64_t freed_bytes,
              uint64_t used_bytes);
  /* Returns the time, cycles. NULL: there are no extra collections. */
  uint64_t (*now)(void);
};

/* Returns the bytes of the slot of an object of the heap. Cost: two instructions, for a block begins with them. */
static inline uint32_t gc_slot_bytes(const struct jx_object *object)
{
  return *(const uint32_t *)((uintptr_t)object & ~(uintptr_t)(PORT_BLOCK_BYTES - 1));
}

/* Asks for the death of this object, if it is one of the heap, not to be told. By a Java thread. */
void gc_ignore_death(struct jx_object *object);

/* Only in `marked`: calls `death` for each object that the collection will free, but those of which gc_ignore_death()
 * was told; the object is still whole. Cost: two instructions for eight slots, besides the calls. */
void gc_each_dead(void (*death)(struct jx_object *object));

/* The same, with the addresses of up to SPACE_AT_ONCE (untimed/space.h) objects a call, one at least. */
void gc_dead_at_once(void (*take)(const uintptr_t *objects, unsigned count));

/* Returns the object of the heap to which, into which or to the end of which `address` points; NULL: there is none.
 * Cost: as space_find() (untimed/space.h). */
struct jx_object *gc_find(uintptr_t address);

/* Only in `marked`, in an image for exact lives: jx_stamps_of(object)->lost of each object that the collection will
 * free becomes when the object became unreachable. Cost: as pass_stamps() (untimed/pass.h). */
void gc_pass_stamps(void);

/* Has `kept_by` asked which object another one keeps otherwise than by a field or an element; NULL: none. Unless the
 * heap is full (GC_FULL) marking asks for each object of a class with JX_CLASS_SOFT that is reached, once, perhaps by
 * several processors at a time, when it has called `begin`, if that is not NULL. gc_pass_stamps() asks for each dead
 * object of such a class, again where a stamp is raised again. */
void gc_set_kept(void (*begin)(void), struct jx_object *(*kept_by)(const struct jx_object *object));

/* Only in `marked`: calls `see` for each object that the collection keeps, but those of which gc_ignore_death() was
 * told. Cost: as gc_each_dead(). */
void gc_each_living(void (*see)(struct jx_object *object));

/* Where a thread is that asks what can be reached: it has nothing below `sp`, and `count` words more. */
struct gc_place {
  uintptr_t sp;
  const uintptr_t *words;
  uint32_t count;
};

/* Calls `see` for each object of the heap: whether it is reached. As a collection does, but frees nothing, and clears
 * no weak reference. While no other thread runs, outside of a collection. Cost: that of marking, and some ten
 * instructions for an object, besides the calls. */
void gc_look(const struct gc_place *place, void (*see)(struct jx_object *object, bool reached));

struct gc_options {
  uint64_t limit_bytes;         /* of the heap; at most PORT_WINDOW_BYTES */
  bool stress;                  /* collect at every allocation */
  uint64_t seed, mean_bytes;    /* as in untimed/budget.h, and `extra_share`, too */
  uint32_t extra_share;
  const struct gc_watch *watch; /* or NULL; stays the caller's */
};

/* Sets the heap up, before anything is allocated. False: there is no memory for the mark stack. */
bool gc_init(const struct gc_options *options);

/* Adds roots: each collection calls `visit`, which calls gc_root(), gc_root_range() and gc_hold(). At most GC_ROOT_SETS
 * times. */
#define GC_ROOT_SETS 8
void gc_add_roots(void (*visit)(void));

/* Has each collection call `weak` when all that the roots reach is kept, before anything is told or freed: there
 * gc_is_kept() says what will stay. */
void gc_set_weak(void (*weak)(enum gc_reason reason));
bool gc_is_kept(const struct jx_object *object);

/* Only during `visit`: from where on the stack of the running thread is searched, which visits from `sp` on. */
uintptr_t gc_own_stack(uintptr_t sp);

/* Only during `visit`: keeps `object`, which may be NULL or an object of the image. */
void gc_root(struct jx_object *object);

/* Only during `visit`: keeps every object to which an aligned word in [low, high) points. */
void gc_root_range(uintptr_t low, uintptr_t high);

/* Only during `visit`, for each thread that may have allocated: the slots in its caches stay as they are. */
void gc_hold(const struct jx_thread *thread);

/* Frees the slots in the caches of a thread that ends. Inside port_lock(). */
void gc_forget(struct jx_thread *thread);

/* Makes a zeroed object of `bytes`, header included, with its class and length set. NULL: the heap is full even after a
 * collection; the caller throws. Outside of port_lock(). Cost: some ten instructions where the thread's cache has a
 * slot, else as space_alloc(); now and then that of a collection. */
struct jx_object *gc_alloc(struct jx_class *class, uint64_t bytes, uint32_t length, uint32_t site);

/* gc_alloc() of what is free: collects nothing. */
struct jx_object *gc_alloc_free(struct jx_class *class, uint64_t bytes, uint32_t length);

/* Frees all objects and gives all memory back. Only this thread has used the heap, and it has kept no reference. Call
 * it before another gc_init(). */
void gc_clear(void);

/* Collects now, with all other threads stopped. Outside of port_lock(). */
void gc_collect(enum gc_reason reason);

struct gc_stats {
  uint64_t collections;
  uint64_t live_bytes;       /* slots of the objects that the last collection kept */
  uint64_t used_bytes;       /* in blocks now */
  uint64_t limit_bytes;
  uint64_t mark_overflows;   /* times that the mark stack was full and the heap was walked instead */
};
struct gc_stats gc_stats(void);

#endif
