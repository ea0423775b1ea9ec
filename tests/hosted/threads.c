/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * threads.c: the profiler on eight processors at once, which are threads of this process: tasks that pass from one to
 * another, interrupts and non-maskable interrupts by signals, a task that hands records out and takes snapshots
 * meanwhile, starts and stops. ThreadSanitizer looks for what is not ordered; the program looks at what was handed out:
 * nothing may be missing that was not counted as lost, and no record may contradict another.
 *
 *   threads oneshot|full|ring|stream|flooded|summed [STEPS]
 *
 * Exits with 0 when all is as it must be; else it says what is not, on the standard error output.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handout/handout.h"
#include "probes/timing.h"
#include "records/log.h"
#include "state.h"

#define TASKS     20      /* that run at the same time */
#define LIFE      300     /* steps after which a task ends, and another one takes its place */
#define FUNCTIONS 24
#define DEEPEST   10
#define ROUNDS    3       /* starts and stops */
#define MOST_TASKS 4096
#define FRAME     64      /* bytes */
#define SUMMED_LIFE  30
#define SUMMED_NODES 640  /* 40 paths of each of five names of tasks that have exited, two pieces of TASKS and timers */

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

/* What is known of a thread for good: it may be freed while records of it are looked at. */
struct known {
  uint64_t calls[FUNCTIONS];   /* in this round */
  uint64_t events, seen;       /* logged in this round; the last one that was handed out */
};

struct task {
  struct prof_thread prof;
  struct known *known;
  struct task *next;
  unsigned life, depth;
  bool hands_out;
  uint32_t random;
  unsigned open[DEEPEST], begun_in[DEEPEST]; /* functions, and the round */
  uintptr_t stack[DEEPEST + 2][FRAME / sizeof(uintptr_t)]; /* frames, the innermost one first */
};

static struct known known[MOST_TASKS];
static struct prof_thread idles[PROF_PORT_CPUS], timers[PROF_PORT_CPUS], nmis[PROF_PORT_CPUS];
static uint64_t nmis_taken[PROF_PORT_CPUS], interrupts_taken[PROF_PORT_CPUS];
static struct known *timer_known[PROF_PORT_CPUS];
static uint32_t ticked;          /* the event that interrupts log */
static uint32_t worked;          /* the one that tasks log */

static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t queue_changed = PTHREAD_COND_INITIALIZER;
static struct task *queue_first, **queue_last = &queue_first;
static uint64_t steps_left;
static unsigned standing, parkings; /* processors that stand still; such stops that have ended */
static bool park = true, over;   /* a round ends when its steps are made, and a stream has had a snapshot */

static enum { ONESHOT, FULL, RING, STREAM, FLOODED, SUMMED } way;
static int failures;

static void __attribute__((format(printf, 1, 2))) wrong(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  if (__atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED) < 20) {
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
  }
  va_end(args);
}

/* ---- what is handed out ---- */

static struct {
  uint64_t rows[WIRE_KIND_LIMIT];
  uint64_t calls;                       /* of all nodes */
  uint64_t calls_of[MOST_TASKS];        /* of the nodes of each thread */
  uint64_t lost[WIRE_KIND_LIMIT];       /* in the intervals of LOSS */
  uint64_t gaps[WIRE_KIND_LIMIT];       /* records that contradict the one before them: others are missing */
  uint32_t running[PROF_PORT_CPUS];     /* thread that runs on a processor, by its switches; 0: not known */
  uint64_t snapshots;
} got;

static bool in_snapshot;

static void look_at_event(const struct wire_event *e)
{
  if (!e->thread || e->thread >= MOST_TASKS) {
    wrong("an event of thread %u", e->thread);
    return;
  }
  struct known *k = &known[e->thread];
  if (e->arg <= k->seen)
    wrong("thread %u: event %llu comes behind event %llu", e->thread, (unsigned long long)e->arg,
          (unsigned long long)k->seen);
  got.gaps[WIRE_EVENT] += e->arg != k->seen + 1;
  k->seen = e->arg;
}

