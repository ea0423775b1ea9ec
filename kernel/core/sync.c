/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sync.c: mutex and condition; see thread.h.
 *
 * A mutex that is unlocked while others wait goes straight to the first of them: no thread starves, and a waiter that
 * wakes owns it. Before it waits in the queue a thread looks for a short time whether an owner that runs on another
 * processor gives the mutex back. While a more urgent thread waits for one of its mutexes, a thread runs at that priority
 * (inheritance: Sha, Rajkumar, Lehoczky, "Priority Inheritance Protocols", IEEE Transactions on Computers 39, 1990),
 * until it owns none any more.
 */
#include "thread.h"

#include "crash/panic.h"
#include "sched.h"

/* thread.h spells the queues out, so that it need not show what a thread is. */
#define QUEUE(object) ((struct thread_queue *)&(object)->first)
_Static_assert(offsetof(struct mutex, last) - offsetof(struct mutex, first) == offsetof(struct thread_queue, last),
               "struct mutex holds a struct thread_queue");
_Static_assert(offsetof(struct cond, last) - offsetof(struct cond, first) == offsetof(struct thread_queue, last),
               "struct cond holds a struct thread_queue");

/* Where a function of thread.h was called, for the profile. */
struct caller { const void *frame, *address; };
#define CALLER (struct caller){ __builtin_frame_address(0), __builtin_return_address(0) }

/* ---- who owns a mutex: without sched_lock as long as no other thread waits ---- */

static inline bool take_free(struct mutex *m, struct thread *self)
{
  uintptr_t none = 0;
  const bool taken = __atomic_compare_exchange_n(&m->owned, &none, (uintptr_t)self, false, __ATOMIC_ACQUIRE,
                                                 __ATOMIC_RELAXED);
  if (taken)
    self->mutexes++;
  return taken;
}

/* Takes the mutex; or has its owner give it back under sched_lock, where it sees who waits. Returns whether the mutex is
 * the calling thread's now. */
static inline bool take_or_mark(struct mutex *m, struct thread *self)
{
  for (;;) {
    if (take_free(m, self))
      return true;
    uintptr_t owned = __atomic_load_n(&m->owned, __ATOMIC_RELAXED);
    if (owned & MUTEX_WAITED ||
        (owned && __atomic_compare_exchange_n(&m->owned, &owned, owned | MUTEX_WAITED, false, __ATOMIC_RELAXED,
                                              __ATOMIC_RELAXED)))
      return false;
  }
}

