/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timer.c: see timer.h. An alarm drives interrupt line 0 and is set anew in each interrupt, to whichever comes first,
 * the next tick or the next sample. It is that of the timer chip, or, where that gives the samples by itself (nmi.h),
 * the local APIC's.
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

static uint64_t tick_tsc;          /* between two ticks */
static uint64_t sample_tsc;        /* and, on average, between two samples */
static uint64_t next_tick, next_sample;
static enum wire_sampling sampling; /* 0: no samples */

static struct thread *sleepers;   /* the next to wake first */
static struct thread *manager;

static struct {
  uint64_t io_timeout_tsc;   /* 0: it sleeps */
  uint64_t switches;       /* sched_switches when they were last seen to change */
  uint64_t since_tsc;      /* and when that was */
} watchdog;

static void (*tick_hooks[TIMER_HOOKS])(uint64_t now);
static unsigned tick_hook_count;   /* [Q] */

void timer_on_tick(void (*hook)(uint64_t now))
{
  unsigned long irq = cpu_irq_save();
  if (tick_hook_count == TIMER_HOOKS)
    panic("timer_on_tick: there are %u functions already", tick_hook_count);
  tick_hooks[tick_hook_count++] = hook;
  cpu_irq_restore(irq);
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
  unsigned long irq = cpu_irq_save();
  watchdog.io_timeout_tsc = seconds * tsc_hz();
  watchdog.since_tsc = cpu_tsc();
  cpu_irq_restore(irq);
}

/* The idle thread may run as long as it likes, and so may the profiler's, which waits for the line. */
static void watch_processor(uint64_t now)
{
  const bool may = thread_current->priority == THREAD_IDLE || thread_current->flags & WIRE_THREAD_PROFILER;
  if (watchdog.switches != sched_switches || may) {
    watchdog.switches = sched_switches;
    watchdog.since_tsc = now;
  } else if (watchdog.io_timeout_tsc && now - watchdog.since_tsc > watchdog.io_timeout_tsc) {
    panic("watchdog: %s has kept the processor for %lu s", thread_current->name, watchdog.io_timeout_tsc / tsc_hz());
  }
}

static PROF_UNTIMED bool is_past(uint64_t tsc, uint64_t now)
{
  return (int64_t)(now - tsc) >= 0;
}

/* Sets the alarm to the next tick or sample. */
static void set_alarm(uint64_t now)
{
  uint64_t next = sampling == WIRE_SAMPLING_IRQ && is_past(next_sample, next_tick) ? next_sample : next_tick;
  uint64_t cycles = is_past(next, now) ? 0 : next - now;
  if (sampling == WIRE_SAMPLING_NMI)
    apic_timer_in(cycles);
  else
    pit_alarm_in(cycles);
}

static void take_tick(uint64_t now)
{
  next_tick += tick_tsc;
  if (is_past(next_tick, now))
    next_tick = now + tick_tsc; /* the machine was stopped for a while: lost ticks are not made up for */
  watch_processor(now);
  for (unsigned i = 0; i < tick_hook_count; i++)
    tick_hooks[i](now);
  sched_tick();
  if (is_due(now))
    thread_unblock(manager);
}

static void handle_timer(unsigned line, struct prof_thread *interrupted, const struct irq_frame *frame)
{
  (void)line;
  uint64_t now = cpu_tsc();
  if (sampling == WIRE_SAMPLING_IRQ && is_past(next_sample, now)) {
    prof_sample(interrupted, frame->rip, frame->rbp, frame->rsp);
    next_sample = now + sampler_interval(sample_tsc);
  }
  if (is_past(next_tick, now)) {
    if (sampling == WIRE_SAMPLING_TICK)
      prof_sample(interrupted, frame->rip, frame->rbp, frame->rsp);
    take_tick(now);
  }
  set_alarm(cpu_tsc());
}

static void wake_due(void)
{
  unsigned long flags = sched_enter();
  while (is_due(cpu_tsc())) {
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
  uint64_t wake = cpu_tsc() + tsc_from_us(us);
  unsigned long flags = sched_enter();
  timer_wait(wake, WAIT_SLEEP);
  sched_leave(flags);
}

/* The samples' own alarm, if they have one, and that of the tick. */
static void start_alarm(void)
{
  if (sampling == WIRE_SAMPLING_NMI) {
    nmi_start(sample_tsc);
    apic_timer_start(TABLES_IRQ_BASE + IRQ_TIMER);
    irq_handle_local(IRQ_TIMER, handle_timer);
  } else {
    irq_handle(IRQ_TIMER, handle_timer);
    pit_alarm_start();
  }
}

bool timer_sample_rate(uint32_t hz)
{
  if (sampling != WIRE_SAMPLING_NMI && sampling != WIRE_SAMPLING_IRQ)
    return false;
  unsigned long irq = cpu_irq_save();
  sample_tsc = tsc_hz() / hz;
  if (sampling == WIRE_SAMPLING_NMI)
    nmi_rate(sample_tsc);
  cpu_irq_restore(irq);
  prof_sample_rate(hz);
  return true;
}

bool timer_start(uint32_t hz, enum wire_sampling wanted)
{
  manager = thread_create_service("TimerManager", THREAD_IRQ, 0, run_manager, NULL);
  if (!manager)
    return false;
  sampling = wanted == WIRE_SAMPLING_NMI && !nmi_find() ? WIRE_SAMPLING_IRQ : wanted;
  prof_sampling(sampling);
  sample_tsc = tick_tsc = tsc_hz() / hz;
  start_alarm();
  uint64_t now = cpu_tsc();
  next_tick = now + tick_tsc;
  next_sample = now + sampler_interval(sample_tsc);
  set_alarm(now);
  return true;
}
