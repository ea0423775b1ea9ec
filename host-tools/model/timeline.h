/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timeline.h: who ran when, who woke whom, and how long threads that could run had to wait (the data of the JX
 * paper's figure 8), from the SCHED records.
 *
 * A thread can run from the moment it is unblocked, preempted or yields; the wait ends when it is switched in. A thread
 * that an interrupt interrupted is not waiting for the scheduler, so interrupts make no latency; the idle thread and
 * interrupt contexts have none. A thread of the profiler is like an interrupt to the others: the thread that makes room
 * for it is not preempted, and none waits meanwhile. A record that does not continue from the one before (some were
 * lost) ends nothing and starts anew: no stretch is made up.
 *
 * Stretches and wakes are not kept but told, in the order of time, while timeline_walk() goes through the records.
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include <stdint.h>

#include "base/quantiles.h"
#include "view.h"

#define TIMELINE_PERCENTILE 99 /* of latencies: the one that can be asked for */

/* A thread ran from `start` to `end` (TSC). */
struct timeline_stretch {
  uint64_t start, end;
  uint32_t thread;       /* index in the view */
  uint32_t why;          /* it stopped: enum wire_why; 0: profiling was stopped */
};

struct timeline_wake { uint64_t tsc; uint32_t by, woken; };

/* Figures of one thread within the view's window. */
struct timeline_thread {
  bool met;              /* a SCHED record mentions it */
  uint64_t ran;          /* cycles */
  uint64_t switches;     /* times it was given the CPU; coming back from an interrupt is not counted */
  uint64_t why[WIRE_WHY_UNBLOCK + 1];  /* times it stopped, by reason */
  uint64_t wakeups;
  struct quantiles latency; /* cycles */
  __int128 latency_sum;
};

struct timeline {
  struct timeline_thread *threads;     /* by index in the view */
  size_t thread_count, thread_room;
  uint64_t breaks;                     /* records that did not continue from the one before */
};

/* New figures, of all threads, wanted or not. analysis.h makes them once. */
struct timeline *timeline_new(struct view *v);
void timeline_free(struct timeline *t);  /* NULL: does nothing */

/* What a walk tells of; NULL: nothing of that. */
struct timeline_ops {
  void (*stretch)(void *ctx, const struct timeline_stretch *s);
  void (*wake)(void *ctx, const struct timeline_wake *w);           /* within the view's window */
  void (*waited)(void *ctx, uint32_t thread, uint64_t cycles);      /* until it was switched in, within the window */
};

/* Goes through the SCHED records by time and calls `ops` with `ctx`. Ends early where they cannot be read again. */
void timeline_walk(struct view *v, const struct timeline_ops *ops, void *ctx);

/* A reason's text: "-" for 0, "unknown" for a number that this program does not know. */
const char *timeline_why(uint32_t why);

#endif
