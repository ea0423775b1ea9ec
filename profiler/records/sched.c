/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sched.c: thread switches, unblocks and interrupts: their records, and the clocks of the threads that they stop.
 *
 * A thread's clock is stopped by adding the time between its leaving and its return to `suspended`: two additions,
 * whatever it was doing. The clocks run on while profiling is off, so that they are right when it is started.
 */
#include "probes/probe.h"

#include "probes/turns.h"
#include "records.h"
#include "log.h"
#include "state.h"

/* Reads `suspended` once, at this point: an NMI may change it at any point. */
static inline uint64_t suspended_now(const struct prof_thread *t)
{
  return PROF_READ(t->suspended);
}

PROF_PROBE static void record_switch(uint64_t tsc, const struct prof_thread *from, const struct prof_thread *to,
                                     enum wire_why why)
{
  if (!PROF_READ(prof_sched.on))
    return;
  struct prof_part *part = prof_log_own(&prof_sched);
  if (!prof_part_room(part)) {
    prof_part_drop(part);
    return;
  }
  *PROF_RECORD(sched, sched, part->next) =
    (struct wire_logged_sched){ .tsc = tsc, .from = from->id, .to = to->id, .why = why };
  prof_part_made(part);
}

/* Returns the time, and in *suspended how long a thread, which may be the current one, has been suspended at that very
 * time. */
static uint64_t read_time(const struct prof_thread *t, uint64_t *suspended)
{
  uint64_t now;
  do {
    *suspended = suspended_now(t);
    now = prof_port_tsc();
  } while (__builtin_expect(*suspended != suspended_now(t), 0));
  return now;
}

/* What the thread that is current now writes is seen by other processors after it became current. */
static inline void begin_to_run(void)
{
#if PROF_PORT_CPUS > 1
  prof_arch_store_fence();
#endif
}

/* NMIs add their time to `from` until `to` is current, and to `to` from then on. Between the two time stamps no thread
 * runs, so what NMIs add there is forgotten. */
void prof_switch(struct prof_thread *to, enum wire_why why)
{
  struct prof_thread *from = prof_port_thread();
  uint64_t left_with, came_with;
  if (from == to)
    return;
  const uint64_t before = suspended_now(to), left = read_time(from, &left_with);
  record_switch(left, from, to, why);
  prof_reading_take(from);
  PROF_WRITE(from->left_at, left);
  prof_port_set_thread(to);
  PROF_WRITE(from->suspended, left_with);
  begin_to_run();
  const uint64_t came = read_time(to, &came_with);
  /* The time before the first reading and after the last one is constant, and calibrated. */
  prof_port_add(&to->suspended, came - to->left_at + (uint64_t)prof_costs.resume - (came_with - before));
}

/* Takes back what an NMI added to the interrupted thread between the interrupt's own time stamp and the moment at which
 * the handler became current. Returns how much of that time lay on the way into the handler, which is the handler's
 * time, and has to be taken out of it. */
static uint64_t forget_nmi(struct prof_thread *from, uint64_t tsc, uint64_t begun)
{
  const volatile struct prof_nmi *last = &prof_cpu()->nmi;
  const uint64_t at = last->begun, took = last->took;
  if (__builtin_expect((int64_t)(at - tsc) <= 0 || last->thread != from, 1))
    return 0;
  prof_arch_grow(&from->suspended, -took);
  return (int64_t)(at - begun) < 0 ? took : 0;
}

/* While an interrupt lasts the interrupted thread stands still, perhaps inside a probe: a snapshot that another
 * processor takes has to know where. */
static inline void stop_unknown(struct prof_thread *from)
{
#if PROF_PORT_CPUS > 1
  PROF_WRITE(from->stopped_at, PROF_STOPPED_UNKNOWN);
  prof_arch_store_fence();
#else
  (void)from;
#endif
}

struct prof_thread *prof_irq_enter(struct prof_thread *context, uint64_t tsc)
{
  uint64_t begun = prof_port_tsc(), came_with;
  struct prof_thread *from = prof_port_thread();
  record_switch(tsc, from, context, WIRE_WHY_INTERRUPT);
  prof_reading_take(from);
  PROF_WRITE(from->left_at, tsc);
  stop_unknown(from);
  const uint64_t before = suspended_now(context);
  prof_port_set_thread(context);
  begin_to_run();
  const uint64_t on_the_way = forget_nmi(from, tsc, begun), came = read_time(context, &came_with);
  /* The way into the handler is the handler's time; the time of this function is in no thread's. */
  prof_port_add(&context->suspended, tsc - context->left_at + (came - begun) + on_the_way - (came_with - before));
  return from;
}

/* Charges the context with cycles that the interrupted thread's clock has: the time before the interrupt's own time
 * stamp and after the last one here is the handler's time, too. */
static void charge_context(struct prof_thread *interrupted, struct prof_thread *context, uint64_t cycles)
{
  prof_port_add(&interrupted->suspended, cycles);
  prof_arch_grow(&context->suspended, -cycles);
}

uint64_t prof_irq_exit(struct prof_thread *interrupted)
{
  struct prof_thread *context = prof_port_thread();
  uint64_t interrupted_at = interrupted->left_at - interrupted->suspended;
  prof_switch(interrupted, WIRE_WHY_RESUMED);
#if PROF_PORT_CPUS > 1
  PROF_WRITE(interrupted->stopped_at, 0);
#endif
  charge_context(interrupted, context, (uint64_t)prof_costs.irq);
  return interrupted_at;
}

void prof_irq_preempts(struct prof_thread *interrupted, uintptr_t ip)
{
  PROF_WRITE(interrupted->stopped_at, ip);
}

void prof_irq_late(struct prof_thread *context, uint64_t interrupted_at)
{
  struct prof_thread *t = prof_port_thread();
  PROF_WRITE(t->stopped_at, 0);
  charge_context(t, context, prof_clock(t) - interrupted_at + (uint64_t)prof_costs.irq_late);
}

void prof_calibrate_irq(void (*raise)(void), bool late)
{
  int64_t *const cost = late ? &prof_costs.irq_late : &prof_costs.irq;
  *cost = 0;
  *cost = prof_measure_raised(raise);
}

PROF_PROBE void prof_record_unblock(struct prof_thread *woken)
{
  const struct prof_aside aside = prof_aside_begin();
  uint64_t suspended, now = read_time(prof_port_thread(), &suspended);
  record_switch(now, prof_port_thread(), woken, WIRE_WHY_UNBLOCK);
  prof_aside_end(&aside, prof_costs.unblock);
}

void prof_crash(struct prof_thread *scratch)
{
  struct prof_thread *from = prof_port_thread();
  if (from == scratch)
    return;
  prof_alone_break();
  prof_turns_drop();
  prof_reading_take(from);
  PROF_WRITE(prof_readings.on, false);
  PROF_WRITE(from->left_at, prof_port_tsc());
  PROF_WRITE(prof_samples.on, false);
  prof_port_set_thread(scratch);
}
