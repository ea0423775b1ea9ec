/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * mark.h: marking what is alive: from the roots, by the references in objects. Only gc.c uses this, during a
 * collection, while no other thread runs.
 */
#ifndef MARK_H
#define MARK_H

#include "contract/jx.h"

/* Takes memory for the stack of objects to be scanned. False: there is none. Once, before any other call. */
bool mark_init(void);

/* Marks `object`, the start of an object of the heap, or NULL, or an object of the image, which needs no mark. */
void mark_root(struct jx_object *object);

/* Returns whether `object`, as above but not NULL, is marked, or needs no mark. */
bool mark_has(const struct jx_object *object);

/* From now on an object of a class with JX_CLASS_SOFT that is marked refers to what `kept_by` returns for it, too,
 * which may be NULL. `kept_by` NULL: it does not. */
void mark_softly(struct jx_object *(*kept_by)(const struct jx_object *object));

/* Marks every object to which, into which or to the end of which an aligned word in [low, high) points. */
void mark_range(uintptr_t low, uintptr_t high);

/* Marks all that the marked objects refer to. Returns how often the stack was too small and the heap was walked
 * instead. Cost: some forty instructions for an object, some fifteen for a reference. */
uint64_t mark_reached(void);

#endif
