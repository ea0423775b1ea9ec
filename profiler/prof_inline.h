/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prof_inline.h: the parts of prof.h that are compiled into their user: the thread's clock, and whether something is to
 * be recorded. What records lies with the probes, so that samples there are the profiler's. Included by prof.h only;
 * what is here is the profiler's own, except what prof.h declares.
 */
#ifndef PROF_INLINE_H
#define PROF_INLINE_H

#include "arch/arch.h"
#include "prof_port.h"

#define PROF_BUCKETS  64
#define PROF_NEGATIVE (PROF_BUCKETS - 1)  /* the bucket of calls whose corrected time came out below zero */

/* A node of a thread's call tree: one path of calls. A path is active once at most in its thread, so the state of the
 * open call lives in the node too, and the path from `current` to the root is the drift stack of the paper's figure 2.
 * All fields are written by the node's own thread, or with the thread stopped. */
struct prof_node {
  const void *address;         /* function; NULL for root and other */
  struct prof_node *next;      /* the child that is expected: what came after `before` last time */
  struct prof_node *parent;
  uint64_t t0;                 /* open call: thread clock at the end of its prolog */
  const void *slot;            /* open call: where its return address lies; the highest address: not known */
  int64_t drift;               /* open call: profiler cycles since t0, callees' included */
  uint64_t calls;              /* completed calls less prof_config's throttle: at 0 the throttle looks */
  uint64_t raw;                /* of all calls: sum of t1 - t0 */
  int64_t drift_sum;           /* of all calls: the part of `raw` that was the profiler's */
  int64_t least, most;         /* of completed calls: corrected time */
  uint32_t thread;             /* number */
  uint32_t flags;              /* WIRE_NODE_... */
  unsigned __int128 square;    /* of completed calls: sum of the corrected times' squares */
  struct prof_node *before;    /* the child that was left last */
  struct prof_node *after;     /* the sibling that was called after this one last time */
  struct prof_node *child;     /* first of the callees seen, most recently looked up first */
  struct prof_node *sibling;   /* next callee of the same parent */
#ifdef PROF_ARCH_RETURNS
  uintptr_t back;              /* open call: where its function returns to, when it has returned to the exit hook */
#endif
  uint32_t histogram[PROF_BUCKETS]; /* completed calls by the highest bit of their corrected time: WIRE_HISTOGRAM */
};

/* Costs of the probes in cycles, from prof_calibrate(); see WIRE_METAS for what each covers. */
struct prof_costs {
  int64_t inner, outer;              /* of a call */
  int64_t slow_inner, slow_outer;    /* added by a lookup */
  int64_t enter_inner, enter_outer;  /* of inner and outer, what has been spent when only the enter hook has run */
  int64_t nested;                    /* of a call inside `other` */
  int64_t slow_exit;                 /* of an exit the slow way, besides what it measures: below 0, for `outer` has the
                                      * common way's end */
  int64_t event, birth, death;
  int64_t drop;                      /* of a record that finds no room */
  int64_t resume;                    /* of a switch away and back */
  int64_t irq, irq_late;             /* of an interrupt, on the interrupted thread's clock; of one that has
                                      * switched threads: prof_calibrate_irq() */
  int64_t unblock;                   /* of telling that a thread is runnable, besides what is measured */
  int64_t lock;                      /* of telling of a lock that a thread waits for, besides what is measured */
  int64_t add;                       /* of making a thread known, besides what is measured */
};
extern struct prof_costs prof_costs;

/* A buffer of records (log.c). Record number i, counted from 0, lies at index i & mask. A probe takes the next number;
 * where that number is not below the limit there is no room, and the probe counts a drop. A buffer that keeps its
 * oldest records has its capacity as limit and a mask of ones. A ring, which keeps its newest, has no limit. The limit
 * of a stream moves on as its records are handed out. The capacity of rings and streams is a power of two. */