/* Switches in the order of their times. */
static void look_at_switch(const struct wire_sched *s)
{
  if (s->why == WIRE_WHY_UNBLOCK)
    return;
  uint32_t *running = &got.running[s->cpu];
  got.gaps[WIRE_SCHED] += *running != s->from;
  for (unsigned cpu = 0; cpu < PROF_PORT_CPUS; cpu++)
    got.gaps[WIRE_SCHED] += cpu != s->cpu && got.running[cpu] == s->to;
  *running = s->to;
}

/* Records may leave a few cycles out of order: the host sorts them, and so does this. */
static struct wire_sched *switches;
static size_t switch_count, switch_room;

static void keep_switch(const struct wire_sched *s)
{
  if (switch_count == switch_room) {
    switch_room = 2 * switch_room + 4096;
    switches = realloc(switches, switch_room * sizeof(*switches));
  }
  switches[switch_count++] = *s;
}

static int by_time(const void *a, const void *b)
{
  const struct wire_sched *x = a, *y = b;
  return (x->tsc > y->tsc) - (x->tsc < y->tsc);
}

static void look_at_switches(void)
{
  qsort(switches, switch_count, sizeof(*switches), by_time);
  for (size_t i = 0; i < switch_count; i++)
    look_at_switch(&switches[i]);
  switch_count = 0;
}

static void look_at_node(const struct wire_node *n)
{
  got.calls += in_snapshot ? 0 : n->calls;
  got.calls_of[n->thread] += in_snapshot ? 0 : n->calls;
}

static void look_at_loss(const struct wire_loss *l)
{
  got.lost[l->kind] += l->records;
}

static void take_records(void *ctx, enum wire_kind kind, const void *records, size_t rows)
{
  const uint8_t *row = records;
  (void)ctx;
  if (kind == WIRE_SNAPSHOT)
    in_snapshot = !in_snapshot;
  else if (!in_snapshot || (kind != WIRE_NODE && kind != WIRE_THREAD && kind != WIRE_HISTOGRAM))
    got.rows[kind] += rows;
  for (size_t i = 0; i < rows; i++, row += wire_kinds[kind].bytes)
    switch (kind) {
    case WIRE_EVENT: look_at_event((const void *)row); break;
    case WIRE_SCHED: keep_switch((const void *)row); break;
    case WIRE_NODE:  look_at_node((const void *)row); break;
    case WIRE_LOSS:  look_at_loss((const void *)row); break;
    default: break;
    }
}

/* Each address of a stack is the thread's number, and how many frames are outside of it. */
static uintptr_t address_of(uint32_t thread, unsigned depth)
{
  return (uintptr_t)thread << 8 | depth;
}

static void take_pairs(void *ctx, enum wire_kind kind, const void *records, size_t rows, enum wire_kind child,
                       const void *children, size_t child_rows)
{
  const struct wire_sample *s = records;
  const struct wire_stack *at = children;
  (void)ctx;
  got.rows[kind] += rows;
  got.rows[child] += child_rows;
  if (kind != WIRE_SAMPLE)
    return;
  for (size_t i = 0; i < rows; i++) {
    for (unsigned k = 0; k < s[i].depth; k++, at++)
      if (at->address != address_of(s[i].thread, s[i].depth - k - 1u))
        wrong("a sample of thread %u, depth %u, has address %#llx at %u", s[i].thread, s[i].depth,
              (unsigned long long)at->address, k);
  }
  if (at != (const struct wire_stack *)children + child_rows)
    wrong("samples have %zu addresses, and %zu came", (size_t)(at - (const struct wire_stack *)children), child_rows);
}

static const struct prof_sink sink = { .records = take_records, .pair = take_pairs };

/* ---- stacks ---- */

/* A place in a frame of a task; in any other thread there is none. */
static struct prof_place place_in(const struct prof_thread *t, const struct task *task)
{
  struct prof_place p = { .ip = address_of(t->id, 0) };
  if (task) {
    const unsigned frames = __atomic_load_n(&task->depth, __ATOMIC_RELAXED);
    p.ip = address_of(t->id, frames);
    p.fp = (uintptr_t)task->stack[DEEPEST - frames];
    p.sp = p.fp - 8;
  }
  return p;
}

static __thread struct task *volatile here; /* that runs on this processor */

static struct prof_place place_now(void)
{
  const struct prof_thread *t = prof_port_thread();
  struct task *task = here;
  return place_in(t, task && t == &task->prof ? task : NULL);
}

