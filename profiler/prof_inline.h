/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prof_inline.h: the parts of prof.h that are compiled into their user: the thread's clock, and whether something is to
 * be recorded. What records lies with the probes, so that samples there are the profiler's. Included by prof.h only;
 * what is here is the profiler's own, except what prof.h declares. A compiler may call a function of these instead of
 * laying it in line, so none of them has probes (PROF_UNTIMED). Where the probes' section calls one whose time is taken
 * out, it must be in line, so that it is in that section too.
 */
#ifndef PROF_INLINE_H
#define PROF_INLINE_H

#include "arch/arch.h"
#include "prof_port.h"

#define PROF_BUCKETS  64
#define PROF_NEGATIVE (PROF_BUCKETS - 1)  /* the bucket of calls whose corrected time came out below zero */

/* A node of a thread's call tree: one path of calls. A path is active once at most in its thread, so the state of the
 * open call lives in the node too, and the path from `current` to the root is the drift stack of the paper's figure 2.
 * All fields are written by the node's own thread, or with the thread stopped. snapshot.c reads them while their thread may
 * begin to run, and sees later that it did. */
struct prof_node {
  const void *address;         /* function; NULL for root and other */
  struct prof_node *next;      /* the child that is expected: what came after `before` last time */
  struct prof_node *parent;
  uint64_t t0;                 /* open call: thread clock at the end of its prolog */
  const void *slot;            /* open call: where its return address lies; the highest address: not known */
  uint64_t away;               /* open call: the thread's `suspended` at t0 */
  int64_t drift;               /* open call: profiler cycles since t0, callees' included */
  int64_t over;                /* of the open call (call.c): it is recorded if it took so many corrected cycles, more
                                * than 0; or PROF_CALL_ALWAYS, PROF_CALL_FORCED, PROF_CALL_NEVER */
  uint64_t calls;              /* completed calls less prof_config's throttle: at 0 the throttle looks */
  uint64_t raw;                /* of all calls: sum of t1 - t0 */
  int64_t drift_sum;           /* of all calls: the part of `raw` that was the profiler's */
  int64_t least, most;         /* of completed calls: corrected time */
  uint32_t thread;             /* number */
  uint32_t flags;              /* WIRE_NODE_... */
  uint32_t call, depth;        /* as CALL has its number, without flags; callers up to the root */
  uint64_t square[2];          /* of completed calls: sum of the corrected times' squares, low half first */
  struct prof_node *before;    /* the child that was left last */
  struct prof_node *after;     /* the sibling that was called after this one last time */
  struct prof_node *child;     /* first of the callees seen, most recently looked up first */
  struct prof_node *sibling;   /* next callee of the same parent */
#ifdef PROF_ARCH_RETURNS
  uintptr_t back;              /* open call: where its function returns to, when it has returned to the exit hook */
#endif
  uint32_t histogram[PROF_BUCKETS]; /* completed calls by the highest bit of their corrected time: WIRE_HISTOGRAM */
};

#define PROF_CALL_ALWAYS INT64_MIN
#define PROF_CALL_FORCED (INT64_MIN + 1) /* a callee is recorded, where only long calls are */
#define PROF_CALL_NEVER  INT64_MAX /* no call takes so long */

/* Adds to the drift of a node's open call. By the node's thread. */
static inline PROF_UNTIMED void prof_node_drift(struct prof_node *n, int64_t cycles)
{
  prof_arch_grow((uint64_t *)&n->drift, (uint64_t)cycles);
}

