/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sched.c: thread switches, unblocks and interrupts: the records, and the clocks of the threads that they stop.
 *
 * A thread's clock is stopped by adding the time between its leaving and its return to `suspended`: two additions,
 * whatever it was doing. The clocks run on while profiling is off, so that they are right when it is started.
 */
#include "internal.h"

struct prof_log prof_sched;
static struct wire_sched *records;

size_t prof_sched_memory(const struct prof_config *c)
{
  return c->sched * sizeof(struct wire_sched);
}

void prof_sched_init(const struct prof_config *c, void *memory)
{
  records = memory;
  prof_sched = prof_log_new(WIRE_SCHED, c, WIRE_MODE_SCHED, c->sched, memory);
}

const struct wire_sched *prof_sched_records(void)
{
  return records;
}

static void record(uint64_t tsc, const struct prof_thread *from, const struct prof_thread *to, enum wire_why why)
{
  if (!prof_sched.on)
    return;
  if (prof_sched.next >= prof_sched.limit)
    prof_sched.dropped++;
  else
    records[prof_sched.next++ & prof_sched.mask] =
      (struct wire_sched){ .tsc = tsc, .from = from->id, .to = to->id, .why = why };
}

void prof_switch(struct prof_thread *to, enum wire_why why)
{
  struct prof_thread *from = prof_port_thread();
  if (from == to)
    return;
  uint64_t now = prof_port_tsc();
  record(now, from, to, why);
  prof_reading_take(from);
  from->left_at = now;
  prof_port_set_thread(to);
  /* What comes before the first reading and behind the last is constant, and calibrated. */
  to->suspended += prof_port_tsc() - to->left_at + (uint64_t)prof_costs.resume;
}

struct prof_thread *prof_irq_enter(struct prof_thread *context, uint64_t tsc)
{
  uint64_t begun = prof_port_tsc();
  struct prof_thread *from = prof_port_thread();
  record(tsc, from, context, WIRE_WHY_INTERRUPT);
  prof_reading_take(from);
  from->left_at = tsc;
  prof_port_set_thread(context);
  /* The way into the handler is the handler's time, this function's is nobody's. */
  context->suspended += tsc - context->left_at + (prof_port_tsc() - begun);
  return from;
}

uint64_t prof_irq_exit(struct prof_thread *interrupted)
{
  uint64_t interrupted_at = interrupted->left_at - interrupted->suspended;
  prof_switch(interrupted, WIRE_WHY_RESUMED);
  return interrupted_at;
}

void prof_irq_late(struct prof_thread *context, uint64_t interrupted_at)
{
  struct prof_thread *t = prof_port_thread();
  uint64_t late = prof_clock(t) - interrupted_at;
  t->suspended += late;
  context->suspended -= late;
}

void prof_unblock(struct prof_thread *woken)
{
  if (!prof_sched.on)
    return;
  struct prof_thread *t = prof_port_thread();
  uint64_t now = prof_port_tsc();
  record(now, t, woken, WIRE_WHY_UNBLOCK);
  if (t->current)
    t->current->drift += (int64_t)(prof_port_tsc() - now);
}

void prof_crash(struct prof_thread *scratch)
{
  struct prof_thread *from = prof_port_thread();
  if (from == scratch)
    return;
  prof_reading_take(from);
  prof_readings.on = false;
  from->left_at = prof_port_tsc();
  prof_port_set_thread(scratch);
}