void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high)
{
  const struct task *task = here;
  const bool own = task && t == &task->prof;
  *low = own ? (uintptr_t)task->stack : 0;
  *high = own ? (uintptr_t)task->stack[DEEPEST] : 0;
}

/* Frame number i of the array has i = DEEPEST - depth: it returns to depth - 1. */
static void make_stack(struct task *t)
{
  for (unsigned depth = 1; depth <= DEEPEST; depth++) {
    t->stack[DEEPEST - depth][0] = (uintptr_t)t->stack[DEEPEST - depth + 1];
    t->stack[DEEPEST - depth][1] = address_of(t->prof.id, depth - 1);
  }
}

/* ---- interrupts ---- */

static void *function(unsigned number)
{
  return (void *)(uintptr_t)(0x100000 + 16 * number);
}

static void log_event(struct known *k, uint32_t event)
{
  prof_event_log(event, ++k->events);
}

/* Interrupts are off. */
void several_interrupt(void)
{
  const unsigned cpu = several_self->number;
  const uint64_t tsc = prof_port_tsc();
  struct prof_thread *interrupted = prof_irq_enter(&timers[cpu], tsc);
  prof_tick();
  __cyg_profile_func_enter(function(0), NULL);
  if (prof_events.on)
    log_event(timer_known[cpu], ticked);
  __cyg_profile_func_exit(function(0), NULL);
  timer_known[cpu]->calls[0]++;
  prof_irq_exit(interrupted);
  __atomic_store_n(&interrupts_taken[cpu], interrupts_taken[cpu] + 1, __ATOMIC_RELEASE);
}

static void take_interrupt(int number)
{
  const int error = errno;
  (void)number;
  several_self->pending = true;
  if (!several_self->masked)
    prof_port_irq_restore(prof_port_irq_save());
  errno = error;
}

static void take_nmi(int number)
{
  const unsigned cpu = several_self->number;
  const uint64_t tsc = prof_port_tsc();
  const struct prof_place place = place_now();
  const int error = errno;
  (void)number;
  prof_nmi_sample_at(tsc, &place, several_self->masked);
  prof_nmi_end(&nmis[cpu], tsc);
  __atomic_store_n(&nmis_taken[cpu], nmis_taken[cpu] + 1, __ATOMIC_RELEASE);
  errno = error;
}

/* ---- tasks ---- */

static uint32_t draw(struct task *t, uint32_t limit)
{
  t->random ^= t->random << 13; /* G. Marsaglia, "Xorshift RNGs", 2003 */
  t->random ^= t->random >> 17;
  t->random ^= t->random << 5;
  return t->random % limit;
}

static void enter(struct task *t)
{
  const unsigned f = 1 + draw(t, way == SUMMED ? 4 : FUNCTIONS - 1);
  if (t->depth == (way == SUMMED ? 3 : DEEPEST)) /* few paths, so that threads have many in common */
    return;
  for (unsigned i = 0; i < t->depth; i++)
    if (t->open[i] == f) /* by name, an exit of a recursive call belongs to any of them */
      return;
  __cyg_profile_func_enter(function(f), NULL);
  t->open[t->depth] = f;
  t->begun_in[t->depth] = parkings;
  __atomic_store_n(&t->depth, t->depth + 1, __ATOMIC_RELAXED);
}

static void leave(struct task *t)
{
  if (!t->depth)
    return;
  __atomic_store_n(&t->depth, t->depth - 1, __ATOMIC_RELAXED);
  __cyg_profile_func_exit(function(t->open[t->depth]), NULL);
  t->known->calls[t->open[t->depth]] += t->begun_in[t->depth] == parkings; /* else it was open when timing began */
}

/* A spinlock that tells the profiler of waits, as PORTING.md has it. */
static struct { uint32_t taken, waiting; struct prof_lock prof; } lock = { .prof = { .name = "shared" } };

static bool try_lock(void)
{
  return !__atomic_exchange_n(&lock.taken, 1, __ATOMIC_ACQUIRE);
}

