/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prof_inline.h: the parts of prof.h that are compiled into their user: the thread's clock and the event log. Included
 * by prof.h only; what is here is the profiler's own, except what prof.h declares.
 */
#ifndef PROF_INLINE_H
#define PROF_INLINE_H

#include "prof_port.h"

/* A node of a thread's call tree: one path of calls. A path is active once at most in its thread, so the state of the
 * open call lives in the node too, and the path from `current` to the root is the drift stack of the paper's figure 2.
 * All fields are written by the node's own thread, or with the thread stopped. */
struct prof_node {
  const void *address;         /* function; NULL for root and other */
  struct prof_node *last;      /* the child called last: the common case of the next call */
  struct prof_node *parent;
  uint64_t t0;                 /* open call: thread clock at the end of its prolog */
  const void *slot;            /* open call: where its return address lies; the highest address: nobody knows */
  int64_t drift;               /* open call: profiler cycles since t0, callees' included */
  uint64_t calls;              /* completed calls */
  uint64_t raw;                /* of all calls: sum of t1 - t0 */
  int64_t drift_sum;           /* of all calls: what of `raw` was the profiler's */
  int64_t least, most;         /* of completed calls: corrected time */
  unsigned __int128 square;    /* of completed calls: sum of the corrected times' squares */
  uint64_t negative;           /* completed calls that came out below zero */
  struct prof_node *child;     /* first of the callees seen, most recently looked up first */
  struct prof_node *sibling;   /* next callee of the same parent */
  uint32_t thread;             /* number */
  uint32_t flags;              /* WIRE_NODE_... */
};

/* Costs of the probes in cycles, from prof_calibrate(); see WIRE_METAS for what each covers. */
struct prof_costs {
  int64_t inner, outer;              /* of a call */
  int64_t slow_inner, slow_outer;    /* added by a lookup */
  int64_t enter_inner, enter_outer;  /* of inner and outer, what has been spent when only the enter hook has run */
  int64_t nested;                    /* of a call inside `other` */
  int64_t event, birth, death;
  int64_t resume;                    /* of a switch away and back */
  int64_t add;                       /* of making a thread known, besides what is measured */
};
extern struct prof_costs prof_costs;

/* A buffer of records. Record number i, counted from 0, is kept when i < limit, at index i & mask: a buffer that keeps
 * its oldest records has its capacity as limit and a mask of ones; one that keeps its newest (a ring) has no limit, and
 * a capacity that is a power of two. What was dropped, or overwritten, is made - kept. */
struct prof_log {
  uint64_t made;      /* records that the probes wanted */
  uint64_t limit;
  uint64_t mask;
  uint64_t capacity;
  bool on;
};
extern struct prof_log prof_events, prof_births, prof_deaths;
extern struct wire_event *prof_event_records;
extern struct wire_birth *prof_birth_records;
extern struct wire_death *prof_death_records;
extern uint32_t prof_collection;   /* number of the one that goes on, or of the last */

/* The thread's own clock: cycles that did not pass in suspension. A switch between the two reads shows in `suspended`,
 * and the reading is repeated. */
static inline uint64_t prof_clock(const struct prof_thread *t)
{
  const volatile uint64_t *suspended = &t->suspended;
  uint64_t before, now;
  do {
    before = *suspended;
    now = prof_port_tsc();
  } while (__builtin_expect(before != *suspended, 0));
  return now - before;
}

static inline void prof_event_log(uint32_t event, uint64_t arg)
{
  if (!prof_events.on)
    return;
  uint64_t i = prof_port_take(&prof_events.made);
  if (__builtin_expect(i >= prof_events.limit, 0))
    return;
  struct prof_thread *t = prof_port_thread();
  struct wire_event *e = &prof_event_records[i & prof_events.mask];
  e->tsc = prof_port_tsc();
  e->arg = arg;
  e->event = event;
  e->thread = t->id;
  if (t->current)
    t->current->drift += prof_costs.event;
}

static inline void prof_drift(int64_t cycles)
{
  struct prof_thread *t = prof_port_thread();
  if (t->current)
    t->current->drift += cycles;
}

static inline bool prof_birth(uintptr_t object, uint32_t site, uint32_t class, uint32_t bytes, uint64_t clock)
{
  if (!prof_births.on)
    return false;
  uint64_t i = prof_port_take(&prof_births.made);
  if (__builtin_expect(i >= prof_births.limit, 0))
    return false;
  struct wire_birth *b = &prof_birth_records[i & prof_births.mask];
  b->tsc = prof_port_tsc();
  b->object = object;
  b->clock = clock;
  b->site = site;
  b->class = class;
  b->bytes = bytes;
  b->thread = prof_port_thread()->id;
  prof_drift(prof_costs.birth);
  return true;
}

static inline void prof_death(uintptr_t object)
{
  if (!prof_deaths.on)
    return;
  uint64_t i = prof_port_take(&prof_deaths.made);
  if (__builtin_expect(i >= prof_deaths.limit, 0))
    return;
  struct wire_death *d = &prof_death_records[i & prof_deaths.mask];
  d->object = object;
  d->collection = prof_collection;
  prof_drift(prof_costs.death);
}

#endif