/* Gives a mutex back for which no thread waits. Returns false, having done nothing, when there is more to do. */
static inline bool give_unwaited(struct mutex *m, struct thread *self)
{
  uintptr_t mine = (uintptr_t)self;
  if ((self->mutexes == 1 && self->priority != self->base) ||
      !__atomic_compare_exchange_n(&m->owned, &mine, 0, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    return false;
  self->mutexes--;
  return true;
}

/* ---- waiting ---- */

/* How often a thread looks at a mutex whose owner runs on another processor, before it gives its own one away. What a
 * mutex guards mostly takes less than a microsecond; to wait takes two switches, and, under an emulator, 20 to 80 us of
 * the host, which is as long as so many looks. */
#define LOOKS 4000

static inline bool runs_elsewhere(const struct thread *t)
{
  return processor_count > 1 && t && __atomic_load_n(&t->state, __ATOMIC_RELAXED) == THREAD_RUNNING;
}

/* Returns whether the mutex, whose owner soon gave it back, is the calling thread's now. An owner that has ended
 * meanwhile may be no thread any more: what is read of it then decides nothing but when to end. */
static inline bool spin_for_mutex(struct mutex *m, struct thread *self)
{
  for (unsigned looks = 0; looks < LOOKS; cpu_relax(&looks)) {
    const uintptr_t owned = __atomic_load_n(&m->owned, __ATOMIC_RELAXED);
    if (!(owned & MUTEX_WAITED) && take_or_mark(m, self))
      return true;
    if (!runs_elsewhere(mutex_owner(m)))
      return false;
  }
  return false;
}

/* Waits in the queue of `m`, which is marked; returns when its owner has made the calling thread the owner. Under
 * sched_lock. */
static inline void wait_in_queue(struct mutex *m, struct thread *self)
{
  sched_promote(mutex_owner(m), self->priority);
  queue_append(QUEUE(m), self);
  sched_wait(WAIT_MUTEX, m);
}

/* Waits for a mutex that is another thread's. */
static void wait_for_mutex(struct mutex *m, struct thread *self, const void *frame)
{
  struct prof_lock_wait wait;
  if (mutex_owner(m) == self)
    panic("mutex_lock: %s owns mutex %p already", self->name, (void *)m);
  if (take_or_mark(m, self))
    return;
  prof_lock_waits(&wait, &m->prof, frame);
  const bool taken = spin_for_mutex(m, self);
  unsigned long flags = sched_enter();
  if (!taken && !take_or_mark(m, self))
    wait_in_queue(m, self);
  prof_lock_got(&wait, &m->prof);
  sched_leave(flags);
}

static void lock_mutex(struct mutex *m, struct caller from)
{
  struct thread *self = sched_current();
  if (!take_free(m, self))
    wait_for_mutex(m, self, from.frame);
  m->prof.acquired = from.address;
}

/* Gives a marked mutex, which is the calling thread's, to the first that waits; where none does, for it spins, the mutex
 * is free. Under sched_lock. */
static void give_mutex(struct mutex *m, const void *frame)
{
  struct thread *next = queue_take(QUEUE(m));
  struct prof_lock_wait release;
  prof_lock_releases(&release, &m->prof);
  if (next)
    next->mutexes++;
  __atomic_store_n(&m->owned, (uintptr_t)next | (m->first ? MUTEX_WAITED : 0), __ATOMIC_RELEASE);
  if (next)
    sched_wake(next);
  prof_lock_released(&release, &m->prof, frame);
}

/* Under sched_lock. */
static void unlock_mutex(struct mutex *m, struct thread *self, const void *frame)
{
  struct thread *owner = mutex_owner(m);
  if (owner != self)
    panic("mutex_unlock: %s unlocks mutex %p, which %s owns", self->name, (void *)m, owner ? owner->name : "nobody");
  if (self->mutexes == 1 && self->priority != self->base)
    sched_settle(self->base);
  if (give_unwaited(m, self))
    return;
  self->mutexes--;
  give_mutex(m, frame);
}

void mutex_lock(struct mutex *m)
{
  lock_mutex(m, CALLER);
}

void mutex_unlock(struct mutex *m)
{
  struct thread *self = sched_current();
  if (give_unwaited(m, self))
    return;
  unsigned long flags = sched_enter();
  unlock_mutex(m, self, __builtin_frame_address(0));
  sched_leave(flags);
}

/* In the queue before the mutex is another thread's: that one may signal without sched_lock where none waits. */
void cond_wait(struct cond *c, struct mutex *m)
{
  struct thread *self = sched_current();
  unsigned long flags = sched_enter();
  queue_append(QUEUE(c), self);
  unlock_mutex(m, self, __builtin_frame_address(0));
  sched_wait(WAIT_COND, c);
  sched_leave(flags);
  lock_mutex(m, CALLER);
}

static inline bool is_waited_for(const struct cond *c)
{
  return __atomic_load_n(&c->first, __ATOMIC_ACQUIRE);
}

void cond_signal(struct cond *c)
{
  if (!is_waited_for(c))
    return;
  unsigned long flags = sched_enter();
  struct thread *t = queue_take(QUEUE(c));
  if (t)
    sched_wake(t);
  sched_leave(flags);
}

void cond_broadcast(struct cond *c)
{
  if (!is_waited_for(c))
    return;
  unsigned long flags = sched_enter();
  for (struct thread *t; (t = queue_take(QUEUE(c))); )
    sched_wake(t);
  sched_leave(flags);
}