static void use_lock(void)
{
  struct prof_lock_wait w;
  const unsigned long irq = prof_port_irq_save();
  if (!try_lock()) {
    prof_lock_waits(&w, &lock.prof, NULL);
    __atomic_fetch_add(&lock.waiting, 1, __ATOMIC_RELAXED);
    while (!try_lock())
      sched_yield();
    __atomic_fetch_sub(&lock.waiting, 1, __ATOMIC_RELAXED);
    prof_lock_got(&w, &lock.prof);
  }
  lock.prof.acquired = function(1);
  sched_yield();
  const bool told = __atomic_load_n(&lock.waiting, __ATOMIC_RELAXED);
  if (told)
    prof_lock_releases(&w, &lock.prof);
  __atomic_store_n(&lock.taken, 0, __ATOMIC_RELEASE);
  if (told)
    prof_lock_released(&w, &lock.prof, NULL);
  prof_port_irq_restore(irq);
}

static uint64_t objects_made;

static void do_something(struct task *t)
{
  char name[32];
  switch (draw(t, 16)) {
  case 0: case 1: case 2: case 3: enter(t); break;
  case 4: case 5: case 6: leave(t); break;
  case 7: case 8: case 9: case 10: if (prof_events.on) log_event(t->known, worked); break;
  case 11: {
    const unsigned long irq = prof_port_irq_save();
    prof_unblock(&idles[draw(t, PROF_PORT_CPUS)]);
    prof_port_irq_restore(irq);
    break;
  }
  case 12: case 13: use_lock(); break;
  case 14: {
    const uint64_t object = __atomic_fetch_add(&objects_made, 1, __ATOMIC_RELAXED);
    prof_birth(0x1000 + 16 * object, 0, 0, 16, 16 * object);
    break;
  }
  default:
    snprintf(name, sizeof(name), "of %u", draw(t, 4));
    if (draw(t, 2))
      prof_event_register(name);
    else
      prof_thread_rename(&t->prof, name);
  }
}

static void hand_out(void)
{
  enum prof_snapshot state;
  prof_stream(&sink);
  for (unsigned later = 0; (state = prof_snapshot_take()) != PROF_SNAPSHOT_TAKEN && later < 30; sched_yield())
    later += state == PROF_SNAPSHOT_LATER;
  if (state == PROF_SNAPSHOT_TAKEN) {
    while (prof_snapshot_hand(&sink))
      ;
    __atomic_fetch_add(&got.snapshots, 1, __ATOMIC_RELAXED);
  }
  for (unsigned kind = 0; kind < WIRE_KIND_LIMIT; kind++)
    (void)prof_tally(kind);
  (void)prof_stream_level();
}

static struct task *new_task(unsigned seed, bool hands_out)
{
  struct task *t = aligned_alloc(64, sizeof(*t) + (-sizeof(*t) & 63));
  if (!t)
    abort();
  memset(t, 0, sizeof(*t));
  t->random = 2654435761u * (seed + 1);
  t->life = way == SUMMED ? SUMMED_LIFE : LIFE;
  t->hands_out = hands_out;
  prof_thread_add(&t->prof, hands_out ? "sender" : "task", hands_out ? WIRE_THREAD_PROFILER : 0);
  if (t->prof.id >= MOST_TASKS || !t->prof.id) {
    wrong("there is no room for thread %u", t->prof.id);
    exit(1);
  }
  t->known = &known[t->prof.id];
  make_stack(t);
  return t;
}

/* ---- processors ---- */

static void put_task(struct task *t)
{
  t->next = NULL;
  *queue_last = t;
  queue_last = &t->next;
  pthread_cond_signal(&queue_changed);
}

static struct task *take_task(void)
{
  struct task *t = queue_first;
  if (t && !(queue_first = t->next))
    queue_last = &queue_first;
  return t;
}

/* Stands still while the profiler is started or stopped; the lock is held. Only non-maskable interrupts come. */
static void stand(void)
{
  const unsigned long irq = prof_port_irq_save();
  const unsigned mine = parkings;
  standing++;
  pthread_cond_broadcast(&queue_changed);
  while (parkings == mine)
    pthread_cond_wait(&queue_changed, &queue_lock);
  prof_port_irq_restore(irq);
}

/* Runs a task for a while. Returns whether it goes on. */
static bool run_task(struct task *t)
{
  const unsigned steps = 1 + draw(t, 12);
  if (t->hands_out) {
    hand_out();
    return true;
  }
  for (unsigned i = 0; i < steps; i++)
    do_something(t);
  t->life -= steps < t->life ? steps : t->life;
  return t->life;
}

