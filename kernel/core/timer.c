/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timer.c: see timer.h. An alarm drives interrupt line 0 and is set anew in each interrupt, to whichever comes first,
 * the next tick or the next sample. It is that of the timer chip, or, where that gives the samples by itself (nmi.h),
 * and on all processors but the first one, the local APIC's.
 */
#include "timer.h"

#include <stddef.h>

#include "apic.h"
#include "tables.h"
#include "cpu.h"
#include "irq.h"
#include "nmi.h"
#include "crash/panic.h"
#include "pit.h"
#include "lib/sampler.h"
#include "sched.h"
#include "thread_list.h"
#include "tsc.h"

/* An idle processor, unless it is the first, takes one of so many ticks: each wakes it up, and finds nothing to do. */
#define IDLE_TICKS 16

static uint64_t tick_tsc;          /* between two ticks */
static uint32_t ticks_hz;
static uint64_t sample_tsc;        /* and, on average, between two samples */
static enum wire_sampling sampling; /* 0: no samples */

static struct thread *sleepers;   /* the next to wake first. [Q] */
static struct thread *manager;
static uint64_t watchdog_tsc;      /* 0: the watchdog sleeps */
static bool watchdog_fired;

/* Of each processor, changed by itself with interrupts off. */
static struct alarm {
  uint64_t next_tick, next_sample; /* TSC */
  uint64_t switches;               /* of threads, when they were last seen to change */
  uint64_t since_tsc;              /* and when that was */
  uint64_t left_out;               /* less than a tick: of the ticks left out, what no tick has been counted for */
  bool sparse;                     /* next_tick is later than the next tick's time: the processor is idle */
} alarms[PROCESSORS_MOST];

static struct { void (*call)(uint64_t now); bool everywhere; } tick_hooks[TIMER_HOOKS];
static unsigned tick_hook_count;   /* [Q]; ticks read it without the lock */

static void add_hook(void (*hook)(uint64_t now), bool everywhere)
{
  unsigned long irq = sched_enter();
  if (tick_hook_count == TIMER_HOOKS)
    panic("timer_on_tick: there are %u functions already", tick_hook_count);
  tick_hooks[tick_hook_count].call = hook;
  tick_hooks[tick_hook_count].everywhere = everywhere;
  __atomic_store_n(&tick_hook_count, tick_hook_count + 1, __ATOMIC_RELEASE);
  sched_leave(irq);
}

void timer_on_tick(void (*hook)(uint64_t now))
{
  add_hook(hook, false);
}

void timer_on_any_tick(void (*hook)(uint64_t now))
{
  add_hook(hook, true);
}

/* Tells those that are told of a tick of processor `p`: `now` is its own clock's. */
static void call_hooks(const struct processor *p, uint64_t now)
{
  const unsigned count = __atomic_load_n(&tick_hook_count, __ATOMIC_ACQUIRE);
  for (unsigned i = 0; i < count; i++)
    if (!p->number || tick_hooks[i].everywhere)
      tick_hooks[i].call(now + p->tsc_offset);
}

bool timer_pending(void)
{
  return sleepers;
}

static PROF_UNTIMED bool is_due(uint64_t now)
{
  return sleepers && (int64_t)(now - sleepers->wake_tsc) >= 0;
}

void timer_watchdog(uint32_t seconds)
{
  unsigned long irq = sched_enter();
  watchdog_tsc = seconds * tsc_hz();
  for (uint32_t i = 0; i < PROCESSORS_MOST; i++)
    alarms[i].since_tsc = tsc_now() - processors[i].tsc_offset;
  sched_leave(irq);
}

bool timer_watchdog_fired(void)
{
  return watchdog_fired;
}

/* The idle thread may run as long as it likes, and so may the profiler's, which waits for the line. */
static void watch_processor(const struct processor *p, struct alarm *a, uint64_t now)
{
  const bool may = p->current->priority == THREAD_IDLE || p->current->flags & WIRE_THREAD_PROFILER;
  if (a->switches != p->switches || may) {
    a->switches = p->switches;
    a->since_tsc = now;
  } else if (watchdog_tsc && now - a->since_tsc > watchdog_tsc) {
    watchdog_fired = true;
    panic("watchdog: %s has kept the processor for %lu s", p->current->name, watchdog_tsc / tsc_hz());
  }
}

