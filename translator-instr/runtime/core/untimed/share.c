/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * share.c: see share.h.
 */
#include "share.h"

#include "runtime/core/port.h"

#define LOOKS 4000u /* at what the others have, before a worker gives up: some 20 us of a processor, 50 under an
                     * emulator */

/* The references lie behind the line that workers look at again and again. */
static struct {
  uint32_t locked;
  uint32_t count;      /* of the references */
  uint32_t working;    /* workers that have work */
  uint32_t looking;    /* workers that wait for some */
  struct jx_object *references[SHARE_MOST] __attribute__((aligned(64)));
} shared __attribute__((aligned(64)));

/* A helper that comes when the world goes on again may be stopped anywhere, and does not run until it is called: so who
 * has the lock keeps its processor, and the world stops behind that. */
static void lock_shared(void)
{
  unsigned looks = 0;
  port_hold();
  while (__atomic_exchange_n(&shared.locked, 1, __ATOMIC_ACQUIRE))
    while (__atomic_load_n(&shared.locked, __ATOMIC_RELAXED))
      port_relax(&looks);
}

static void unlock_shared(void)
{
  __atomic_store_n(&shared.locked, 0, __ATOMIC_RELEASE);
  port_release();
}

/* What is changed inside the lock, and looked at outside of it, too. */
static uint32_t look_at(const uint32_t *count)
{
  return __atomic_load_n(count, __ATOMIC_RELAXED);
}

static void change_count(uint32_t *count, uint32_t by)
{
  __atomic_store_n(count, *count + by, __ATOMIC_RELAXED);
}

void share_begin(void)
{
  lock_shared();
  change_count(&shared.working, 1);
  unlock_shared();
}

void share_end(void)
{
  lock_shared();
  change_count(&shared.working, -1u);
  unlock_shared();
}

bool share_empty(void)
{
  return !look_at(&shared.count);
}

bool share_wanted(void)
{
  return look_at(&shared.looking);
}

uint32_t share_give(struct jx_object *const *references, uint32_t count)
{
  lock_shared();
  const uint32_t room = SHARE_MOST - shared.count;
  if (count > room)
    count = room;
  __builtin_memcpy(shared.references + shared.count, references, count * sizeof *references);
  change_count(&shared.count, count);
  unlock_shared();
  return count;
}

/* Takes a part of the references that leaves some for each other worker that looks for work. */
static uint32_t take_part(struct jx_object **references, uint32_t most)
{
  uint32_t count = (shared.count + shared.looking - 1) / shared.looking;
  if (count > most)
    count = most;
  change_count(&shared.count, -count);
  __builtin_memcpy(references, shared.references + shared.count, count * sizeof *references);
  return count;
}

/* Waits until something lies there or no worker has work. Returns false when that takes too long. */
static bool await_change(void)
{
  for (unsigned looks = 0; looks < LOOKS; port_relax(&looks))
    if (look_at(&shared.count) || !look_at(&shared.working))
      return true;
  return false;
}

uint32_t share_take(struct jx_object **references, uint32_t most)
{
  uint32_t taken = 0;
  lock_shared();
  change_count(&shared.looking, 1);
  for (bool more = true; more && !shared.count && shared.working; ) {
    unlock_shared();
    more = await_change();
    lock_shared();
  }
  if (shared.count)
    taken = take_part(references, most);
  change_count(&shared.looking, -1u);
  change_count(&shared.working, taken > 0);
  unlock_shared();
  return taken;
}
