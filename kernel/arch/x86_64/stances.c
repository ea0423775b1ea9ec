/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stances.c: the function of the profiler's port that tells it where a thread stands, for moments.
 */
#include "prof.h"

#include "core/sched.h"
#include "crash/panic.h"

static const struct prof_thread *owner_of(const struct mutex *m)
{
  const struct thread *owner = mutex_owner(m);
  return owner ? &owner->prof : NULL;
}

/* What a thread waits for, as the kernel knows it. */
static void describe_wait(const struct thread *t, struct prof_stance *s)
{
  static const uint8_t waits[] = {
    [WAIT_UNBLOCK] = WIRE_WAIT_WAKEUP, [WAIT_UNTIL] = WIRE_WAIT_WAKEUP, [WAIT_LEND] = WIRE_WAIT_WAKEUP,
    [WAIT_SLEEP] = WIRE_WAIT_SLEEP, [WAIT_MUTEX] = WIRE_WAIT_MUTEX, [WAIT_COND] = WIRE_WAIT_CONDITION,
    [WAIT_JOIN] = WIRE_WAIT_JOIN,
  };
  s->wait = waits[t->wait];
  s->on = (uintptr_t)t->wait_on;
  s->timed = t->wait == WAIT_SLEEP || t->wait == WAIT_UNTIL;
  s->steady = t->wait != WAIT_MUTEX; /* which another thread may come to own */
  if (t->wait == WAIT_SLEEP) {
    s->on = t->wake_tsc;
  } else if (t->wait == WAIT_MUTEX) {
    const struct mutex *m = t->wait_on;
    s->on = (uintptr_t)&m->prof;
    s->name = m->prof.name;
    s->owner = owner_of(m);
  } else if (t->wait == WAIT_JOIN) {
    s->owner = &((const struct thread *)t->wait_on)->prof;
  }
}

/* After a crash: keeps the registers with which a thread would go on; of the thread that ran they are known already,
 * and it stands where the report says. */
static void add_of_crash(const struct thread *t, struct prof_stance *s)
{
  if (t != thread_self()) {
    if (s->placed)
      sched_keep_registers(t);
  } else if (fatal_place.ip) {
    s->place = fatal_place;
    s->placed = true;
  }
}

bool prof_port_stands(const struct prof_thread *prof, struct prof_stance *s)
{
  const struct thread *t = thread_of(prof);
  if (spin_broken && !(thread_is_sound(t) && prof_thread_live(prof->id)))
    return false; /* it was written over */
  const bool waits = t->state == THREAD_WAITING;
  const bool runs = t->state == THREAD_RUNNING || (!waits && sched_noted_running(t));
  s->state = waits ? WIRE_STATE_WAITING : runs ? WIRE_STATE_RUNNING : WIRE_STATE_READY;
  if (waits)
    describe_wait(t, s);
  if (waits && t->local && sched_describe_local)
    sched_describe_local((const void *)t->local, s);
  if (s->known && !runs)
    return true;
  s->placed = sched_resume_point(t, &s->place);
  if (spin_broken)
    add_of_crash(t, s);
  return true;
}