static PROF_UNTIMED bool is_past(uint64_t tsc, uint64_t now)
{
  return (int64_t)(now - tsc) >= 0;
}

/* Sets the alarm to the next tick or sample. */
static PROF_UNTIMED void set_alarm(const struct processor *p, const struct alarm *a, uint64_t now)
{
  const bool sample = sampling == WIRE_SAMPLING_IRQ && is_past(a->next_sample, a->next_tick);
  uint64_t next = sample ? a->next_sample : a->next_tick;
  uint64_t cycles = is_past(next, now) ? 0 : next - now;
  if (sampling == WIRE_SAMPLING_NMI || p->number)
    apic_timer_in(cycles);
  else
    pit_alarm_in(cycles);
}

/* Has the sleepers woken that are due: the first processor does, for all. */
static void look_at_sleepers(uint64_t now)
{
  unsigned long flags = sched_enter();
  const bool due = is_due(now);
  sched_leave(flags);
  if (due)
    thread_unblock(manager);
}

/* `a` has no tick from its next one to `next`. What is less than a tick of that is kept, and added the next time. Where
 * samples are taken at ticks, the profiler is told of as many that are missed. */
static void leave_out(struct alarm *a, uint64_t next)
{
  a->left_out += next - a->next_tick;
  if (sampling == WIRE_SAMPLING_TICK)
    prof_samples_missed(a->left_out / tick_tsc);
  a->left_out %= tick_tsc;
  a->next_tick = next;
}

static void take_tick(const struct processor *p, struct alarm *a, uint64_t now)
{
  a->sparse = p->number && p->current == p->idle && sampling != WIRE_SAMPLING_TICK;
  a->next_tick += a->sparse ? IDLE_TICKS * tick_tsc : tick_tsc;
  if (is_past(a->next_tick, now))
    leave_out(a, now + tick_tsc); /* the machine was stopped for a while: lost ticks are not made up for */
  watch_processor(p, a, now);
  call_hooks(p, now);
  if (p->number == 0)
    look_at_sleepers(now);
  sched_tick();
}

/* Leaves out the next tick of processor `p` where it is due already, behind its alarm. QEMU, where it runs processors in
 * turns, ends the turn of a processor that sets the alarm which is the next one of all processors: if the tick were due
 * again by that processor's next turn, each turn would be the timer's handler's alone, and its thread would hardly run. */
static void pass_over_tick(const struct processor *p, struct alarm *a)
{
  const uint64_t now = cpu_tsc();
  if (!is_past(a->next_tick, now))
    return;
  leave_out(a, a->next_tick + ((now - a->next_tick) / tick_tsc + 1) * tick_tsc);
  set_alarm(p, a, now);
}

static void handle_timer(unsigned line, struct prof_thread *interrupted, const struct irq_frame *frame)
{
  (void)line;
  const struct processor *p = processor_self();
  struct alarm *a = &alarms[p->number];
  uint64_t now = cpu_tsc();
  if (sampling == WIRE_SAMPLING_IRQ && is_past(a->next_sample, now)) {
    prof_sample(interrupted, frame->rip, frame->rbp, frame->rsp);
    prof_samples_missed(sampler_advance(&a->next_sample, now, sample_tsc));
  }
  if (is_past(a->next_tick, now)) {
    if (sampling == WIRE_SAMPLING_TICK)
      prof_sample(interrupted, frame->rip, frame->rbp, frame->rsp);
    take_tick(p, a, now);
  }
  set_alarm(p, a, cpu_tsc());
  if (processor_count > 1)
    pass_over_tick(p, a);
}

