/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * moments.c: see moments.h.
 *
 * Intervals do not drift: the time of a moment is the time of the one before and the interval, however late that one
 * was taken. A time that passes while the moment before is still to be taken is counted as a moment that was lost. The
 * first interval begins when threads run: before, while other processors start, there is no moment to be taken. Each
 * processor's ticks look at the time, since one of them may keep interrupts off for long.
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
static uint64_t interval, next;    /* [Q] cycles, 0: none; TSC. Ticks read both without the lock, too */

/* Stacks that are walked at once before a moment: threads stand still for some 10 us. */
#define PREPARED 16

/* Has the taker do what *what stands for. Under sched_lock; returns whether the caller is to unblock it then. */
static bool note(bool *what)
{
  const bool wake = waits;
  __atomic_store_n(what, true, __ATOMIC_RELAXED);
  waits = false;
  return wake;
}

static void want(bool *what)
{
  const unsigned long irq = sched_enter();
  const bool wake = note(what);
  sched_leave(irq);
  if (wake)
    thread_unblock(taker);
}

/* Returns whether the time of a moment has come, as it seems without the lock. */
static bool seems_due(uint64_t now)
{
  return __atomic_load_n(&interval, __ATOMIC_RELAXED) && (int64_t)(now - __atomic_load_n(&next, __ATOMIC_RELAXED)) >= 0;
}

/* Has a moment taken, if its time has come, and counts those whose time has passed. Of processors whose ticks come at
 * once one finds that it has. */
static void look_at_time(uint64_t now)
{
  const unsigned long irq = sched_enter();
  const bool reached = interval && (int64_t)(now - next) >= 0;
  bool wake = false;
  if (reached) {
    const uint64_t passed = (now - next) / interval;
    __atomic_store_n(&next, next + (passed + 1) * interval, __ATOMIC_RELAXED);
    prof_moments_missed(passed + due);
    wake = note(&due);
  }
  sched_leave(irq);
  if (wake)
    thread_unblock(taker);
}

/* At the ticks of all processors, interrupts off. The lock is taken only where there is something to do: processors that
 * wait for it at each tick would leave each other little time. */
static void tick(uint64_t now)
{
  if (seems_due(now))
    look_at_time(now);
  else if (__atomic_load_n(&interval, __ATOMIC_RELAXED) && !__atomic_load_n(&fresh, __ATOMIC_RELAXED) &&
           prof_moment_unprepared())
    want(&fresh);
}

static bool take_off(bool *what)
{
  const bool was = *what;
  __atomic_store_n(what, false, __ATOMIC_RELAXED);
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

static void run_taker(void *interval_us)
{
  moments_every((uint32_t)(uintptr_t)interval_us);
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
  taker = thread_create_service("MomentTaker", THREAD_IRQ, WIRE_THREAD_PROFILER, run_taker,
                                (void *)(uintptr_t)interval_us);
  if (!taker)
    return false;
  timer_on_any_tick(tick);
  return true;
}

void moments_once(void)
{
  want(&asked);
}

void moments_every(uint32_t us)
{
  const unsigned long irq = sched_enter();
  __atomic_store_n(&interval, tsc_from_us(us), __ATOMIC_RELAXED);
  __atomic_store_n(&next, tsc_now() + interval, __ATOMIC_RELAXED);
  sched_leave(irq);
}

void moments_at_crash(void)
{
  sched_note_running();
  prof_moment_take(timer_watchdog_fired() ? WIRE_MOMENT_WHY_WATCHDOG : WIRE_MOMENT_WHY_CRASH, prof_moment_clock(), 0);
}
