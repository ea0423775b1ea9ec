/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timeline.h: who ran when, who woke whom, and how long threads that could run had to wait (the data of the JX
 * paper's figure 8), from the SCHED records.
 *
 * A thread can run from the moment it is unblocked, preempted or yields; the wait ends when it is switched in. A
 * thread that an interrupt interrupted is not waiting for the scheduler, so interrupts make no latency; the idle
 * thread and interrupt contexts have none. A record that does not continue from the one before (some were lost) ends
 * nothing and starts anew: no stretch is made up.
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include <stdint.h>

#include "view.h"

/* A thread ran from `start` to `end` (TSC). */
struct timeline_stretch {
  uint64_t start, end;
  uint32_t thread;       /* index in the view */
  uint32_t why;          /* it stopped: enum wire_why; 0: profiling was stopped */
};

struct timeline_wake { uint64_t tsc; uint32_t by, woken; };

/* Figures of one thread within the view's window. */
struct timeline_thread {
  uint64_t ran;          /* cycles */
  uint64_t switches;     /* times it was given the CPU; coming back from an interrupt is not counted */
  uint64_t why[WIRE_WHY_UNBLOCK + 1];  /* times it stopped, by reason */
  uint64_t wakeups;
  int64_t *latency;      /* cycles, rising */
  size_t latencies, latency_room;
};

struct timeline {
  struct timeline_stretch *stretches;  /* by time */
  size_t stretch_count, stretch_room;
  struct timeline_wake *wakes;         /* by time */
  size_t wake_count, wake_room;
  struct timeline_thread *threads;     /* by index in the view */
  size_t thread_count;
  uint64_t breaks;                     /* records that did not continue from the one before */
};

/* The time line of all threads, wanted or not; made on the first call, the view's. */
const struct timeline *timeline_get(struct view *v);
void timeline_free(struct timeline *t);

/* A reason's text: "-" for 0, "unknown" for a number that this program does not know. */
const char *timeline_why(uint32_t why);

#endif