/* A task that ends has a successor, which is made inside of it; its memory is given back at once. */
static void turn(struct prof_thread *idle, struct task *t)
{
  unsigned long irq = prof_port_irq_save();
  here = t;
  prof_switch(&t->prof, WIRE_WHY_YIELDED);
  pthread_mutex_unlock(&queue_lock);
  prof_port_irq_restore(irq);
  const bool more = run_task(t);
  struct task *const next = more ? t : new_task(t->random, false);
  irq = prof_port_irq_save();
  pthread_mutex_lock(&queue_lock);
  put_task(next);
  if (!more)
    prof_thread_exit(&t->prof);
  prof_switch(idle, more ? WIRE_WHY_PREEMPTED : WIRE_WHY_EXITED);
  here = NULL;
  steps_left -= steps_left > 0;
  park |= !steps_left && (way != STREAM || __atomic_load_n(&got.snapshots, __ATOMIC_RELAXED));
  pthread_mutex_unlock(&queue_lock);
  prof_port_irq_restore(irq);
  if (!more)
    free(t);
  pthread_mutex_lock(&queue_lock);
}

/* Runs a task, if there is one: returns whether there was. Where a round has run as far as it is to, and waits for the
 * sender's snapshot, only the sender goes on, or there would be no end of tasks where the host lets it wait. The lock
 * is held. */
static bool run_next(struct prof_thread *idle)
{
  struct task *const t = take_task();
  if (!t)
    return false;
  if (steps_left || t->hands_out) {
    turn(idle, t);
    return true;
  }
  put_task(t);
  pthread_mutex_unlock(&queue_lock);
  sched_yield();
  pthread_mutex_lock(&queue_lock);
  return true;
}

static void *processor(void *number)
{
  const unsigned cpu = (unsigned)(uintptr_t)number;
  several_begin(cpu, &idles[cpu]);
  pthread_mutex_lock(&queue_lock);
  while (!over) {
    if (park)
      stand();
    else if (!run_next(&idles[cpu]))
      pthread_cond_wait(&queue_changed, &queue_lock);
  }
  pthread_mutex_unlock(&queue_lock);
  return NULL;
}

static pthread_t processors[PROF_PORT_CPUS];
static bool devices_end;

/* Interrupts each processor again when it has taken the interrupt before. */
static void *device(void *unused)
{
  uint64_t nmis_sent[PROF_PORT_CPUS] = { 0 }, interrupts_sent[PROF_PORT_CPUS] = { 0 };
  (void)unused;
  while (!__atomic_load_n(&devices_end, __ATOMIC_ACQUIRE)) {
    for (unsigned cpu = 0; cpu < PROF_PORT_CPUS; cpu++) {
      if (__atomic_load_n(&nmis_taken[cpu], __ATOMIC_ACQUIRE) == nmis_sent[cpu] && ++nmis_sent[cpu])
        pthread_kill(processors[cpu], SIGUSR1);
      if (__atomic_load_n(&interrupts_taken[cpu], __ATOMIC_ACQUIRE) == interrupts_sent[cpu] && ++interrupts_sent[cpu])
        pthread_kill(processors[cpu], SIGUSR2);
    }
    sched_yield();
  }
  return NULL;
}

/* ---- rounds ---- */

/* Runs tasks until all have run as far as they are to run in a round, and the other processors stand still. */
static void wait_for_all(void)
{
  prof_port_irq_restore(0);
  while (standing < PROF_PORT_CPUS - 1) {
    if (park || !run_next(&idles[0]))
      pthread_cond_wait(&queue_changed, &queue_lock);
  }
  (void)prof_port_irq_save();
}

static void let_all_go(void)
{
  park = false;
  standing = 0;
  parkings++;
  pthread_cond_broadcast(&queue_changed);
}

static void forget_round(void)
{
  memset(&got, 0, sizeof(got));
  in_snapshot = false;
  for (unsigned i = 0; i < MOST_TASKS; i++)
    known[i] = (struct known){ 0 };
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++)
    prof_log_reset(prof_logs[i]);
}

/* What was made is what came and what was lost. What the intervals of LOSS have is what was lost, and where nothing was,
 * no record contradicts another. */