/* The ticks keep their place between those of the other processors. */
PROF_UNTIMED void timer_leave_idle(const struct processor *p)
{
  struct alarm *a = &alarms[p->number];
  if (!a->sparse)
    return;
  const uint64_t now = cpu_tsc();
  a->sparse = false;
  if (is_past(a->next_tick, now))
    return;
  a->next_tick = now + (a->next_tick - now) % tick_tsc;
  set_alarm(p, a, now);
}

static void wake_due(void)
{
  unsigned long flags = sched_enter();
  while (is_due(tsc_now())) {
    struct thread *t = sleepers;
    sleepers = t->next;
    sched_wake(t);
  }
  sched_leave(flags);
}

static void run_manager(void *arg)
{
  (void)arg;
  for (;;) {
    thread_block();
    wake_due();
  }
}

void timer_wait(uint64_t wake, enum thread_wait wait)
{
  struct thread *self = thread_self(), **link = &sleepers;
  while (*link && (int64_t)((*link)->wake_tsc - wake) <= 0)
    link = &(*link)->next;
  self->wake_tsc = wake;
  self->next = *link;
  *link = self;
  sched_wait(wait, NULL);
}

void timer_forget(struct thread *t)
{
  struct thread **link = &sleepers;
  while (*link != t)
    link = &(*link)->next;
  *link = t->next;
}

void timer_sleep(uint64_t us)
{
  uint64_t wake = tsc_now() + tsc_from_us(us);
  unsigned long flags = sched_enter();
  timer_wait(wake, WAIT_SLEEP);
  sched_leave(flags);
}

/* The samples' own alarm, if they have one, and that of the tick. */
static void start_alarm(void)
{
  if (sampling == WIRE_SAMPLING_NMI) {
    nmi_start(sample_tsc);
    apic_timer_measure();
    apic_timer_here(TABLES_IRQ_BASE + IRQ_TIMER);
    irq_handle_local(IRQ_TIMER, handle_timer);
  } else {
    irq_handle(IRQ_TIMER, handle_timer);
    pit_alarm_start();
  }
}

/* The first tick comes `later` (TSC) than a tick's time from now. */
static void begin_alarm(uint64_t later)
{
  const struct processor *p = processor_self();
  struct alarm *a = &alarms[p->number];
  uint64_t now = cpu_tsc();
  a->next_tick = now + tick_tsc + later;
  a->next_sample = now + sampler_interval(sample_tsc);
  set_alarm(p, a, now);
}

uint32_t timer_hz(void)
{
  return ticks_hz;
}

bool timer_sample_rate(uint32_t hz)
{
  if (sampling != WIRE_SAMPLING_NMI && sampling != WIRE_SAMPLING_IRQ)
    return false;
  unsigned long irq = sched_enter();
  sample_tsc = tsc_hz() / hz;
  if (sampling == WIRE_SAMPLING_NMI)
    nmi_rate(sample_tsc);
  sched_leave(irq);
  prof_sample_rate(hz);
  return true;
}

bool timer_start(uint32_t hz, enum wire_sampling wanted)
{
  manager = thread_create_service("TimerManager", THREAD_IRQ, 0, run_manager, NULL);
  if (!manager)
    return false;
  ticks_hz = hz;
  sampling = wanted == WIRE_SAMPLING_NMI && !nmi_find() ? WIRE_SAMPLING_IRQ : wanted;
  prof_sampling(sampling);
  sample_tsc = tick_tsc = tsc_hz() / hz;
  start_alarm();
  begin_alarm(0);
  return true;
}

/* Ticks that came together would wait for each other's locks. And where QEMU counts instructions it runs one processor
 * after the other, each up to the next alarm of any: behind one alarm that is soon followed by another a processor
 * would hardly run at all. */
void timer_start_here(uint32_t processors_wanted)
{
  const uint64_t phase = tick_tsc / processors_wanted * processor_self()->number;
  const uint64_t since = (cpu_tsc() + tick_tsc - alarms[0].next_tick) % tick_tsc;
  apic_timer_here(TABLES_IRQ_BASE + IRQ_TIMER);
  begin_alarm((phase + tick_tsc - since) % tick_tsc);
}
