/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * heap.h: what the heap held, over time: at each collection, and between collections at some thousand births.
 */
#ifndef HEAP_H
#define HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "view.h"

struct lives;

/* A moment, and what the heap held then. */
struct heap_point {
  uint64_t tsc;
  uint64_t used;      /* bytes of all objects that no collection has freed yet */
  uint64_t heap;      /* bytes that the heap has from the system, where `heap_known`: at collections */
  bool heap_known;
};

/* Takes a moment. `ctx` is what the caller of heap_walk() gave. */
typedef void heap_fn(void *ctx, const struct heap_point *p);

/* Calls `take` for each collection, twice, and for one of `step` births, in the order of time; of the whole run. */
void heap_walk(const struct lives *l, size_t step, heap_fn *take, void *ctx);

/* The moments in the view's window, *count of them, collections and births in the order of time. New memory, for
 * mem_free(). Cost: a pass over the births. */
struct heap_point *heap_points(struct view *v, const struct lives *l, size_t *count);

#endif