static void check_tallies(void)
{
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++) {
    const enum wire_kind kind = wire_logs[i].kind;
    const struct prof_tally tally = prof_tally(kind);
    if (kind != WIRE_STACK && got.lost[kind] != tally.dropped)
      wrong("%s: %llu were lost, in intervals %llu", wire_kinds[kind].name, (unsigned long long)tally.dropped,
            (unsigned long long)got.lost[kind]);
    if (tally.made - tally.dropped != got.rows[kind])
      wrong("%s: %llu made, %llu lost, but %llu came", wire_kinds[kind].name, (unsigned long long)tally.made,
            (unsigned long long)tally.dropped, (unsigned long long)got.rows[kind]);
    if (!tally.dropped && got.gaps[kind])
      wrong("%s: %llu records contradict others, and nothing was lost", wire_kinds[kind].name,
            (unsigned long long)got.gaps[kind]);
    if (way == ONESHOT && tally.dropped)
      wrong("%s: %llu of %llu were lost", wire_kinds[kind].name, (unsigned long long)tally.dropped,
            (unsigned long long)tally.made);
    if ((kind == WIRE_EVENT || kind == WIRE_SCHED || kind == WIRE_BIRTH) && !tally.made)
      wrong("%s: none was made", wire_kinds[kind].name);
  }
}

/* Returns the calls that all nodes have. */
static uint64_t count_calls(void)
{
  uint32_t count;
  uint64_t sum = 0;
  const struct prof_node *pool = prof_timing_nodes(&count);
  for (uint32_t i = 0; i < count; i++)
    sum += pool[i].flags & PROF_NODE_RETIRED ? 0 : prof_node_calls(&pool[i]);
  return sum;
}

/* Returns the thread whose tree has the calls of thread `i`. */
static uint32_t tree_of(uint32_t i)
{
  const struct prof_entry *e = &prof_state.threads[i - 1], *of = prof_state.threads;
  if (!(e->flags & WIRE_THREAD_SUMMED))
    return i;
  while (of < e + MOST_TASKS && (of->live || !of->root || of->flags & WIRE_THREAD_SUMMED || strcmp(of->name, e->name)))
    of++;
  return (uint32_t)(of - prof_state.threads) + 1;
}

/* Nodes have been used again, all that have room have stayed. */
static void check_summed(unsigned summed)
{
  uint32_t count;
  prof_timing_nodes(&count);
  if (summed < TASKS)
    wrong("only %u threads have left their trees to others", summed);
  if (count < SUMMED_NODES)
    wrong("only %u nodes were used", count);
  if (prof_tally(WIRE_NODE).dropped)
    wrong("%llu calls found no node", (unsigned long long)prof_tally(WIRE_NODE).dropped);
}

/* Calls are exact: those that a thread has ended, and those that its own end has closed. */
static void check_calls(void)
{
  static uint64_t made[MOST_TASKS];
  uint64_t events = 0;
  unsigned summed = 0;
  memset(made, 0, sizeof(made));
  if (got.calls != count_calls())
    wrong("of the calls of all nodes %llu came", (unsigned long long)got.calls);
  for (uint32_t i = 1; i <= prof_state.thread_count; i++) {
    const struct prof_entry *e = &prof_state.threads[i - 1];
    const uint32_t tree = tree_of(i);
    summed += tree != i;
    made[tree] += e->unwound;
    events += known[i].events;
    for (unsigned f = 0; f < FUNCTIONS; f++)
      made[tree] += known[i].calls[f];
  }
  for (uint32_t i = 1; i <= prof_state.thread_count; i++)
    if (got.calls_of[i] != made[i] && (way != FULL || got.calls_of[i] > made[i]))
      wrong("thread %u, %s: %llu calls were made, but the tree has %llu", i, prof_state.threads[i - 1].name,
            (unsigned long long)made[i], (unsigned long long)got.calls_of[i]);
  if (prof_tally(WIRE_EVENT).made != events)
    wrong("%llu events were logged, %llu counted", (unsigned long long)events,
          (unsigned long long)prof_tally(WIRE_EVENT).made);
  if (way == SUMMED)
    check_summed(summed);
}