/* Costs of the probes in cycles, from prof_calibrate(); see WIRE_METAS for what each covers. */
struct prof_costs {
  int64_t inner, outer;              /* of a call */
  int64_t slow_inner, slow_outer;    /* added by a lookup */
  int64_t enter_inner, enter_outer;  /* of inner and outer, what has been spent when only the enter hook has run */
  int64_t nested;                    /* of a call inside `other` */
  int64_t slow_exit;                 /* of an exit the slow way, besides what it measures: below 0, for `outer` has the
                                      * common way's end */
  int64_t recorded;                  /* `outer` of a call that is recorded, has room and fits one record */
  int64_t full_call;                 /* added by one that has no room or does not fit, besides what is measured */
  int64_t long_call;                 /* of recording a call that took long enough, besides what is measured */
  int64_t event, birth, death;
  int64_t drop;                      /* of a record that finds no room */
  int64_t resume;                    /* of a switch away and back */
  int64_t irq, irq_late;             /* of an interrupt, on the interrupted thread's clock; of one that has
                                      * switched threads: prof_calibrate_irq() */
  int64_t unblock;                   /* of telling that a thread is runnable, besides what is measured */
  int64_t lock;                      /* of telling of a lock that a thread waits for, besides what is measured */
  int64_t message;                   /* of telling of a message, besides what is measured */
  int64_t add;                       /* of making a thread known, besides what is measured */
  int64_t fenced_inner, fenced_outer; /* of a call with fenced probes (probes/turns.h) */
};
extern struct prof_costs prof_costs;

/* ---- what each processor has of its own ---- */

/* Processors that this build has room for. */
#ifndef PROF_PORT_CPUS
#define PROF_PORT_CPUS 1
#endif

/* On one processor whose arithmetic on memory is cheaper than its compare-and-swap, records have room by credit: see
 * prof_log_room(). */
#if PROF_PORT_CPUS == 1 && defined(PROF_ARCH_SPEND) && !defined(PROF_PORT_CPU_RELATIVE)
#define PROF_LOG_CREDIT
#endif

/* A processor's part of a log. Only this processor takes numbers of it, so that no two write to one line of a cache.
 * Numbers have the processor above bit PROF_NUMBER_BITS, also the one before the first, and count below
 * PROF_COUNT_BITS. */
struct prof_part {
  uint64_t next;      /* the number that is taken next */
  uint64_t last;      /* the last number that there is room for; the one before `next` where there is none */
  uint64_t taken;     /* of a stream: the number of the first record that was not handed out yet */
#ifdef PROF_LOG_CREDIT
  uint64_t credit;    /* records that there is room for, signed, if probes take their numbers with interrupts on */
#endif
  uint64_t dropped;   /* records that found no room */
  uint64_t torn;      /* records that were not complete when all was handed out in the end */
  uint64_t cut;       /* of a stream: the time of the last record that was found whole */
  uint8_t *records;
};
#define PROF_NUMBER_BITS 48
#define PROF_COUNT_BITS  46
#define PROF_FIRST_NUMBER(cpu) ((uint64_t)(cpu) << PROF_NUMBER_BITS | 1ull << PROF_COUNT_BITS)

/* The last NMI. Two are never so close that both fall between an interrupt's first time stamp and the handler. */
struct prof_nmi {
  struct prof_thread *thread;  /* which was current */
  uint64_t took;               /* cycles that were added to its `suspended` */
  uint64_t begun;              /* TSC; written last */
};

struct prof_cpu {
  struct prof_part part[WIRE_LOG_COUNT];
  uint64_t refused;            /* calls that found no node */
  uint64_t sample_cycles, birth_cycles, death_cycles; /* that samples, births, deaths and collections took */
  uint64_t samples_missed;     /* that were due, and not taken in time */
  uint64_t offset, error;      /* what is added to its TSC to get that of processor 0, and how wrong that may be */
  struct prof_nmi nmi;
  uint64_t in_nmi;             /* an NMI goes on, and may make records */
  bool nmi_reads;              /* this NMI has read the counters when it began */
  bool reading;                /* a reading of the counters goes on */
} __attribute__((aligned(64)));

/* The place of a field for prof_cpu_load() and its like. */
#define PROF_CPU_PLACE(field) offsetof(struct prof_cpu, field)

#ifdef PROF_PORT_CPU_RELATIVE
static inline PROF_UNTIMED struct prof_cpu *prof_cpu_of(unsigned cpu)
{
  return (struct prof_cpu *)prof_port_cpu_of(cpu);
}

static inline PROF_UNTIMED struct prof_cpu *prof_cpu(void)
{
  return (struct prof_cpu *)prof_port_cpu_self();
}

static inline PROF_UNTIMED uint64_t prof_cpu_load(size_t place)
{
  return prof_port_cpu_load(place);
}

