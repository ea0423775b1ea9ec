/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timeline.c: follows the SCHED records through time; timeline.h is the manual.
 */
#include "timeline.h"

#include "base/mem.h"
#include "dump/cursor.h"
#include "dump/gaps.h"

#define NO_THREAD UINT32_MAX

enum state { STATE_BLOCKED, STATE_RUNNABLE, STATE_ON };

struct walk_thread { enum state state; uint64_t since; };

/* Where the walk through the records stands. */
struct walk {
  struct view *view;
  struct timeline *line; /* whose figures are counted; NULL: they have been */
  const struct timeline_ops *ops;
  void *ctx;
  struct walk_thread *threads;
  size_t thread_count, thread_room;
  uint32_t current;      /* the thread that runs, or NO_THREAD */
  uint32_t displaced;    /* the one that ran before a thread of the profiler took the processor, or NO_THREAD */
  uint64_t since;        /* from when on */
};

const char *timeline_why(uint32_t why)
{
  switch (why) {
  case 0: return "-";
#define TEXT(number, NAME, text) case WIRE_WHY_##NAME: return text;
  WIRE_WHYS(TEXT)
#undef TEXT
  default: return "unknown";
  }
}

static uint64_t clip_to_window(const struct view *v, uint64_t tsc)
{
  int64_t ns = view_ns(v, tsc);
  int64_t edge = ns < v->from ? v->from : ns > v->to ? v->to : ns;
  if (!v->windowed || edge == ns)
    return tsc;
  return v->start + (uint64_t)((__int128)edge * v->hz / 1000000000);
}

/* Makes a thread known to the walk that a record mentions. */
static uint32_t meet_thread(struct walk *w, uint32_t id)
{
  uint32_t thread = view_thread(w->view, id);
  if (thread >= w->thread_count) {
    mem_grow(&w->threads, &w->thread_room, (size_t)thread + 1, sizeof(*w->threads));
    for (; w->thread_count <= thread; w->thread_count++)
      w->threads[w->thread_count] = (struct walk_thread){ .state = STATE_BLOCKED };
  }
  if (w->line && thread >= w->line->thread_count) {
    struct timeline *l = w->line;
    mem_grow(&l->threads, &l->thread_room, (size_t)thread + 1, sizeof(*l->threads));
    for (; l->thread_count <= thread; l->thread_count++) {
      l->threads[l->thread_count] = (struct timeline_thread){ 0 };
      quantiles_aim(&l->threads[l->thread_count].latency, TIMELINE_PERCENTILE);
    }
  }
  if (w->line)
    w->line->threads[thread].met = true;
  return thread;
}

/* The figures of a thread, or a place where they do no harm. */
static struct timeline_thread *figures_of(struct walk *w, uint32_t thread)
{
  static struct timeline_thread unused;
  return w->line ? &w->line->threads[thread] : &unused;
}

static void add_stretch(struct walk *w, uint64_t start, uint64_t end, uint32_t thread, uint32_t why)
{
  const struct timeline_stretch s = { start, end, thread, why };
  figures_of(w, thread)->ran += clip_to_window(w->view, end) - clip_to_window(w->view, start);
  if (w->ops->stretch)
    w->ops->stretch(w->ctx, &s);
}

static void take_unblock(struct walk *w, uint64_t tsc, uint32_t by, uint32_t woken)
{
  if (view_in_window(w->view, tsc)) {
    const struct timeline_wake wake = { tsc, by, woken };
    figures_of(w, woken)->wakeups++;
    if (w->ops->wake)
      w->ops->wake(w->ctx, &wake);
  }
  if (w->threads[woken].state == STATE_BLOCKED)
    w->threads[woken] = (struct walk_thread){ STATE_RUNNABLE, tsc };
}

/* `aside`: it only makes room for one of the profiler's threads. */
static void stop_running(struct walk *w, uint64_t tsc, uint32_t from, uint32_t why, bool aside)
{
  if (w->current == from)
    add_stretch(w, w->since, tsc, from, why);
  else if (w->line)
    w->line->breaks++;
  if (view_in_window(w->view, tsc) && why <= WIRE_WHY_UNBLOCK && !aside)
    figures_of(w, from)->why[why]++;
  bool waits = why == WIRE_WHY_PREEMPTED || why == WIRE_WHY_YIELDED;
  bool on = aside || why == WIRE_WHY_INTERRUPT;
  w->threads[from].state = on ? STATE_ON : waits ? STATE_RUNNABLE : STATE_BLOCKED;
  w->threads[from].since = tsc;
}

static void start_running(struct walk *w, uint64_t tsc, uint32_t to, uint32_t why)
{
  bool waited = w->threads[to].state == STATE_RUNNABLE;
  if (view_in_window(w->view, tsc)) {
    figures_of(w, to)->switches += why != WIRE_WHY_RESUMED;
    if (waited && w->ops->waited && !(w->view->threads[to].flags & (WIRE_THREAD_IDLE | WIRE_THREAD_IRQ)))
      w->ops->waited(w->ctx, to, tsc - w->threads[to].since);
  }
  w->threads[to].state = STATE_ON;
  w->current = to;
  w->since = tsc;
}

/* ---- the profiler's own threads: to the others they are like an interrupt, which is not theirs ---- */

static bool is_own(const struct walk *w, uint32_t thread)
{
  return w->view->threads[thread].flags & WIRE_THREAD_PROFILER;
}

/* Takes the time in which a thread of the profiler ran from what the others have waited for. */
static void forgive_waits(struct walk *w, uint64_t from, uint64_t to)
{
  for (size_t i = 0; i < w->thread_count; i++)
    if (w->threads[i].state == STATE_RUNNABLE)
      w->threads[i].since += to - (w->threads[i].since > from ? w->threads[i].since : from);
}

