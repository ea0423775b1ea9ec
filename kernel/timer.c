/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timer.c: see timer.h. PIT channel 0 drives interrupt line 0.
 */
#include "timer.h"

#include <stddef.h>

#include "cpu.h"
#include "irq.h"
#include "pit.h"
#include "sched.h"
#include "thread_list.h"
#include "tsc.h"

#define CHANNEL 0

static struct thread *sleepers;   /* the next to wake first */
static struct thread *manager;

bool timer_pending(void)
{
  return sleepers;
}

static PROF_UNTIMED bool is_due(uint64_t now)
{
  return sleepers && (int64_t)(now - sleepers->wake_tsc) >= 0;
}

static void handle_tick(struct prof_thread *interrupted, const struct irq_frame *frame)
{
  prof_sample(interrupted, frame->rip, frame->rbp);
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
