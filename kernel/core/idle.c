/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * idle.c: see idle.h. To wake a processor that has halted takes long, under an emulator most of all: so one of several
 * looks for work for a while first, and gets it without an interrupt (`polling`). How often that finds work decides how
 * often it is tried.
 */
#include "idle.h"

#include "crash/panic.h"
#include "sched.h"
#include "smp.h"
#include "thread_list.h"
#include "timer.h"
#include "tsc.h"

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
  return processor_count > 1 && !p->wanted && !sched_ready_count() &&
         (p->number || timer_pending());
}

/* Lets a ready thread run, if there is one. Only the first processor looks for a deadlock: it takes the interrupts of
 * all devices, so none of them is about to wake a thread then. Interrupts off. */
static bool gave_way(void)
{
  if (is_quiet(processor_self()))
    return false;
  unsigned long flags = sched_enter();
  const bool others = sched_others();
  processor_self()->wanted = false; /* this is the look */
  if (others)
    sched_yield();
  else if (processor_self()->number == 0 && !timer_pending() && sched_all_idle())
    report_deadlock();
  sched_leave(flags);
  return others;
}

/* For so long a processor looks for work before it halts: what it takes to wake one that has halted, under an emulator,
 * is 20 to 80 us of the host (measured, QEMU 7.2), so that at worst the wait costs twice that. */
#define POLL_US 50

/* A processor that found nothing does not poll the next time, then the next 3 times, 7, ..., until it has found
 * something. */
#define PASSES_MOST 64

/* The last processor that polled; it still does as long as it is `polling`. NULL: there was none. A second one at once,
 * as may happen, does no harm; each would take a host's time from threads. */
static struct processor *poller;

/* Of each processor, changed by itself: times that it is to halt without polling, and has done so. */
static struct { uint32_t passes, passed; } tries[PROCESSORS_MOST];

/* Returns whether processor `p` is to poll now: no other one does, and it found work that way, or is to try again. */
static bool is_to_poll(const struct processor *p)
{
  const struct processor *last = __atomic_load_n(&poller, __ATOMIC_RELAXED);
  if (processor_count == 1 || (last && __atomic_load_n(&last->polling, __ATOMIC_RELAXED)))
    return false;
  const bool due = tries[p->number].passed++ >= tries[p->number].passes;
  if (due)
    tries[p->number].passed = 0;
  return due;
}

/* Returns whether there is work for processor `p`, which need not stay so: more threads are ready than the `left` that
 * it could not run when it looked last. */
static PROF_UNTIMED bool has_work(const struct processor *p, uint32_t left)
{
  return __atomic_load_n(&p->wanted, __ATOMIC_SEQ_CST) || sched_ready_count() > left;
}

/* Looks for work for a while, unless that has not been worth it lately. A processor that makes a thread ready meanwhile
 * does not interrupt this one. Returns whether there is work. Interrupts off, before and after; meanwhile they are on,
 * and may let threads run: then `polling` is taken back. */
static bool poll_for_work(struct processor *p)
{
  if (!is_to_poll(p))
    return false;
  __atomic_store_n(&poller, p, __ATOMIC_RELAXED);
  const uint32_t left = sched_ready_count();
  __atomic_store_n(&p->polling, true, __ATOMIC_SEQ_CST);
  cpu_irq_on();
  const uint64_t begun = cpu_tsc(), most = tsc_from_us(POLL_US);
  for (unsigned looks = 0; __atomic_load_n(&p->polling, __ATOMIC_RELAXED) && !has_work(p, left) &&
       cpu_tsc() - begun < most;)
    cpu_relax(&looks);
  cpu_irq_off();
  const bool found = !__atomic_exchange_n(&p->polling, false, __ATOMIC_SEQ_CST) || has_work(p, left);
  uint32_t *passes = &tries[p->number].passes;
  *passes = found ? 0 : *passes >= PASSES_MOST ? PASSES_MOST : 2 * *passes + 1;
  return found;
}

/* Waits for work. Interrupts off before; not behind it. Polling reads the time stamp counter: where QEMU counts
 * instructions that is when its own clock learns of them. */
static void wait_for_work(enum idle_way way)
{
  if (way == IDLE_POLL) {
    cpu_irq_on();
    cpu_tsc();
    cpu_pause();
  } else if (!poll_for_work(processor_self()))
    cpu_irq_on_and_wait();
}

/* An interrupt ends the rest, but where it is an NMI. */
static void rest(enum idle_way way)
{
  struct processor *p = processor_self();
  if (processor_count > 1)
    smp_rest(p);
  wait_for_work(way);
  cpu_irq_off();
  if (p->resting)
    smp_end_rest(p);
}

_Noreturn void idle_run(enum idle_way way)
{
  for (;;) {
    cpu_irq_off();
    if (!gave_way())
      rest(way);
  }
}
