/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lock_waits.h: the waits for locks, each with the releases that it waited for.
 *
 * A wait and the releases that it waited for are records of different threads. They belong together by the lock's
 * address and by time: a wait goes from holder to holder, and ends behind the release that it names. Its time is
 * divided at these releases, so that each holder has the time for which it kept the lock, and the times of a lock add up
 * to the time that was waited for it. A wait says how many releases there were; where not all of them are here, its time
 * is that of a holder who is not known.
 */
#ifndef LOCK_WAITS_H
#define LOCK_WAITS_H

#include "view.h"

/* Call stacks, outermost function first, as a trie of functions; row 0 is the empty stack. */
struct lock_place { uint32_t parent, function; };
struct lock_places { struct map of; struct lock_place *rows; size_t count, room; };

struct lock_release { uint64_t object, tsc, acquired; uint32_t thread, place; };

/* What the records of locks come to. */
struct lock_waits {
  struct view *view;
  struct lock_places places;
  struct lock_release *releases;  /* by lock and time */
  size_t count, room;
  size_t most;                    /* holders beside the first of each wait that a walk tells apart: LOCK_WAITS_HOLDERS */
};

/* A wait: of the releases [first, end), which are all that it says there were; none where one is missing, or where
 * this wait and those before went through more holders than a walk tells apart: then `many` says so. */
struct lock_wait {
  const struct wire_lock *record;
  uint64_t begun;
  uint32_t thread, place;
  size_t first, end;
  bool many;
};

/* A wait goes through a holder for each thread that waits at once; a dump that claims more has few records for much
 * work. The first holder of a wait costs no more than the wait's record, and does not count. */
#define LOCK_WAITS_HOLDERS ((size_t)1 << 22)

/* The waits of a view's dump, for lock_waits_free(). All releases of the run are in memory, 32 bytes each. */
struct lock_waits lock_waits_new(struct view *v);
void lock_waits_free(struct lock_waits *l);

/* Calls back for each wait that the view wants, by its end. */
typedef void lock_wait_fn(void *ctx, struct lock_waits *l, const struct lock_wait *w);
void lock_waits_each(struct lock_waits *l, lock_wait_fn *take, void *ctx);

/* Calls back for each wait of the run, whatever the view wants, by its end. */
void lock_waits_all(struct lock_waits *l, lock_wait_fn *take, void *ctx);

/* What a lock is, by the flags of its record: monitor, spinlock, mutex; and how the thread waited: spin, block. */
const char *lock_waits_kind(uint32_t flags);
const char *lock_waits_way(uint32_t flags);

/* The name of a lock, new memory, for mem_free(): without one its address. `number` is that of its name, or 0. */
char *lock_waits_name(const struct view *v, uint32_t number, uint64_t object);

#endif