static inline PROF_UNTIMED bool prof_cpu_swap(size_t place, uint64_t *was, uint64_t value)
{
  return prof_port_cpu_swap(place, was, value);
}

static inline PROF_UNTIMED void prof_cpu_add(size_t place, uint64_t value)
{
  prof_port_cpu_add(place, value);
}
#else
extern struct prof_cpu prof_cpus[PROF_PORT_CPUS];

/* Returns what processor `cpu` has. */
static inline PROF_UNTIMED struct prof_cpu *prof_cpu_of(unsigned cpu)
{
  return &prof_cpus[cpu];
}

/* Returns what the own processor has. Where interrupts are on, the thread may go on on another one. */
static inline PROF_UNTIMED struct prof_cpu *prof_cpu(void)
{
#if PROF_PORT_CPUS > 1
  return &prof_cpus[prof_port_cpu()];
#else
  return prof_cpus;
#endif
}

static inline PROF_UNTIMED uint64_t *prof_cpu_word(size_t place)
{
  return (uint64_t *)(void *)((uint8_t *)prof_cpu() + place);
}

/* Returns a word of the own processor. Any context. */
static inline PROF_UNTIMED uint64_t prof_cpu_load(size_t place)
{
  return __atomic_load_n(prof_cpu_word(place), __ATOMIC_ACQUIRE);
}

/* Sets a word of the own processor to `value` where it is *was; returns whether it was; if not, *was may have changed.
 * Any context. */
static inline PROF_UNTIMED bool prof_cpu_swap(size_t place, uint64_t *was, uint64_t value)
{
#if PROF_PORT_CPUS > 1
  return prof_arch_swap_shared(prof_cpu_word(place), *was, value);
#else
  return prof_arch_swap(prof_cpu_word(place), was, value);
#endif
}

/* Adds to a word of the own processor, or, where the thread goes on on another one just then, of the one before. Any
 * context. */
static inline PROF_UNTIMED void prof_cpu_add(size_t place, uint64_t value)
{
#if PROF_PORT_CPUS > 1
  prof_arch_add_shared(prof_cpu_word(place), value);
#else
  prof_port_add(prof_cpu_word(place), value);
#endif
}
#endif

/* ---- logs ---- */

/* A buffer of records (log.c), in a part for each processor. Record number i lies at index i & mask of its part. A
 * probe takes the next number of its processor, if there is room for its record; else it counts a drop. A buffer that
 * keeps its oldest records has its capacity as limit. A ring, which keeps its newest, has no limit. The limit of a
 * stream moves on as its records are handed out. The capacity of rings and streams is a power of two. */
struct prof_log {
  uint64_t mask;
  bool on, ring, stream;
  uint8_t room;       /* enum prof_log_room */
  uint8_t index;      /* in WIRE_LOGS and in struct prof_cpu's `part` */
  const struct wire_log_info *info; /* its line of WIRE_LOGS */
  uint64_t capacity;  /* of each part */
};

enum prof_log_room { PROF_ROOM_AS_IS, PROF_ALWAYS_ROOM, PROF_NO_ROOM };

enum prof_log_index {
#define PROF_LOG_(KIND, kind, option, ...) PROF_LOG_##option,
  WIRE_LOGS(PROF_LOG_)
#undef PROF_LOG_
};

/* The logs, prof_events and so on, and where the records of each processor's part begin, prof_event_records and so on
 * (log.c). */
#define PROF_LOG_(KIND, kind, option, ...) \
  extern struct prof_log prof_##option; \
  extern struct wire_logged_##kind *prof_##kind##_records[PROF_PORT_CPUS];
WIRE_LOGS(PROF_LOG_)
#undef PROF_LOG_

/* Has a log look as if it had no room, or, where its mask is 0, as if it had always some, and forgets all records. For
 * measuring what a record costs. */
void prof_log_force(struct prof_log *log, enum prof_log_room how);

extern uint32_t prof_collection;   /* number of the collection that goes on, or of the last one */

/* A reading of a thread's clock: the TSC, and the thread's `suspended` right before. */
struct prof_look { uint64_t tsc, suspended; };

