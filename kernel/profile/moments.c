/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * moments.c: see moments.h.
 *
 * Intervals do not drift: the time of a moment is the time of the one before and the interval, however late that one
 * was taken. A time that passes while the moment before is still to be taken is counted as a moment that was lost.
 */
#include "moments.h"

#include "cpu.h"
#include "prof.h"
#include "core/sched.h"
#include "core/thread_list.h"
#include "core/timer.h"
#include "tsc.h"

static struct thread *taker;
static bool waits;                 /* [Q] it waits for work */
static bool asked, due;            /* [Q] a moment is to be taken: the monitor wants it; its time has come */
static uint64_t interval, next;    /* [Q] cycles, 0: none; TSC */

/* Has a moment be taken, for the reason that *what stands for. */
static void want(bool *what)
{
  const unsigned long irq = sched_enter();
  const bool wake = waits;
  *what = true;
  waits = false;
  sched_leave(irq);
  if (!wake)
    return;
  sched_note_running();
  thread_unblock(taker);
}

/* At each timer tick, interrupts off. */
static void tick(uint64_t now)
{
  const unsigned long irq = sched_enter();
  const bool reached = interval && (int64_t)(now - next) >= 0;
  const uint64_t passed = reached ? (now - next) / interval : 0, missed = passed + due;
  if (reached)
    next += (passed + 1) * interval;
  sched_leave(irq);
  if (!reached)
    return;
  prof_moments_missed(missed);
  want(&due);
}

/* Takes what is to be done off, and returns why a moment is to be taken; 0: none is. */
static enum wire_moment_why take_work(void)
{
  const unsigned long irq = sched_enter();
  const enum wire_moment_why why = due ? WIRE_MOMENT_WHY_INTERVAL : asked ? WIRE_MOMENT_WHY_ASKED : 0;
  if (due)
    due = false;
  else
    asked = false;
  waits = !why;
  sched_leave(irq);
  return why;
}

static void run_taker(void *arg)
{
  (void)arg;
  for (;;) {
    const enum wire_moment_why why = take_work();
    if (!why) {
      thread_block();
      continue;
    }
    if (!prof_moments_on())
      continue; /* stopped: nobody has to stand still */
    const uint64_t begun = prof_moment_clock();
    thread_stop_others();
    const uint64_t stopped = prof_moment_clock();
    prof_moment_take(why, stopped, processor_count > 1 ? stopped - begun : 0);
    thread_let_go();
  }
}

bool moments_begin(uint32_t interval_us)
{
  taker = thread_create_service("MomentTaker", THREAD_IRQ, WIRE_THREAD_PROFILER, run_taker, NULL);
  if (!taker)
    return false;
  timer_on_tick(tick);
  moments_every(interval_us);
  return true;
}

void moments_once(void)
{
  want(&asked);
}

void moments_every(uint32_t us)
{
  const unsigned long irq = sched_enter();
  interval = tsc_from_us(us);
  next = cpu_tsc() + interval;
  sched_leave(irq);
}

void moments_at_crash(void)
{
  sched_note_running();
  prof_moment_take(timer_watchdog_fired() ? WIRE_MOMENT_WHY_WATCHDOG : WIRE_MOMENT_WHY_CRASH, prof_moment_clock(), 0);
}
