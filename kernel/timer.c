/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timer.c: see timer.h. PIT channel 0 drives interrupt line 0.
 */
#include "timer.h"

#include <stddef.h>

#include "cpu.h"
#include "irq.h"
#include "panic.h"
#include "pit.h"
#include "sched.h"
#include "thread_list.h"
#include "tsc.h"

#define CHANNEL 0

static struct thread *sleepers;   /* the next to wake first */
static struct thread *manager;

static struct {
  uint64_t patience_tsc;   /* 0: it sleeps */
  uint64_t switches;       /* sched_switches when they were last seen to change */
  uint64_t since_tsc;      /* and when that was */
} watchdog;

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

static void handle_tick(struct prof_thread *interrupted, const struct irq_frame *frame)
{
  prof_sample(interrupted, frame->rip, frame->rbp);
  watch(cpu_tsc());
  sched_tick();
  if (is_due(cpu_tsc()))
    thread_unblock(manager);
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

void timer_sleep(uint64_t us)
{
  uint64_t wake = cpu_tsc() + tsc_from_us(us);
  unsigned long flags = sched_enter();
  struct thread *self = thread_self(), **link = &sleepers;
  while (*link && (int64_t)((*link)->wake_tsc - wake) <= 0)
    link = &(*link)->next;
  self->wake_tsc = wake;
  self->next = *link;
  *link = self;
  sched_wait(WAIT_SLEEP, NULL);
  sched_leave(flags);
}

bool timer_start(uint32_t hz)
{
  uint32_t divisor = (PIT_HZ + hz / 2) / hz;
  manager = thread_create_service("TimerManager", manage, NULL);
  if (!manager)
    return false;
  cpu_out8(PIT_COMMAND, PIT_SELECT(CHANNEL) | PIT_LOW_HIGH | PIT_RATE);
  cpu_out8(PIT_CHANNEL(CHANNEL), (uint8_t)divisor);
  cpu_out8(PIT_CHANNEL(CHANNEL), (uint8_t)(divisor >> 8));
  irq_handle(IRQ_TIMER, handle_tick);
  return true;
}