/* Reads the clock of `t` once. Returns false where a switch or an interrupt came in between the two reads, or behind
 * them: it shows in `suspended`. Then the clock was not `tsc - suspended`, perhaps. Any context. */
static inline PROF_UNTIMED bool prof_clock_look(const struct prof_thread *t, struct prof_look *look)
{
  look->suspended = PROF_READ(t->suspended);
  look->tsc = prof_port_tsc();
  return __builtin_expect(look->suspended == PROF_READ(t->suspended), 1);
}

/* Returns the thread's own clock: cycles that did not pass in suspension, and in *suspended those that did. Where a
 * switch came in between the two reads they are repeated, and it is later. Any context. */
static inline PROF_UNTIMED uint64_t prof_clock_and(const struct prof_thread *t, uint64_t *suspended)
{
  struct prof_look look;
  while (!prof_clock_look(t, &look))
    ;
  *suspended = look.suspended;
  return look.tsc - look.suspended;
}

/* The same without what passed in suspension. */
static inline PROF_UNTIMED uint64_t prof_clock(const struct prof_thread *t)
{
  uint64_t suspended;
  return prof_clock_and(t, &suspended);
}

/* Returns what the clock of `t` was when `look` read its TSC, also where prof_clock_look() returned false. Any context.
 * Cost: some ten instructions. (probes/timing.c) */
uint64_t prof_clock_of(const struct prof_thread *t, struct prof_look look);

/* Returns the thread's own clock, at the first reading also where that is interrupted: for where something begins that
 * is measured. Any context. */
static inline PROF_UNTIMED uint64_t prof_clock_begin(const struct prof_thread *t)
{
  struct prof_look look;
  return prof_clock_look(t, &look) ? look.tsc - look.suspended : prof_clock_of(t, look);
}

struct prof_aside {
  uint64_t begun;         /* on the thread's clock */
  struct prof_node *call; /* the innermost open one; NULL: none is */
  int64_t drift;          /* what its drift was */
};

/* The clock is read first: what comes before the reading takes the same time always. */
static inline PROF_UNTIMED struct prof_aside prof_aside_begin(void)
{
  struct prof_thread *t = prof_port_thread();
  const uint64_t begun = prof_clock_begin(t);
  return (struct prof_aside){ begun, t->current, t->current ? t->current->drift : 0 };
}

static inline PROF_UNTIMED int64_t prof_aside_end(const struct prof_aside *aside, int64_t more)
{
  const int64_t took = (int64_t)(prof_clock(prof_port_thread()) - aside->begun) + more;
  if (aside->call)
    PROF_WRITE(aside->call->drift, aside->drift + took);
  return took;
}

static inline PROF_UNTIMED void prof_birth_since(struct prof_since *since)
{
  const struct prof_thread *t = prof_port_thread();
  since->suspended = (uint32_t)PROF_READ(t->suspended);
  since->tsc = (uint32_t)prof_port_tsc();
}

static inline PROF_UNTIMED void prof_drift(int64_t cycles)
{
  struct prof_thread *t = prof_port_thread();
  if (t->current)
    prof_node_drift(t->current, cycles);
}

/* Counts a record that found no room, and books the cost. Any context. (log.c) */
void prof_log_drop(const struct prof_log *log);

#ifdef PROF_LOG_CREDIT
/* Takes the number of a new record in log `index`. Returns whether there is room for it; where there is not, the caller
 * has to count a drop. A probe spends credit before it takes a number, and gives credit back that it did not have. So
 * however interrupts and threads come in between, no more numbers are taken than there is room for, and none has to be
 * given back. Each step is one instruction. */
static inline PROF_UNTIMED __attribute__((always_inline)) bool prof_log_room(unsigned index, uint64_t *number)
{
  struct prof_part *part = &prof_cpu()->part[index];
  if (__builtin_expect(!prof_arch_spend(&part->credit), 0)) {
    prof_arch_add(&part->credit, 1);
    return false;
  }
  *number = prof_arch_take(&part->next);
  return true;
}

/* The same for `count` records, the first of which has *number. Where there is no room for all, none is taken. Credit
 * that is too little is not touched: it may do for a probe that comes in between. */
