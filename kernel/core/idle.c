/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * idle.c: see idle.h.
 */
#include "idle.h"

#include "crash/panic.h"
#include "sched.h"
#include "thread_list.h"
#include "timer.h"

static void (*program_report)(void);

void idle_on_deadlock(void (*report)(void))
{
  program_report = report;
}

static void report_wait(const struct thread *t)
{
  const struct mutex *m = t->wait_on;
  const struct thread *other = t->wait_on;
  switch (t->wait) {
  case WAIT_UNBLOCK: kprintf("to be unblocked\n"); break;
  case WAIT_UNTIL: case WAIT_SLEEP: kprintf("for the timer\n"); break;
  case WAIT_LEND: kprintf("for a service to which it lends its processor\n"); break;
  case WAIT_MUTEX:
    kprintf("for mutex %p, which %s (id %u) owns\n", t->wait_on, mutex_owner(m)->name,
            thread_number(mutex_owner(m)));
    break;
  case WAIT_COND: kprintf("for condition %p\n", t->wait_on); break;
  case WAIT_JOIN: kprintf("for the end of %s (id %u)\n", other->name, thread_number(other)); break;
  }
}

static _Noreturn void report_deadlock(void)
{
  fatal_begin();
  fatal_reason("panic: deadlock: every thread waits, and nothing is left that could wake one");
  for (const struct thread *t = thread_list_next(NULL); t && thread_is_sound(t); t = thread_list_next(t))
    if (t->state == THREAD_WAITING && !t->service) {
      kprintf("  %s (id %u) waits ", t->name, thread_number(t));
      report_wait(t);
    }
  if (program_report)
    program_report();
  kprintf("  A dump has the functions on the stack of each thread: hostdump report --table crash FILE.jxp\n");
  fatal_end();
}

/* Returns whether a look under sched_lock, which processors that work need, would find nothing. One processor always
 * looks: no other one waits for the lock, and what it does there is the same in each run. */
static bool is_quiet(const struct processor *p)
{
  return processor_count > 1 && !p->wanted && sched_none_ready() && (p->number || timer_pending());
}

/* Lets a ready thread run, if there is one. Only the first processor looks for a deadlock: it takes the interrupts of
 * all devices, so none of them is about to wake a thread then. Interrupts off. */
static bool gave_way(void)
{
  if (is_quiet(processor_self()))
    return false;
  unsigned long flags = sched_enter();
  const bool others = sched_others();
  if (others)
    sched_yield();
  else if (processor_self()->number == 0 && !timer_pending() && sched_all_idle())
    report_deadlock();
  sched_leave(flags);
  return others;
}

/* Polling reads the time stamp counter: where QEMU counts instructions that is when its own clock learns of them. */
_Noreturn void idle_run(enum idle_way way)
{
  for (;;) {
    cpu_irq_off();
    if (gave_way())
      continue;
    if (way == IDLE_HALT)
      cpu_irq_on_and_wait();
    else {
      cpu_irq_on();
      cpu_tsc();
      cpu_pause();
    }
  }
}
