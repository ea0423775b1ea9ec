/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sync.c: mutex and condition; see thread.h.
 *
 * A mutex that is unlocked while others wait goes straight to the first of them: no thread starves, and a waiter that
 * wakes owns it. While a more urgent thread waits for one of its mutexes, a thread runs at that priority
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

static void make_owner(struct mutex *m, struct thread *t)
{
  m->owner = t;
  t->mutexes++;
}

/* Where a function of thread.h was called, for the profile. */
struct caller { const void *frame, *address; };
#define CALLER (struct caller){ __builtin_frame_address(0), __builtin_return_address(0) }

static void wait_for_mutex(struct mutex *m, struct thread *self, const void *frame)
{
  struct prof_lock_wait wait;
  prof_lock_waits(&wait, &m->prof, frame);
  sched_promote(m->owner, self->priority);
  queue_append(QUEUE(m), self);
  sched_wait(WAIT_MUTEX, m);
  prof_lock_got(&wait, &m->prof);
}

/* Interrupts off. */
static void lock_mutex(struct mutex *m, struct caller from)
{
  struct thread *self = sched_current();
  if (m->owner == self)
    panic("mutex_lock: %s owns mutex %p already", self->name, (void *)m);
  if (!m->owner)
    make_owner(m, self);
  else
    wait_for_mutex(m, self, from.frame);
  m->prof.acquired = from.address;
}

static void give_mutex(struct mutex *m, struct thread *next, const void *frame)
{
  struct prof_lock_wait release;
  prof_lock_releases(&release, &m->prof);
  make_owner(m, next);
  sched_wake(next);
  prof_lock_released(&release, &m->prof, frame);
}

static void unlock_mutex(struct mutex *m, const void *frame)
{
  if (m->owner != sched_current())
    panic("mutex_unlock: %s unlocks mutex %p, which %s owns", sched_current()->name, (void *)m,
          m->owner ? m->owner->name : "nobody");
  struct thread *self = m->owner, *next = queue_take(QUEUE(m));
  m->owner = NULL;
  if (--self->mutexes == 0 && self->priority != self->base)
    sched_settle(self->base);
  if (next)
    give_mutex(m, next, frame);
}

void mutex_lock(struct mutex *m)
{
  unsigned long flags = sched_enter();
  lock_mutex(m, CALLER);
  sched_leave(flags);
}

void mutex_unlock(struct mutex *m)
{
  unsigned long flags = sched_enter();
  unlock_mutex(m, __builtin_frame_address(0));
  sched_leave(flags);
}

void cond_wait(struct cond *c, struct mutex *m)
{
  unsigned long flags = sched_enter();
  unlock_mutex(m, __builtin_frame_address(0));
  queue_append(QUEUE(c), sched_current());
  sched_wait(WAIT_COND, c);
  lock_mutex(m, CALLER);
  sched_leave(flags);
}

void cond_signal(struct cond *c)
{
  unsigned long flags = sched_enter();
  struct thread *t = queue_take(QUEUE(c));
  if (t)
    sched_wake(t);
  sched_leave(flags);
}

void cond_broadcast(struct cond *c)
{
  unsigned long flags = sched_enter();
  for (struct thread *t; (t = queue_take(QUEUE(c))); )
    sched_wake(t);
  sched_leave(flags);
}