static inline PROF_UNTIMED __attribute__((always_inline)) bool prof_log_rooms(unsigned index, uint64_t count,
                                                                              uint64_t *number)
{
  struct prof_part *part = &prof_cpu()->part[index];
  uint64_t credit = PROF_READ(part->credit);
  do {
    if (__builtin_expect((int64_t)credit < (int64_t)count, 0))
      return false;
  } while (__builtin_expect(!prof_arch_swap(&part->credit, &credit, credit - count), 0));
  *number = PROF_READ(part->next);
  while (__builtin_expect(!prof_arch_swap(&part->next, number, *number + count), 0))
    ;
  return true;
}
#else
/* Takes the numbers of `count` new records in log `index`, the first of which is *number. Returns whether there is room
 * for all; where there is not, none is taken, and the caller has to count a drop. `next` and `last` may be of two
 * processors, if the thread goes on on another one in between; then they differ above bit PROF_NUMBER_BITS. `last` of a
 * full log is one less than `next`. */
static inline PROF_UNTIMED __attribute__((always_inline)) bool prof_log_rooms(unsigned index, uint64_t count,
                                                                              uint64_t *number)
{
  const size_t part = PROF_CPU_PLACE(part) + index * sizeof(struct prof_part);
  for (;;) {
    *number = prof_cpu_load(part + offsetof(struct prof_part, next));
    const uint64_t last = prof_cpu_load(part + offsetof(struct prof_part, last));
#if PROF_PORT_CPUS == 1
    if (__builtin_expect((int64_t)(last - (count - 1)) < (int64_t)*number, 0))
      return false;
#else
    const uint64_t above = (last - *number - (count - 1)) >> (PROF_NUMBER_BITS - 1);
    if (__builtin_expect(above != 0, 0)) {
      if (above == UINT64_MAX >> (PROF_NUMBER_BITS - 1))
        return false;
      continue;
    }
#endif
    if (__builtin_expect(prof_cpu_swap(part + offsetof(struct prof_part, next), number, *number + count), 1))
      return true;
  }
}

static inline PROF_UNTIMED __attribute__((always_inline)) bool prof_log_room(unsigned index, uint64_t *number)
{
  return prof_log_rooms(index, 1, number);
}
#endif

/* prof_log_room() that counts the drop. */
static inline PROF_UNTIMED bool prof_log_take(const struct prof_log *log, uint64_t *number)
{
  if (prof_log_room(log->index, number))
    return true;
  prof_log_drop(log);
  return false;
}

/* Returns the processor that took a number. */
static inline PROF_UNTIMED unsigned prof_number_cpu(uint64_t number)
{
  return PROF_PORT_CPUS > 1 ? (unsigned)(number >> PROF_NUMBER_BITS) : 0;
}

