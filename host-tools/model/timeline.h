/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timeline.h: who ran when and on which processor, who woke whom, and how long threads that could run had to wait (the
 * data of the JX paper's figure 8), from the SCHED records.
 *
 * Each processor has a time line of its own: the thread that a switch leaves is the one that the processor's switch
 * before went to. A record that does not continue from the one before (some were lost, or the target's are wrong) ends
 * nothing and starts anew: no stretch is made up. Records that cannot be true together although none is missing between
 * them are counted, with the first place: enum timeline_conflict.
 *
 * A thread can run from the moment it is unblocked, preempted or yields; the wait ends when it is switched in. A thread
 * that an interrupt interrupted is not waiting for the scheduler, so interrupts make no latency; the idle thread and
 * interrupt contexts have none. A thread of the profiler is like an interrupt to the others: the thread that makes room
 * for it is not preempted, and none waits meanwhile, as long as no processor is idle.
 *
 * Thread 0 stands for all those for which the target's table had no room: they have stretches and wakes, but no waits and no
 * moves, and they contradict nothing.
 *
 * Stretches, wakes and the rest are not kept but told while timeline_walk() goes through the records, each when it is
 * over; those of one processor are in the order of time.
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include <stdint.h>

#include "base/quantiles.h"
#include "view.h"

#define TIMELINE_PERCENTILE 99 /* of latencies: the one that can be asked for */

#define TIMELINE_NONE UINT32_MAX /* no thread; no processor */

/* Processors that are followed; records of further ones are left out, and counted. Any number that a target may really
 * have: what follows them takes memory and time for each. */
#define TIMELINE_PROCESSORS 1024

/* Records that contradict each other. */
enum timeline_conflict {
  TIMELINE_ELSEWHERE, /* a switch leaves a thread that did not run on the processor: another one did */
  TIMELINE_TWICE,     /* a thread runs on two processors at once, for longer than their clocks may differ */
  TIMELINE_NOWHERE,   /* a record is of a processor that the target does not have */
  TIMELINE_CONFLICTS
};

/* How often that was found, and where first: the record's time and processor, the thread, and the thread that really
 * ran (TIMELINE_ELSEWHERE) or the other processor (TIMELINE_TWICE). */
struct timeline_place { uint64_t count, tsc; uint32_t cpu, thread, other; };

/* A thread ran on a processor from `start` to `end` (TSC). */
struct timeline_stretch {
  uint64_t start, end;
  uint32_t thread;       /* index in the view */
  uint32_t why;          /* it stopped: enum wire_why; 0: profiling was stopped, or the stretch is cut here */
  uint32_t cpu;
  bool goes_on;          /* it begins at a cut */
};

struct timeline_wake { uint64_t tsc; uint32_t by, woken, cpu; /* where `by` ran */ };

/* A thread that could run was switched in. */
struct timeline_wait {
  uint32_t thread;
  uint32_t cpu, from;    /* where it runs now; where it was woken from, or lost its processor */
  bool woken;            /* it was blocked before */
  uint64_t cycles;       /* it waited */
};

/* A thread was switched in on another processor than it ran on before. Interrupt contexts are not told. */
struct timeline_move {
  uint32_t thread, from, to;
  uint64_t left, tsc;    /* when it stopped there, and when it starts here */
  bool woken;            /* it was blocked meanwhile */
};

/* Figures of one thread within the view's window. */
struct timeline_thread {
  bool met;              /* a SCHED record mentions it */
  uint64_t ran;          /* cycles */
  uint64_t switches;     /* times it was given the CPU; coming back from an interrupt is not counted */
  uint64_t why[WIRE_WHY_UNBLOCK + 1];  /* times it stopped, by reason */
  uint64_t wakeups;
  uint64_t moves;        /* times it was given another processor than before */
  struct quantiles latency; /* cycles */
  __int128 latency_sum;
  struct { uint64_t count; __int128 sum; uint64_t most; } woken[2]; /* latency behind a wake-up, cycles: where the thread
                                                                       ran on the waker's processor, and on another */
};

/* What a processor did within the view's window, cycles. What is left of the time is not known. */
struct timeline_processor {
  bool met;                        /* there is a switch of it */
  uint64_t threads, interrupts, profiler, idle;
  uint64_t switches;               /* between threads: coming and going of interrupts excepted */
  uint64_t moved_in, moved_out;    /* threads that came from another processor, and went to one */
};

struct timeline {
  struct timeline_thread *threads;     /* by index in the view */
  size_t thread_count, thread_room;
  struct timeline_processor *processors;
  size_t processor_count, processor_room;
  struct timeline_place conflicts[TIMELINE_CONFLICTS]; /* of the whole run */
};

/* New figures, of all threads, wanted or not. analysis.h makes them once. */
struct timeline *timeline_new(struct view *v);
void timeline_free(struct timeline *t);  /* NULL: does nothing */

/* What a thread does from `tsc` on that does not run. */
enum timeline_rest {
  TIMELINE_READY,        /* it waits for a processor */
  TIMELINE_BLOCKED,      /* it waits for another thread or a device */
  TIMELINE_INTERRUPTED,  /* an interrupt, or a thread of the profiler, has its processor for a while */
  TIMELINE_GONE          /* it has exited */
};
struct timeline_pause {
  uint64_t tsc;
  uint32_t thread;
  enum timeline_rest rest;
  uint32_t why;          /* enum wire_why; of a READY one that was woken: UNBLOCK, by thread `by` */
  uint32_t by;           /* or TIMELINE_NONE */
};

/* What a walk tells of; NULL: nothing of that. */
struct timeline_ops {
  void (*stretch)(void *ctx, const struct timeline_stretch *s);
  void (*wake)(void *ctx, const struct timeline_wake *w);           /* within the view's window */
  void (*waited)(void *ctx, const struct timeline_wait *w);         /* it ended within the window; not of idle threads */
  void (*moved)(void *ctx, const struct timeline_move *m);          /* within the window */
  /* The threads and the processor of a record, one of which has none before it, before all else that is told of the
   * record; of an unblock, `cpu` is TIMELINE_NONE. */
  void (*met)(void *ctx, uint32_t from, uint32_t to, uint32_t cpu);
  void (*started)(void *ctx, uint32_t thread, uint32_t cpu);        /* it was given a processor, within the window;
                                                                       coming back from an interrupt is not told */
  void (*stopped)(void *ctx, uint32_t thread, uint32_t why);        /* it lost its processor, within the window */
  /* From `tsc` on `thread` runs on a processor, or TIMELINE_NONE: it is not known who does. In the order of time. */
  void (*change)(void *ctx, uint64_t tsc, uint32_t cpu, uint32_t thread);
  void (*pause)(void *ctx, const struct timeline_pause *p);         /* of all threads but number 0 */
  /* Behind `tsc` records are missing: from there on it is not known of any thread what it does. */
  void (*forgot)(void *ctx, uint64_t tsc);
  /* The next moment behind `tsc` at which all stretches are cut, so that those that begin before it are told before
   * those that begin at it or behind it; UINT64_MAX: none. */
  uint64_t (*cut)(void *ctx, uint64_t tsc);
};

/* Goes through the SCHED records by time and calls `ops` with `ctx`. Ends early where they cannot be read again. */
void timeline_walk(struct view *v, const struct timeline_ops *ops, void *ctx);

/* timeline_walk() that may leave out what does not reach into the view's window: stretches, and changes before it, of
 * which those are told then that hold where the walk begins; `met` is told of all threads at once. `ops` has no
 * `pause` and no `forgot`, and cuts in the window only. Cost: the first time that of a whole walk; then that of a window's records and two to four times
 * 65,536 more. */
void timeline_walk_window(struct view *v, const struct timeline_ops *ops, void *ctx);

/* timeline_walk_window() that counts the contradictions of the whole run, too; `conflicts` is zeroed at first. */
void timeline_walk_checked(struct view *v, const struct timeline_ops *ops, void *ctx,
                           struct timeline_place conflicts[TIMELINE_CONFLICTS]);

/* Whether the user's choice wants a stretch, and in *start and *end, nanoseconds, the part of it that lies in the view's
 * window. */
bool timeline_shows(const struct view *v, const struct timeline_stretch *s, int64_t *start, int64_t *end);

/* Whether the user's choice wants a wake-up: of one of both threads. */
bool timeline_shows_wake(const struct view *v, const struct timeline_wake *w);

/* The kind of a thread (index in the view): what a processor does while the thread runs there. Inline: it is asked for
 * each record. */
enum timeline_doing { TIMELINE_THREAD, TIMELINE_INTERRUPT, TIMELINE_PROFILER, TIMELINE_IDLE };
static inline enum timeline_doing timeline_doing(const struct view *v, uint32_t thread)
{
  const uint32_t flags = v->threads[thread].flags;
  return flags & WIRE_THREAD_IRQ ? TIMELINE_INTERRUPT : flags & WIRE_THREAD_IDLE ? TIMELINE_IDLE :
         flags & WIRE_THREAD_PROFILER ? TIMELINE_PROFILER : TIMELINE_THREAD;
}

/* A reason's text: "-" for 0, "unknown" for a number that this program does not know. */
const char *timeline_why(uint32_t why);

#endif
