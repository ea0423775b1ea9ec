/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * spin.h: exclusion between processors, for a few dozen instructions. Who waits for a spinlock looks at it again and
 * again; who holds it has interrupts off, does not wait for anything else but another spinlock, and gives it back soon.
 * In a virtual machine the holder may stand still for milliseconds, while its host runs those that wait: so a processor
 * that has waited for long sleeps, until the lock is given back (nap.h).
 *
 * A kernel that goes down takes no lock: its other processors have stopped, perhaps while they held one.
 *
 * Any context but an NMI.
 */
#ifndef SPIN_H
#define SPIN_H

#include <stdbool.h>
#include <stdint.h>

#include "cpu.h"
#include "prof.h"

enum spin_state { SPIN_FREE, SPIN_HELD, SPIN_HELD_ASLEEP /* a processor sleeps until it is free */ };

/* Zeroed it is free, as is one that SPINLOCK() has given a name for the profile. */
struct spinlock { uint32_t state, waiters; struct prof_lock prof; };
#define SPINLOCK(text) { .prof = { .name = (text), .flags = WIRE_LOCK_SPIN } }

/* The kernel goes down (crash/panic.c): locks mean nothing any more. */
extern bool spin_broken;

/* Takes a lock that another processor has, when that one gives it back, and tells the profiler. (spin.c) */
void spin_wait(struct spinlock *l);

/* Gives a lock back for which another processor waits, and tells the profiler. (spin.c) */
void spin_give(struct spinlock *l);

/* Wakes the processors that sleep until a lock is free, which it was a moment ago. (spin.c) */
void spin_rouse(struct spinlock *l);

/* Returns whether the lock was free, and is the caller's now. Interrupts off. */
static inline bool spin_try(struct spinlock *l)
{
  uint32_t state = SPIN_FREE;
  return __atomic_compare_exchange_n(&l->state, &state, SPIN_HELD, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

/* Interrupts off. */
static inline void spin_lock(struct spinlock *l)
{
  if (__builtin_expect(!spin_try(l), 0))
    spin_wait(l);
}

/* A processor that begins to wait after the look at `waiters` finds the lock free soon, or is woken. */
static inline void spin_unlock(struct spinlock *l)
{
  if (__builtin_expect(__atomic_load_n(&l->waiters, __ATOMIC_RELAXED), 0))
    spin_give(l);
  else if (__builtin_expect(__atomic_exchange_n(&l->state, SPIN_FREE, __ATOMIC_SEQ_CST) == SPIN_HELD_ASLEEP, 0))
    spin_rouse(l);
}

/* Turns interrupts off, and takes the lock. Returns the flags for spin_leave(). */
static inline unsigned long spin_enter(struct spinlock *l)
{
  unsigned long flags = cpu_irq_save();
  spin_lock(l);
  return flags;
}

static inline void spin_leave(struct spinlock *l, unsigned long flags)
{
  spin_unlock(l);
  cpu_irq_restore(flags);
}

#endif
