/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * share.h: what is to be marked, on its way from one processor to another. Each worker, one for each processor that
 * marks, has a stack of its own; only where a worker has nothing left another one that has much gives it some, through
 * one heap of references that all see. So a reference costs a lock only when it changes processors.
 *
 * What always holds: a worker is one of those that have work, or looks for some, or does neither; when none has work
 * and nothing lies in the heap of references, all is marked. Only mark.c uses this, while the world is stopped.
 */
#ifndef SHARE_H
#define SHARE_H

#include "contract/jx.h"

#define SHARE_MOST 1024u /* references that are on their way at a time: as many subtrees keep all processors busy */

/* Says that the calling worker has work, or has none any more. */
void share_begin(void);
void share_end(void);

/* Returns whether nothing lies there, and whether a worker looks for work. Cost: a line of the cache that changes when
 * workers run out of work. */
bool share_empty(void);
bool share_wanted(void);

/* Offers `count` references to other workers. Returns how many of them, from the first on, it has taken. */
uint32_t share_give(struct jx_object *const *references, uint32_t count);

/* Takes up to `most` references into `references`, and returns how many; the worker has work then, as behind
 * share_begin(). Waits for some while others have work, as long as it takes a processor to stop and start. Returns 0
 * when all is marked, or nothing has come. */
uint32_t share_take(struct jx_object **references, uint32_t most);

#endif