struct prof_log {
  uint64_t next;      /* the number that is taken next */
  uint64_t limit;
  uint64_t mask;
  bool on, ring, stream;
  const struct wire_log_info *info; /* its line of WIRE_LOGS */
  uint64_t dropped;   /* records that found no room */
  uint64_t torn;      /* records that were not complete when all was handed out in the end */
  uint64_t capacity;
  uint64_t taken;     /* of a stream: records that were handed out already */
  uint64_t undone;    /* of a stream: how many of the `dropped` records had their numbers given back */
  uint8_t *records;
};

/* The logs, prof_events and so on, and their records, prof_event_records and so on (log.c). */
#define PROF_LOG_(KIND, kind, option, ...) \
  extern struct prof_log prof_##option; \
  extern struct wire_logged_##kind *prof_##kind##_records;
WIRE_LOGS(PROF_LOG_)
#undef PROF_LOG_

extern uint32_t prof_collection;   /* number of the collection that goes on, or of the last one */

/* Returns the thread's own clock: cycles that did not pass in suspension. A switch between the two reads shows in
 * `suspended`, and the reading is repeated. Any context. */
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

struct prof_aside {
  uint64_t begun;         /* on the thread's clock */
  struct prof_node *call; /* the innermost open one; NULL: none is */
  int64_t drift;          /* what its drift was */
};

/* The clock is read first: what comes before the reading takes the same time always. */
static inline struct prof_aside prof_aside_begin(void)
{
  struct prof_thread *t = prof_port_thread();
  const uint64_t begun = prof_clock(t);
  return (struct prof_aside){ begun, t->current, t->current ? t->current->drift : 0 };
}

static inline int64_t prof_aside_end(const struct prof_aside *aside, int64_t more)
{
  const int64_t took = (int64_t)(prof_clock(prof_port_thread()) - aside->begun) + more;
  if (aside->call)
    aside->call->drift = aside->drift + took;
  return took;
}

static inline void prof_drift(int64_t cycles)
{
  struct prof_thread *t = prof_port_thread();
  if (t->current)
    t->current->drift += cycles;
}

/* Counts a record that found no room, and books the cost. Any context. (log.c) */
void prof_log_drop(struct prof_log *log);

/* Takes the number of a new record. Returns whether there is room; where there is none, the caller has to count a drop.
 * The limit is read after the number is taken: it does not go up between a number at or above it and that number's drop
 * (log.c). */
static inline bool prof_log_room(struct prof_log *log, uint64_t *number)
{
  *number = prof_port_take(&log->next);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return __builtin_expect(*number < __atomic_load_n(&log->limit, __ATOMIC_RELAXED), 1);
}

/* prof_log_room() that counts the drop. */
static inline bool prof_log_take(struct prof_log *log, uint64_t *number)
{
  if (prof_log_room(log, number))
    return true;
  prof_log_drop(log);
  return false;
}

/* Stores the column by which a record is known to be whole: last of all, and it is 0 until then (log.c). */
static inline void prof_log_whole(uint64_t *stamp, uint64_t value)
{
  __atomic_store_n(stamp, value, __ATOMIC_RELEASE);
}

static inline void prof_sample(struct prof_thread *t, uintptr_t ip, uintptr_t fp, uintptr_t sp)
{
  const struct prof_place place = { .ip = ip, .fp = fp, .sp = sp };
  prof_sample_at(t, &place);
}

static inline void prof_nmi_sample(uint64_t tsc, uintptr_t ip, uintptr_t fp, uintptr_t sp, bool masked)
{
  const struct prof_place place = { .ip = ip, .fp = fp, .sp = sp };
  prof_nmi_sample_at(tsc, &place, masked);
}

static inline void prof_crash_stack(const struct prof_thread *t, uintptr_t ip, uintptr_t fp)
{
  const struct prof_place place = { .ip = ip, .fp = fp };
  prof_crash_stack_at(t, &place);
}

/* Records it; the schedule is recorded. (sched.c) */
void prof_record_unblock(struct prof_thread *woken);

static inline void prof_unblock(struct prof_thread *woken)
{
  if (__builtin_expect(prof_sched.on, 0))
    prof_record_unblock(woken);
}

enum prof_lock_step { PROF_LOCK_WAITS, PROF_LOCK_GOT, PROF_LOCK_RELEASES, PROF_LOCK_RELEASED };