static void run_round(uint64_t steps)
{
  forget_round();
  prof_start();
  for (unsigned cpu = 0; cpu < PROF_PORT_CPUS; cpu++)
    got.running[cpu] = idles[cpu].id;
  prof_collect_hello(&sink);
  steps_left = steps;
  let_all_go();
  wait_for_all();
  prof_stop();
  prof_collect(&sink);
  look_at_switches();
  check_tallies();
  check_calls();
}

static const char *const ways[] = { "oneshot", "full", "ring", "stream", "flooded", "summed" };

static struct prof_config config_of(uint64_t steps)
{
  struct prof_config c = PROF_CONFIG_DEFAULT;
  const bool much = way == ONESHOT || way == SUMMED;
  const uint32_t room = much ? (uint32_t)(400 * steps) : way == STREAM ? 1u << 16 : 64u * PROF_PORT_CPUS;
  c.modes = WIRE_MODE_TIMING | WIRE_MODE_SAMPLES | WIRE_MODE_EVENTS | WIRE_MODE_SCHED | WIRE_MODE_LOCKS |
            WIRE_MODE_OBJECTS | WIRE_MODE_COUNTERS;
  c.processors = PROF_PORT_CPUS;
  c.ring = way == RING ? c.modes : 0;
  c.stream = way == STREAM || way == FLOODED ? c.modes : 0;
  c.samples = c.events = c.sched = c.locks = c.readings = c.collections = c.births = c.deaths = room;
  c.addresses = 12 * room;
  c.nodes = way == FULL ? 500 : way == SUMMED ? SUMMED_NODES : 1u << 16;
  c.sum_exited = way == SUMMED;
  c.threads = MOST_TASKS;
  c.tsc_hz = 1000000;
  return c;
}

static void begin(uint64_t steps)
{
  const struct prof_config c = config_of(steps);
  several_begin(0, &idles[0]);
  if (!prof_init(&c))
    abort();
  for (unsigned cpu = 0; cpu < PROF_PORT_CPUS; cpu++) {
    prof_thread_add(&idles[cpu], "idle", WIRE_THREAD_IDLE);
    prof_thread_add(&timers[cpu], "timer", WIRE_THREAD_IRQ);
    prof_thread_add(&nmis[cpu], "nmi", WIRE_THREAD_IRQ | WIRE_THREAD_PROFILER);
    timer_known[cpu] = &known[timers[cpu].id];
  }
  prof_calibrate();
  ticked = prof_event_register("ticked");
  worked = prof_event_register("worked");
  struct sigaction nmi = { .sa_handler = take_nmi }, interrupt = { .sa_handler = take_interrupt };
  sigfillset(&nmi.sa_mask);
  sigaction(SIGUSR1, &nmi, NULL);
  sigaction(SIGUSR2, &interrupt, NULL);
}

int main(int argc, char **argv)
{
  const uint64_t steps = argc > 2 ? strtoull(argv[2], NULL, 0) : 4000;
  const unsigned count = sizeof(ways) / sizeof(ways[0]);
  pthread_t devices;
  while (argc > 1 && (unsigned)way < count && strcmp(argv[1], ways[way]))
    way++;
  if (argc < 2 || (unsigned)way == count) {
    fprintf(stderr, "usage: threads oneshot|full|ring|stream|flooded|summed [STEPS]\n");
    return 2;
  }
  begin(steps);
  for (unsigned i = 0; i < TASKS; i++)
    put_task(new_task(i, !i && (way == STREAM || way == FLOODED)));
  for (unsigned cpu = 1; cpu < PROF_PORT_CPUS; cpu++)
    pthread_create(&processors[cpu], NULL, processor, (void *)(uintptr_t)cpu);
  processors[0] = pthread_self();
  pthread_mutex_lock(&queue_lock);
  wait_for_all();
  pthread_create(&devices, NULL, device, NULL);
  for (unsigned i = 0; i < ROUNDS; i++)
    run_round(steps);
  over = true;
  let_all_go();
  pthread_mutex_unlock(&queue_lock);
  __atomic_store_n(&devices_end, true, __ATOMIC_RELEASE);
  pthread_join(devices, NULL);
  for (unsigned cpu = 1; cpu < PROF_PORT_CPUS; cpu++)
    pthread_join(processors[cpu], NULL);
  return failures != 0;
}
