/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * gc.h: the garbage-collected heap: allocation with collection, and who is told of it.
 *
 * Mark and sweep, the world stopped, nothing moves. References in objects are known exactly (struct jx_class, refs);
 * every word of a stack or a saved register that points to, into, or to the end of an object keeps it (Boehm and
 * Weiser, "Garbage Collection in an Uncooperative Environment", 1988). The heap may double between collections; what
 * is empty after one goes back, but for what is allocated until the next.
 *
 * The allocation clock counts the bytes of all slots given out since gc_init(): the unit of object ages (JX paper,
 * section 5). Small slots are given to threads by the piece, into their caches (jx.h), unless births are watched.
 */
#ifndef GC_H
#define GC_H

#include "contract/jx.h"

enum gc_reason { GC_BUDGET, GC_FULL, GC_ASKED, GC_STRESS };

/* Told of births, deaths and collections; any may be NULL. Called inside port_lock(): no allocation, no waiting. */
struct gc_watch {
  /* A new object, its class and length set. `site` as given to jx_new(), JX_SITE_LOGGED included. Returns whether its
   * death is wanted. */
  bool (*birth)(struct jx_object *object, uint32_t site, uint64_t slot_bytes, uint64_t clock_bytes);
  /* The sweep found it dead, whose death was wanted; still whole. */
  void (*death)(struct jx_object *object, uint64_t slot_bytes);
  void (*begin)(enum gc_reason reason, uint64_t used_bytes, uint64_t clock_bytes);
  void (*end)(uint64_t live_objects, uint64_t live_bytes, uint64_t freed_objects, uint64_t freed_bytes,
              uint64_t used_bytes);
};

struct gc_options {
  uint64_t limit_bytes;         /* of the heap; at most PORT_WINDOW_BYTES */
  bool stress;                  /* collect at every allocation */
  const struct gc_watch *watch; /* or NULL; stays the caller's */
};

/* Once. False when there is no memory for the mark stack. */
bool gc_init(const struct gc_options *options);

/* Roots beyond objects: `visit` is called in each collection and calls the two below. At most GC_ROOT_SETS. */
#define GC_ROOT_SETS 8
void gc_add_roots(void (*visit)(void));

/* During `visit`: a reference (NULL and image objects allowed); memory to be searched for pointers, words aligned. */
void gc_root(struct jx_object *object);
void gc_root_range(uintptr_t low, uintptr_t high);

/* During `visit`, for each thread that may have allocated: its caches stay its own. */
void gc_hold(const struct jx_thread *thread);

/* A thread ends: what its caches hold is free. Inside port_lock(). */
void gc_forget(struct jx_thread *thread);

/* A zeroed object of `bytes`, header included, with its class and length set; NULL when the heap is full even after a
 * collection: the caller throws. Thread context, outside of the lock. Cost: some ten instructions where the thread's
 * cache has a slot, else see space_alloc(); that of a collection now and then. */
struct jx_object *gc_alloc(struct jx_class *class, uint64_t bytes, uint32_t length, uint32_t site);

/* Frees all objects, and gives all memory back: of a heap that only this thread has used, and of which it has kept
 * nothing. Before another gc_init(). */
void gc_clear(void);

/* Collects now. Thread context, outside of the lock. */
void gc_collect(enum gc_reason reason);

struct gc_stats {
  uint64_t clock_bytes;      /* allocation clock */
  uint64_t collections;
  uint64_t live_bytes;       /* slots of the objects that the last collection kept */
  uint64_t used_bytes;       /* in blocks now */
  uint64_t limit_bytes;
  uint64_t mark_overflows;   /* times that the mark stack was full and the heap was walked instead */
};
struct gc_stats gc_stats(void);

#endif
