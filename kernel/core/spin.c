/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * spin.c: what a spinlock does where another processor has it, or waits for it. Not timed: in a wait, and with a lock held,
 * anything may be half done.
 */
#include "spin.h"

#include "prof.h"

/* Returns whether the lock is the caller's now; false: the kernel goes down. */
PROF_UNTIMED static bool spin_until_free(struct spinlock *l)
{
  unsigned looks = 0;
  do {
    while (__atomic_load_n(&l->held, __ATOMIC_RELAXED)) {
      if (__atomic_load_n(&spin_broken, __ATOMIC_RELAXED))
        return false;
      cpu_relax(&looks);
    }
  } while (__atomic_exchange_n(&l->held, 1, __ATOMIC_ACQUIRE));
  return true;
}

PROF_UNTIMED void spin_wait(struct spinlock *l)
{
  struct prof_lock_wait wait;
  __atomic_fetch_add(&l->waiters, 1, __ATOMIC_RELAXED);
  prof_lock_waits(&wait, &l->prof, __builtin_frame_address(0));
  const bool mine = spin_until_free(l);
  __atomic_fetch_sub(&l->waiters, 1, __ATOMIC_RELAXED);
  if (mine)
    prof_lock_got(&wait, &l->prof);
}

PROF_UNTIMED void spin_give(struct spinlock *l)
{
  struct prof_lock_wait release;
  prof_lock_releases(&release, &l->prof);
  __atomic_store_n(&l->held, 0, __ATOMIC_RELEASE);
  prof_lock_released(&release, &l->prof, __builtin_frame_address(0));
}
