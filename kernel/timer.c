/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timer.c: see timer.h. PIT channel 0 drives interrupt line 0. It counts down once to whichever comes first, the next
 * tick or the next sample, and is set anew in each interrupt.
 */
#include "timer.h"

#include <stddef.h>

#include "cpu.h"
#include "irq.h"
#include "panic.h"
#include "pit.h"
#include "sampler.h"
#include "sched.h"
#include "thread_list.h"
#include "tsc.h"

#define CHANNEL     0
#define COUNT_LEAST 24     /* 20 us: time for the handler to end before the next one */
#define COUNT_MOST  0xFFFF /* 55 ms; what lies behind that takes several rounds */

static uint64_t tick_tsc;          /* between two ticks */
static uint64_t next_tick, next_sample;
static bool sampling;

static struct thread *sleepers;   /* the next to wake first */
static struct thread *manager;

static struct {
  uint64_t patience_tsc;   /* 0: it sleeps */
  uint64_t switches;       /* sched_switches when they were last seen to change */
  uint64_t since_tsc;      /* and when that was */
} watchdog;

static void (*polled)(void);   /* NULL: nothing */

void timer_poll(void (*poll)(void))
{
  polled = poll;
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
  watchdog.patience_tsc = seconds * tsc_hz();
  watchdog.since_tsc = cpu_tsc();
  cpu_irq_restore(irq);
}

/* The idle thread may run as long as it likes. */
static void watch(uint64_t now)
{
  if (watchdog.switches != sched_switches || thread_current->priority == THREAD_IDLE) {
    watchdog.switches = sched_switches;
    watchdog.since_tsc = now;
  } else if (watchdog.patience_tsc && now - watchdog.since_tsc > watchdog.patience_tsc) {
    panic("watchdog: %s has kept the processor for %lu s", thread_current->name, watchdog.patience_tsc / tsc_hz());
  }
}

static PROF_UNTIMED bool is_past(uint64_t tsc, uint64_t now)
{
  return (int64_t)(now - tsc) >= 0;
}

/* Sets the PIT to the next tick or sample. */
static void arm(uint64_t now)
{
  uint64_t next = sampling && is_past(next_sample, next_tick) ? next_sample : next_tick;
  uint64_t count = is_past(next, now) ? 0 : (next - now) * PIT_HZ / tsc_hz() + 1;
  count = count < COUNT_LEAST ? COUNT_LEAST : count > COUNT_MOST ? COUNT_MOST : count;
  cpu_out8(PIT_CHANNEL(CHANNEL), (uint8_t)count);
  cpu_out8(PIT_CHANNEL(CHANNEL), (uint8_t)(count >> 8));
}

static void take_tick(uint64_t now)
{
  next_tick += tick_tsc;
  if (is_past(next_tick, now))
    next_tick = now + tick_tsc; /* the machine was stopped for a while: lost ticks are not made up for */
  watch(now);
  if (polled)
    polled();
  sched_tick();
  if (is_due(now))
    thread_unblock(manager);
}

static void handle_timer(unsigned line, struct prof_thread *interrupted, const struct irq_frame *frame)
{
  (void)line;
  uint64_t now = cpu_tsc();
  if (sampling && is_past(next_sample, now)) {
    prof_sample(interrupted, frame->rip, frame->rbp, frame->rsp);
    next_sample = now + sampler_interval(tick_tsc);
  }
  if (is_past(next_tick, now))
    take_tick(now);
  arm(cpu_tsc());
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

static void manage(void *arg)
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

bool timer_start(uint32_t hz, bool samples)
{
  manager = thread_create_service("TimerManager", THREAD_IRQ, 0, manage, NULL);
  if (!manager)
    return false;
  uint64_t now = cpu_tsc();
  tick_tsc = tsc_hz() / hz;
  next_tick = now + tick_tsc;
  next_sample = now + sampler_interval(tick_tsc);
  sampling = samples;
  irq_handle(IRQ_TIMER, handle_timer);
  cpu_out8(PIT_COMMAND, PIT_SELECT(CHANNEL) | PIT_LOW_HIGH | PIT_ONE_SHOT);
  arm(now);
  return true;
}