/* Does what a step of a wait or a release asks for; waits are recorded. (lock.c) */
void prof_record_lock(enum prof_lock_step step, struct prof_lock *l, struct prof_lock_wait *w, uintptr_t frame);

/* Where a wait or a release begins `begun` is 0 until it is recorded, so what ends it knows whether it is. */
static inline void prof_lock_waits(struct prof_lock_wait *w, struct prof_lock *l, const void *frame)
{
  w->begun = 0;
  if (__builtin_expect(prof_locks.on, 0))
    prof_record_lock(PROF_LOCK_WAITS, l, w, (uintptr_t)frame);
}

static inline void prof_lock_got(struct prof_lock_wait *w, struct prof_lock *l)
{
  if (__builtin_expect(prof_locks.on, 0) && w->begun)
    prof_record_lock(PROF_LOCK_GOT, l, w, 0);
}

static inline void prof_lock_releases(struct prof_lock_wait *w, struct prof_lock *l)
{
  w->begun = 0;
  if (__builtin_expect(prof_locks.on, 0))
    prof_record_lock(PROF_LOCK_RELEASES, l, w, 0);
}

static inline void prof_lock_released(struct prof_lock_wait *w, struct prof_lock *l, const void *frame)
{
  if (__builtin_expect(prof_locks.on, 0) && w->begun)
    prof_record_lock(PROF_LOCK_RELEASED, l, w, (uintptr_t)frame);
}

static inline bool prof_event_try(uint32_t event, uint64_t arg, int64_t cost)
{
  uint64_t i;
  if (!prof_log_room(&prof_events, &i))
    return false;
  struct prof_thread *t = prof_port_thread();
  struct wire_logged_event *e = &prof_event_records[i & prof_events.mask];
  uint64_t now = prof_port_tsc();
  e->arg = arg;
  e->event = event;
  e->thread = t->id;
  prof_log_whole(&e->tsc, now);
  if (t->current)
    t->current->drift += cost;
  return true;
}

/* Records an event; events are recorded. (event.c) */
void prof_record_event(uint32_t event, uint64_t arg);

/* On x86-64 the arguments are where the call wants them, whether it is made or not: the code around it is the same. */
static inline void prof_event_log(uint32_t event, uint64_t arg)
{
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
  register uint32_t in_edi __asm__("rdi") = event;
  register uint64_t in_rsi __asm__("rsi") = arg;
  __asm__ volatile("" : "+r"(in_edi), "+r"(in_rsi));
  event = in_edi;
  arg = in_rsi;
#endif
  if (__builtin_expect(prof_events.on, 0))
    prof_record_event(event, arg);
}

static inline bool prof_birth_room(struct wire_birth **record)
{
  uint64_t i;
  if (!prof_log_room(&prof_births, &i))
    return false;
  *record = &prof_birth_records[i & prof_births.mask];
  return true;
}

static inline void prof_birth_made(struct wire_birth *b, int64_t cost)
{
  struct prof_thread *t = prof_port_thread();
  b->thread = t->id;
  if (t->current)
    t->current->drift += cost;
  prof_log_whole(&b->tsc, prof_port_tsc());
}

static inline void prof_event_refused(void)
{
  prof_log_drop(&prof_events);
}

static inline void prof_birth_refused(void)
{
  prof_log_drop(&prof_births);
}

static inline bool prof_birth(uintptr_t object, uint32_t site, uint32_t class, uint32_t bytes, uint64_t clock)
{
  if (!prof_births.on)
    return false;
  struct wire_birth *b;
  if (!prof_birth_room(&b)) {
    prof_birth_refused();
    return false;
  }
  b->object = object;
  b->clock = clock;
  b->site = site;
  b->class = class;
  b->bytes = bytes;
  prof_birth_made(b, prof_costs.birth);
  return true;
}

static inline void prof_death(uintptr_t object)
{
  uint64_t i;
  if (!prof_deaths.on || !prof_log_take(&prof_deaths, &i))
    return;
  struct wire_death *d = &prof_death_records[i & prof_deaths.mask];
  d->collection = prof_collection;
  prof_log_whole(&d->object, object);
  prof_drift(prof_costs.death);
}

#endif