/* They are done, and `to` runs: returns whether that is who ran before; otherwise that one was preempted after
 * all. */
static bool end_displacement(struct walk *w, uint64_t tsc, uint32_t to)
{
  const uint32_t before = w->displaced;
  w->displaced = NO_THREAD;
  if (before == NO_THREAD || before == to)
    return before == to;
  if (view_in_window(w->view, tsc))
    figures_of(w, before)->why[WIRE_WHY_PREEMPTED]++;
  w->threads[before] = (struct walk_thread){ STATE_RUNNABLE, tsc };
  return false;
}

static void take_record(struct walk *w, const struct wire_sched *rec)
{
  uint32_t from = meet_thread(w, rec->from), to = meet_thread(w, rec->to);
  if (rec->why == WIRE_WHY_UNBLOCK) {
    take_unblock(w, rec->tsc, from, to);
    return;
  }
  const bool aside = rec->why == WIRE_WHY_PREEMPTED && is_own(w, to) && !is_own(w, from);
  const bool over = rec->why != WIRE_WHY_INTERRUPT && is_own(w, from) && !is_own(w, to);
  if (is_own(w, from) && w->current == from)
    forgive_waits(w, w->since, rec->tsc);
  stop_running(w, rec->tsc, from, rec->why, aside);
  if (aside)
    w->displaced = from;
  start_running(w, rec->tsc, to, over && end_displacement(w, rec->tsc, to) ? WIRE_WHY_RESUMED : rec->why);
}

/* Records are missing here: who runs now, and who waits for what, is not known. */
static void forget_threads(struct walk *w)
{
  w->current = w->displaced = NO_THREAD;
  for (size_t i = 0; i < w->thread_count; i++)
    w->threads[i].state = STATE_BLOCKED;
}

/* Whether a ring has overwritten its first records. */
static bool oldest_gone(const struct dump *d)
{
  return dump_is_ring(d, WIRE_MODE_SCHED) && dump_tally(d, WIRE_SCHED)->dropped;
}

/* The thread that ran when profiling was started is the one that the first switch leaves, if that is the first. */
static void find_first(struct walk *w)
{
  const struct dump *d = w->view->dump;
  struct cursor c = cursor_begin(d, WIRE_SCHED);
  const struct wire_sched *rec = cursor_next(&c);
  const uint64_t first = rec ? rec->tsc : 0;
  const bool any = rec;
  size_t lost = 0;
  while (rec && rec->why == WIRE_WHY_UNBLOCK)
    rec = cursor_next(&c);
  w->since = w->view->start;
  w->current = rec ? meet_thread(w, rec->from) : NO_THREAD;
  if (dump_lost_unknown(d) || oldest_gone(d) || (any && first < w->since) ||
      (any && gaps_between(d, WIRE_SCHED, &lost, w->since, first)))
    w->current = NO_THREAD;
  cursor_end(&c);
}

/* Whether the last record is really the last that was made, so that who ran then ran to the end. */
static bool to_the_end(const struct dump *d)
{
  const bool none_behind = dump_tally(d, WIRE_SCHED)->dropped == 0 || oldest_gone(d) || dump_is_stream(d, WIRE_MODE_SCHED);
  return none_behind && dump_has_all(d, WIRE_SCHED);
}

static void walk_records(struct walk *w)
{
  struct view *v = w->view;
  struct cursor c = cursor_begin(v->dump, WIRE_SCHED);
  uint64_t last = 0;
  size_t lost = 0;
  w->displaced = NO_THREAD;
  find_first(w);
  for (const struct wire_sched *rec; (rec = cursor_next(&c)); last = rec->tsc) {
    if (last && gaps_between(v->dump, WIRE_SCHED, &lost, last, rec->tsc))
      forget_threads(w);
    take_record(w, rec);
  }
  if (w->current != NO_THREAD && to_the_end(v->dump) && v->stop >= w->since &&
      !gaps_between(v->dump, WIRE_SCHED, &lost, last, v->stop))
    add_stretch(w, w->since, v->stop, w->current, 0);
  cursor_end(&c);
  mem_free(w->threads);
}

void timeline_walk(struct view *v, const struct timeline_ops *ops, void *ctx)
{
  struct walk w = { .view = v, .ops = ops, .ctx = ctx };
  walk_records(&w);
}

/* ---- figures ---- */

static void add_latency(void *line, uint32_t thread, uint64_t cycles)
{
  struct timeline_thread *t = &((struct timeline *)line)->threads[thread];
  t->latency_sum += cycles;
  quantiles_add(&t->latency, (int64_t)cycles);
}

static void add_again(void *line, uint32_t thread, uint64_t cycles)
{
  quantiles_again(&((struct timeline *)line)->threads[thread].latency, (int64_t)cycles);
}

struct timeline *timeline_new(struct view *v)
{
  static const struct timeline_ops first = { .waited = add_latency }, second = { .waited = add_again };
  bool known = true;
  struct timeline *l = mem_alloc(1, sizeof(*l));
  struct walk w = { .view = v, .line = l, .ops = &first, .ctx = l };
  walk_records(&w);
  for (size_t i = 0; i < l->thread_count; i++)
    known &= quantiles_known(&l->threads[i].latency);
  if (!known)
    timeline_walk(v, &second, l);
  return l;
}

void timeline_free(struct timeline *t)
{
  if (!t)
    return;
  for (size_t i = 0; i < t->thread_count; i++)
    quantiles_free(&t->threads[i].latency);
  mem_free(t->threads);
  mem_free(t);
}