/* The record of a number in a log: PROF_RECORD(event, events, number). */
#define PROF_RECORD(kind, option, number) \
  (&prof_##kind##_records[prof_number_cpu(number)][(number) & prof_##option.mask])

/* How many of the records from `number` on, at most `count`, lie side by side. */
static inline PROF_UNTIMED unsigned prof_log_run(const struct prof_log *log, uint64_t number, unsigned count)
{
  const uint64_t run = log->mask + 1 - (number & log->mask);
  return run < count ? (unsigned)run : count;
}

/* Stores the column by which a record is known to be whole: last of all, and it is 0 until then (log.c). */
static inline PROF_UNTIMED void prof_log_whole(uint64_t *stamp, uint64_t value)
{
  __atomic_store_n(stamp, value, __ATOMIC_RELEASE);
}

static inline PROF_UNTIMED void prof_sample(struct prof_thread *t, uintptr_t ip, uintptr_t fp, uintptr_t sp)
{
  const struct prof_place place = { .ip = ip, .fp = fp, .sp = sp };
  prof_sample_at(t, &place);
}

static inline PROF_UNTIMED void prof_nmi_sample(uint64_t tsc, uintptr_t ip, uintptr_t fp, uintptr_t sp, bool masked)
{
  const struct prof_place place = { .ip = ip, .fp = fp, .sp = sp };
  prof_nmi_sample_at(tsc, &place, masked);
}

/* Records it; the schedule is recorded. (sched.c) */
void prof_record_unblock(struct prof_thread *woken);

static inline PROF_UNTIMED void prof_unblock(struct prof_thread *woken)
{
  PROF_WRITE(woken->woken, true);
  if (__builtin_expect(PROF_READ(prof_sched.on), 0))
    prof_record_unblock(woken);
}

enum prof_lock_step { PROF_LOCK_WAITS, PROF_LOCK_GOT, PROF_LOCK_RELEASES, PROF_LOCK_RELEASED };

/* Does what a step of a wait or a release asks for; waits are recorded. (lock.c) */
void prof_record_lock(enum prof_lock_step step, struct prof_lock *l, struct prof_lock_wait *w, uintptr_t frame);

/* Recorded or not, a step is the same instructions but for the call: on x86-64 the arguments are where the call wants
 * them either way, and the call lies in the way, as if it were likely, so that no jump leads back from it. */
static inline PROF_UNTIMED void prof_lock_step(enum prof_lock_step step, struct prof_lock *l, struct prof_lock_wait *w,
                                  const void *frame)
{
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
  register enum prof_lock_step in_edi __asm__("rdi") = step;
  register struct prof_lock *in_rsi __asm__("rsi") = l;
  register struct prof_lock_wait *in_rdx __asm__("rdx") = w;
  register const void *in_rcx __asm__("rcx") = frame;
  __asm__ volatile("" : "+r"(in_edi), "+r"(in_rsi), "+r"(in_rdx), "+r"(in_rcx));
  step = in_edi;
  l = in_rsi;
  w = in_rdx;
  frame = in_rcx;
#endif
  if (__builtin_expect(PROF_READ(prof_locks.on), 1))
    prof_record_lock(step, l, w, (uintptr_t)frame);
}

/* Where a wait or a release begins `begun` is 0 until it is recorded, so what ends it knows whether it is. */
static inline PROF_UNTIMED void prof_lock_waits(struct prof_lock_wait *w, struct prof_lock *l, const void *frame)
{
  w->begun = 0;
  prof_lock_step(PROF_LOCK_WAITS, l, w, frame);
}

static inline PROF_UNTIMED void prof_lock_got(struct prof_lock_wait *w, struct prof_lock *l)
{
  prof_lock_step(PROF_LOCK_GOT, l, w, NULL);
}

static inline PROF_UNTIMED void prof_lock_releases(struct prof_lock_wait *w, struct prof_lock *l)
{
  w->begun = 0;
  prof_lock_step(PROF_LOCK_RELEASES, l, w, NULL);
}

static inline PROF_UNTIMED void prof_lock_released(struct prof_lock_wait *w, struct prof_lock *l, const void *frame)
{
  prof_lock_step(PROF_LOCK_RELEASED, l, w, frame);
}

/* Records it; messages are recorded. (message.c) */
void prof_record_message(const struct prof_message *m);

static inline PROF_UNTIMED bool prof_messages_on(void)
{
  return PROF_READ(prof_messages.on);
}

static inline PROF_UNTIMED void prof_message(const struct prof_message *m)
{
  if (__builtin_expect(PROF_READ(prof_messages.on), 0))
    prof_record_message(m);
}

static inline PROF_UNTIMED bool prof_event_try(uint32_t event, uint64_t arg, int64_t cost)
{
  uint64_t i;
  if (!prof_log_room(PROF_LOG_events, &i))
    return false;
  struct prof_thread *t = prof_port_thread();
  struct wire_logged_event *e = PROF_RECORD(event, events, i);
  uint64_t now = prof_port_tsc();
  e->arg = arg;
  e->event = event;
  e->thread = t->id;
  prof_log_whole(&e->tsc, now);
  if (t->current)
    prof_node_drift(t->current, cost);
  return true;
}

/* Records an event; events are recorded. (event.c) */
void prof_record_event(uint32_t event, uint64_t arg);

/* On x86-64 the arguments are where the call wants them, whether it is made or not: the code around it is the same. The
 * call lies in the way, as if it were likely: no jump leads to it, and none back from it. */
static inline PROF_UNTIMED void prof_event_log(uint32_t event, uint64_t arg)
{
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
  register uint32_t in_edi __asm__("rdi") = event;
  register uint64_t in_rsi __asm__("rsi") = arg;
  __asm__ volatile("" : "+r"(in_edi), "+r"(in_rsi));
  event = in_edi;
  arg = in_rsi;
#endif
  if (__builtin_expect(PROF_READ(prof_events.on), 1))
    prof_record_event(event, arg);
}

static inline PROF_UNTIMED bool prof_birth_room(struct wire_birth **record)
{
  uint64_t i;
  if (!prof_log_room(PROF_LOG_births, &i))
    return false;
  *record = PROF_RECORD(birth, births, i);
  return true;
}

static inline PROF_UNTIMED bool prof_birth_room_masked(struct wire_birth **record)
{
#ifdef PROF_LOG_CREDIT
  return prof_birth_room(record);
#else
  const size_t part = PROF_CPU_PLACE(part) + PROF_LOG_births * sizeof(struct prof_part);
  const uint64_t number = prof_cpu_load(part + offsetof(struct prof_part, next));
  if (__builtin_expect((int64_t)number > (int64_t)prof_cpu_load(part + offsetof(struct prof_part, last)), 0))
    return false;
  prof_cpu_add(part + offsetof(struct prof_part, next), 1);
  struct wire_birth *const records = (struct wire_birth *)prof_cpu_load(part + offsetof(struct prof_part, records));
  *record = records + (number & prof_births.mask);
  return true;
#endif
}

static inline PROF_UNTIMED void prof_birth_made(struct wire_birth *b, int64_t cost)
{
  struct prof_thread *t = prof_port_thread();
  b->thread = t->id;
  if (t->current)
    prof_node_drift(t->current, cost);
  prof_log_whole(&b->tsc, prof_port_tsc());
}

static inline PROF_UNTIMED void prof_births_took(uint64_t cycles)
{
  prof_cpu_add(PROF_CPU_PLACE(birth_cycles), cycles);
}

/* Moves *since on by what NMIs took from then to `now`, a reading of the clock: `away` between both readings of
 * `suspended`. An NMI that came between a reading of the clock and the one of `suspended` beside it is in the latter
 * only; two are not so close that both come there. */
static inline PROF_UNTIMED void prof_since_leave_out(struct prof_since *since, uint32_t now, uint32_t away)
{
  const uint32_t at = (uint32_t)prof_cpu_load(PROF_CPU_PLACE(nmi.begun));
  if ((int32_t)(at - now) >= 0 || (int32_t)(at - PROF_READ(since->tsc)) < 0)
    away -= (uint32_t)prof_cpu_load(PROF_CPU_PLACE(nmi.took));
  PROF_WRITE(since->tsc, since->tsc + away);
}

static inline PROF_UNTIMED void prof_birth_made_since(struct wire_birth *b, struct prof_since *since, int64_t cost,
                                                      int64_t more)
{
  struct prof_thread *t = prof_port_thread();
  const uint64_t now = prof_port_tsc();
  const uint32_t away = (uint32_t)PROF_READ(t->suspended) - since->suspended;
  if (__builtin_expect(away != 0, 0))
    prof_since_leave_out(since, (uint32_t)now, away);
  const uint32_t took = (uint32_t)now - PROF_READ(since->tsc);
  b->thread = t->id;
  if (t->current)
    prof_node_drift(t->current, took + more + cost);
  prof_births_took(took + (uint64_t)more);
  prof_log_whole(&b->tsc, now);
}

static inline PROF_UNTIMED void prof_deaths_took(uint64_t cycles)
{
  prof_cpu_add(PROF_CPU_PLACE(death_cycles), cycles);
}

static inline PROF_UNTIMED void prof_event_refused(void)
{
  prof_log_drop(&prof_events);
}

static inline PROF_UNTIMED void prof_birth_refused(void)
{
  prof_log_drop(&prof_births);
}

static inline PROF_UNTIMED bool prof_birth(uintptr_t object, uint32_t site, uint32_t class, uint32_t bytes,
                                           uint64_t clock)
{
  if (!PROF_READ(prof_births.on))
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

static inline PROF_UNTIMED void prof_death(uintptr_t object)
{
  uint64_t i;
  if (!PROF_READ(prof_deaths.on) || !prof_log_take(&prof_deaths, &i))
    return;
  struct wire_death *d = PROF_RECORD(death, deaths, i);
  d->collection = prof_collection;
  prof_log_whole(&d->object, object);
  prof_drift(prof_costs.death);
}

static inline PROF_UNTIMED __attribute__((always_inline)) void prof_deaths_at_once(const uintptr_t *objects,
                                                                                   unsigned count)
{
  uint64_t first;
  if (!PROF_READ(prof_deaths.on) || !prof_log_rooms(PROF_LOG_deaths, count, &first)) {
    for (unsigned i = 0; i < count; i++)
      prof_death(objects[i]);
    return;
  }
  struct wire_death *const records = prof_death_records[prof_number_cpu(first)];
  const uint32_t collection = prof_collection;
  for (unsigned i = 0, run; i < count; i += run) {
    struct wire_death *d = &records[(first + i) & prof_deaths.mask];
    run = prof_log_run(&prof_deaths, first + i, count - i);
    for (const uintptr_t *object = objects + i, *end = object + run; object < end; object++, d++) {
      d->collection = collection;
      prof_log_whole(&d->object, *object);
    }
  }
  prof_drift(prof_costs.death * count);
}

static inline PROF_UNTIMED void prof_stamp(uintptr_t object, uint64_t lost, uint64_t used)
{
  uint64_t i;
  if (!PROF_READ(prof_stamps.on) || !prof_log_take(&prof_stamps, &i))
    return;
  struct wire_stamp *s = PROF_RECORD(stamp, stamps, i);
  s->collection = prof_collection;
  s->lost = lost;
  s->used = used;
  prof_log_whole(&s->object, object);
}

static inline PROF_UNTIMED __attribute__((always_inline)) void prof_lost_at(struct wire_stamp *s, uintptr_t object,
                                                                            const uint64_t *stamps,
                                                                            uint32_t collection)
{
  s->collection = collection;
  s->lost = stamps[0];
  s->used = stamps[1];
  prof_log_whole(&s->object, object);
}

static inline PROF_UNTIMED __attribute__((always_inline)) void prof_lost_at_once(const uintptr_t *objects,
                                                                                 uintptr_t to_stamps, unsigned count)
{
  uint64_t stamp, death;
  if (!PROF_READ(prof_stamps.on) || !prof_log_rooms(PROF_LOG_stamps, count, &stamp)) {
    for (unsigned i = 0; i < count; i++) {
      const uint64_t *const stamps = (const uint64_t *)(objects[i] + to_stamps);
      prof_stamp(objects[i], stamps[0], stamps[1]);
    }
    prof_deaths_at_once(objects, count);
    return;
  }
  const bool dies = PROF_READ(prof_deaths.on) && prof_log_rooms(PROF_LOG_deaths, count, &death);
  struct wire_death *const deaths = dies ? prof_death_records[prof_number_cpu(death)] : NULL;
  const uint32_t collection = prof_collection;
  for (unsigned i = 0, run; i < count; i += run) {
    struct wire_stamp *s = &prof_stamp_records[prof_number_cpu(stamp)][(stamp + i) & prof_stamps.mask];
    struct wire_death *d = dies ? &deaths[(death + i) & prof_deaths.mask] : NULL;
    run = prof_log_run(&prof_stamps, stamp + i, count - i);
    if (dies)
      run = prof_log_run(&prof_deaths, death + i, run);
    const uintptr_t *at = objects + i, *const end = at + run;
#pragma GCC unroll 4
    for (; dies && at < end; at++, s++, d++) {
      const uintptr_t object = *at;
      prof_lost_at(s, object, (const uint64_t *)(object + to_stamps), collection);
      d->collection = collection;
      prof_log_whole(&d->object, object);
    }
    for (; at < end; at++, s++)
      prof_lost_at(s, *at, (const uint64_t *)(*at + to_stamps), collection);
  }
  if (dies)
    prof_drift(prof_costs.death * count);
  else
    for (unsigned i = 0; i < count; i++)
      prof_death(objects[i]);
}

#endif
