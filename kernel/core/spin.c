/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * spin.c: what a spinlock does where another processor has it, or waits for it. Not timed: in a wait, and with a lock held,
 * anything may be half done.
 */
#include "spin.h"

#include "nap.h"
#include "processor.h"
#include "prof.h"
#include "tsc.h"

/* So long a processor looks before it sleeps: as long as another processor takes to wake it under an emulator (idle.c),
 * and much longer than any lock is held on a processor of its own. */
#define LOOK_US 20
#define LOOKS_A_TIME 256 /* between two looks at the time */

/* Of each processor: the lock that it sleeps for; NULL: it is awake, or to wake up. */
static struct spinlock *sleeps_for[PROCESSORS_MOST];

/* Sleeps until a lock has been given back, if it is not free yet. The processor says that it sleeps before the lock
 * says that one does: who reads the second finds the first. */
PROF_UNTIMED static void sleep_until_free(struct spinlock *l)
{
  struct spinlock **mine = &sleeps_for[processor_self()->number];
  uint32_t state = SPIN_HELD;
  __atomic_store_n(mine, l, __ATOMIC_SEQ_CST);
  if (__atomic_compare_exchange_n(&l->state, &state, SPIN_HELD_ASLEEP, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ||
      state == SPIN_HELD_ASLEEP)
    nap((const void *const volatile *)mine);
  __atomic_store_n(mine, NULL, __ATOMIC_SEQ_CST);
}

/* All that sleep for it: the lock has forgotten that any does, and the first that takes it says no more of them. One
 * that is about to be counted in `processor_count` may sleep, too. */
PROF_UNTIMED void spin_rouse(struct spinlock *l)
{
  for (uint32_t i = 0; i < PROCESSORS_MOST; i++) {
    struct spinlock *asleep = l;
    if (__atomic_compare_exchange_n(&sleeps_for[i], &asleep, NULL, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
      nap_end(i);
  }
}

/* Returns whether the lock is the caller's now; false: the kernel goes down. */
PROF_UNTIMED static bool spin_until_free(struct spinlock *l)
{
  unsigned looks = 0;
  uint64_t begun = cpu_tsc();
  do {
    while (__atomic_load_n(&l->state, __ATOMIC_RELAXED) != SPIN_FREE) {
      if (__atomic_load_n(&spin_broken, __ATOMIC_RELAXED))
        return false;
      cpu_relax(&looks);
      if (looks % LOOKS_A_TIME || cpu_tsc() - begun < tsc_from_us(LOOK_US))
        continue;
      sleep_until_free(l);
      begun = cpu_tsc();
    }
  } while (!spin_try(l));
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
  if (__atomic_exchange_n(&l->state, SPIN_FREE, __ATOMIC_SEQ_CST) == SPIN_HELD_ASLEEP)
    spin_rouse(l);
  prof_lock_released(&release, &l->prof, __builtin_frame_address(0));
}
