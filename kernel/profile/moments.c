/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * moments.c: see moments.h.
 *
 * Intervals do not drift: the time of a moment is the time of the one before and the interval, however late that one
 * was taken. A time that passes while the moment before is still to be taken is counted as a moment that was lost.
 *
 * Where moments are taken at intervals, stacks of new threads are walked before, some at each tick: else all threads
 * would stand still at the first moment for as long as it takes to walk all stacks.
 */
#include "moments.h"

#include "prof.h"
#include "core/sched.h"
#include "core/thread_list.h"
#include "core/timer.h"
#include "tsc.h"

static struct thread *taker;
static bool waits;                 /* [Q] it waits for work */
static bool asked, due;            /* [Q] a moment is to be taken: the monitor wants it; its time has come */
static bool fresh;                 /* [Q] stacks of new threads are to be walked */
static uint64_t interval, next;    /* [Q] cycles, 0: none; TSC */

/* Stacks that are walked at once before a moment: threads stand still for some 10 us. */
#define PREPARED 16

/* Has the taker do what *what stands for. */
static void want(bool *what)
{
  const unsigned long irq = sched_enter();
  const bool wake = waits;
  *what = true;
  waits = false;
  sched_leave(irq);
  if (wake)
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
  if (reached) {
    prof_moments_missed(missed);
    want(&due);
  } else if (interval && prof_moment_unprepared()) {
    want(&fresh);
  }
}

static bool take_off(bool *what)
{
  const bool was = *what;
  *what = false;
  return was;
}

/* Takes off what is to be done. Returns false where nothing is; else *why says why a moment is to be taken, 0: stacks of
 * new threads are to be walked. */
static bool take_work(enum wire_moment_why *why)
{
  const unsigned long irq = sched_enter();
  *why = take_off(&due) ? WIRE_MOMENT_WHY_INTERVAL : take_off(&asked) ? WIRE_MOMENT_WHY_ASKED : 0;
  const bool some = *why || take_off(&fresh);
  waits = !some;
  sched_leave(irq);
  return some;
}

/* While all other threads stand still. */
static void work(enum wire_moment_why why)
{
  const uint64_t stopped = prof_moment_clock();
  if (why)
    prof_moment_take(why, stopped, sched_stop_took());
  else
    prof_moment_prepare(PREPARED);
}

static void run_taker(void *arg)
{
  (void)arg;
  for (;;) {
    enum wire_moment_why why;
    if (!take_work(&why)) {
      thread_block();
    } else if (prof_moments_on()) { /* else they were stopped: no thread has to stand still */
      thread_stop_others();
      work(why);
      thread_let_go();
    }
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
  next = tsc_now() + interval;
  sched_leave(irq);
}

void moments_at_crash(void)
{
  sched_note_running();
  prof_moment_take(timer_watchdog_fired() ? WIRE_MOMENT_WHY_WATCHDOG : WIRE_MOMENT_WHY_CRASH, prof_moment_clock(), 0);
}
