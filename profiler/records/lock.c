/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lock.c: waits for locks, and the releases that ended them.
 *
 * No probe looks at another thread's stack. The thread that waits walks its own when it finds the lock taken; the thread
 * that holds the lock walks its own when it releases the lock and finds that another one waits. Both make a record of
 * their own. What joins them is the lock: it counts such releases, and says who made the last one, and when. A lock that
 * no thread waits for makes no record.
 *
 * All that these probes do measures itself, as an unblock does: a wait that spins is time of the thread that waits, a
 * wait that suspends the thread is in no thread's time, and neither has the probes' cost in it.
 */
#include "probes/probe.h"

#include "records.h"

#include "state.h"

/* ---- names ---- */

#define NAMING_MODES (WIRE_MODE_LOCKS | WIRE_MODE_MOMENTS)

/* `whole` is stored last: two processors may add names at the same time. */
struct lock_name { char text[PROF_LOCK_NAME_BYTES]; uint32_t whole; };

static struct lock_name *lock_names;
static uint32_t lock_name_count, lock_name_room;

size_t prof_lock_memory(const struct prof_config *c)
{
  return c->modes & NAMING_MODES ? c->names * sizeof(*lock_names) : 0;
}

void prof_lock_init(const struct prof_config *c, void *memory)
{
  lock_names = memory;
  lock_name_room = c->modes & NAMING_MODES ? c->names : 0;
  lock_name_count = 0;
}

uint32_t prof_lock_names(void)
{
  uint32_t whole = 0;
  while (whole < lock_name_room && __atomic_load_n(&lock_names[whole].whole, __ATOMIC_ACQUIRE))
    whole++;
  return whole;
}

const char *prof_lock_name(uint32_t number)
{
  return lock_names[number - 1].text;
}

/* Returns the length of the part of a name that there is room for: not to the middle of a UTF-8 character. */
PROF_PROBE static size_t fit_lock_name(const char *name)
{
  size_t n = 0;
  while (n < PROF_LOCK_NAME_BYTES - 1 && name[n])
    n++;
  while (n && name[n] && ((uint8_t)name[n] & 0xc0) == 0x80)
    n--;
  return n;
}

PROF_PROBE static bool is_lock_named(const struct lock_name *at, const char *name, size_t bytes)
{
  for (size_t i = 0; i < bytes; i++)
    if (at->text[i] != name[i])
      return false;
  return !at->text[bytes];
}

/* Two processors that add one name at the same time give it two numbers, which is no harm. */
PROF_PROBE PROF_PLAIN_LOOPS uint32_t prof_lock_number(const char *name)
{
  const size_t bytes = fit_lock_name(name);
  const uint32_t known = prof_lock_names();
  for (uint32_t i = 0; i < known; i++)
    if (is_lock_named(&lock_names[i], name, bytes))
      return i + 1;
  if (__atomic_load_n(&lock_name_count, __ATOMIC_RELAXED) >= lock_name_room)
    return 0;
  const uint32_t place = __atomic_fetch_add(&lock_name_count, 1, __ATOMIC_RELAXED);
  if (place >= lock_name_room)
    return 0;
  for (size_t i = 0; i < bytes; i++)
    lock_names[place].text[i] = name[i];
  __atomic_store_n(&lock_names[place].whole, 1, __ATOMIC_RELEASE);
  return place + 1;
}

/* ---- records ---- */

PROF_PROBE static void note_place(struct prof_lock_wait *w, uintptr_t frame)
{
  _Static_assert(sizeof(w->at[0]) == sizeof(struct wire_stack), "an address is what a walk writes");
  const struct prof_walked walked =
    prof_walk_frames(prof_port_thread(), frame, (struct wire_stack *)(void *)w->at, WIRE_LOCK_DEPTH);
  w->depth = walked.depth;
  w->flags = (walked.cut ? WIRE_LOCK_CUT : 0) | (walked.astray ? WIRE_LOCK_ASTRAY : 0);
}

/* Makes the record of `w`, which is a wait where it `waited`, else a release. `now` is a prof_time(). */
PROF_PROBE static PROF_PLAIN_LOOPS void make_record(struct prof_lock *l, const struct prof_lock_wait *w, bool waited,
                                                    uint64_t now)
{
  uint64_t i;
  uint32_t number = PROF_READ(l->number);
  if (!number && l->name) {
    number = prof_lock_number(l->name);
    PROF_WRITE(l->number, number); /* a release's record may be made when the lock is another thread's */
  }
  if (!prof_log_take(&prof_locks, &i))
    return;
  struct wire_logged_lock *r = PROF_RECORD(lock, locks, i);
  r->waited = waited ? now - w->begun : 0;
  r->object = l->object ? (uintptr_t)l->object : (uintptr_t)l;
  r->released = waited && l->holds != w->holds ? l->released : 0;
  r->acquired = waited ? 0 : (uintptr_t)w->acquired;
  r->lock = number;
  r->thread = prof_port_thread()->id;
  r->holder = waited && l->holds != w->holds ? l->holder : 0;
  r->holds = waited ? l->holds - w->holds : 0;
  r->flags = l->flags | w->flags | (waited ? 0 : WIRE_LOCK_RELEASE);
  uint64_t *const at = &r->at0;
  for (unsigned k = 0; k < WIRE_LOCK_DEPTH; k++)
    at[k] = k < w->depth ? w->at[k] : 0;
  prof_log_whole(&r->tsc, now - prof_cpu_of(prof_number_cpu(i))->offset);
}

PROF_PROBE void prof_record_lock(enum prof_lock_step step, struct prof_lock *l, struct prof_lock_wait *w,
                                 uintptr_t frame)
{
  const struct prof_aside aside = prof_aside_begin();
  switch (step) {
  case PROF_LOCK_WAITS:
    w->begun = prof_time();
    w->holds = PROF_READ(l->holds);
    note_place(w, frame);
    break;
  case PROF_LOCK_GOT:
    if (w->begun)
      make_record(l, w, true, prof_time());
    break;
  case PROF_LOCK_RELEASES:
    w->begun = l->released = prof_time();
    w->acquired = l->acquired;
    l->holder = prof_port_thread()->id;
    PROF_WRITE(l->holds, l->holds + 1);
    break;
  case PROF_LOCK_RELEASED:
    if (w->begun) {
      note_place(w, frame);
      make_record(l, w, false, w->begun);
    }
    break;
  }
  prof_aside_end(&aside, prof_costs.lock);
}
