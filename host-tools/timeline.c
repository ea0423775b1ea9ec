/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timeline.c: follows the SCHED records through time; timeline.h is the manual.
 */
#include "timeline.h"

#include "cmd.h"
#include "gaps.h"
#include "stats.h"
#include "timeorder.h"

#include <stdlib.h>

#define NOBODY UINT32_MAX

enum state { STATE_BLOCKED, STATE_RUNNABLE, STATE_ON };

/* Where the walk through the records stands. */
struct walk {
  struct view *view;
  struct timeline *line;
  struct { enum state state; uint64_t since; } *threads;
  uint32_t current;      /* who runs, or NOBODY */
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

static uint64_t clip(const struct view *v, uint64_t tsc)
{
  int64_t ns = view_ns(v, tsc);
  int64_t edge = ns < v->from ? v->from : ns > v->to ? v->to : ns;
  if (!v->windowed || edge == ns)
    return tsc;
  return v->start + (uint64_t)((__int128)edge * v->hz / 1000000000);
}

static void add_stretch(struct walk *w, uint64_t start, uint64_t end, uint32_t thread, uint32_t why)
{
  struct timeline *l = w->line;
  cmd_grow(&l->stretches, &l->stretch_room, l->stretch_count + 1, sizeof(*l->stretches));
  l->stretches[l->stretch_count++] = (struct timeline_stretch){ start, end, thread, why };
  l->threads[thread].ran += clip(w->view, end) - clip(w->view, start);
}

static void take_unblock(struct walk *w, uint64_t tsc, uint32_t by, uint32_t woken)
{
  struct timeline *l = w->line;
  if (view_in_window(w->view, tsc)) {
    cmd_grow(&l->wakes, &l->wake_room, l->wake_count + 1, sizeof(*l->wakes));
    l->wakes[l->wake_count++] = (struct timeline_wake){ tsc, by, woken };
    l->threads[woken].wakeups++;
  }
  if (w->threads[woken].state == STATE_BLOCKED) {
    w->threads[woken].state = STATE_RUNNABLE;
    w->threads[woken].since = tsc;
  }
}

static void stop_running(struct walk *w, uint64_t tsc, uint32_t from, uint32_t why)
{
  if (w->current == from)
    add_stretch(w, w->since, tsc, from, why);
  else
    w->line->breaks++;
  if (view_in_window(w->view, tsc) && why <= WIRE_WHY_UNBLOCK)
    w->line->threads[from].why[why]++;
  bool waits = why == WIRE_WHY_PREEMPTED || why == WIRE_WHY_YIELDED;
  w->threads[from].state = waits ? STATE_RUNNABLE : why == WIRE_WHY_INTERRUPT ? STATE_ON : STATE_BLOCKED;
  w->threads[from].since = tsc;
}

static void start_running(struct walk *w, uint64_t tsc, uint32_t to, uint32_t why)
{
  struct timeline_thread *t = &w->line->threads[to];
  bool waited = w->threads[to].state == STATE_RUNNABLE;
  if (view_in_window(w->view, tsc)) {
    t->switches += why != WIRE_WHY_RESUMED;
    if (waited && !(w->view->threads[to].flags & (WIRE_THREAD_IDLE | WIRE_THREAD_IRQ))) {
      cmd_grow(&t->latency, &t->latency_room, t->latencies + 1, sizeof(*t->latency));
      t->latency[t->latencies++] = (int64_t)(tsc - w->threads[to].since);
    }
  }
  w->threads[to].state = STATE_ON;
  w->current = to;
  w->since = tsc;
}

static void take(struct walk *w, const struct wire_sched *rec)
{
  uint32_t from = view_thread(w->view, rec->from), to = view_thread(w->view, rec->to);
  if (rec->why == WIRE_WHY_UNBLOCK) {
    take_unblock(w, rec->tsc, from, to);
    return;
  }
  stop_running(w, rec->tsc, from, rec->why);
  start_running(w, rec->tsc, to, rec->why);
}

/* Records are missing here: who runs now, and who waits for what, is not known. */
static void forget(struct walk *w)
{
  w->current = NOBODY;
  for (size_t i = 0; i < w->line->thread_count; i++)
    w->threads[i].state = STATE_BLOCKED;
}

/* Whether a ring has overwritten its first records. */
static bool oldest_gone(const struct dump *d)
{
  return dump_is_ring(d, WIRE_MODE_SCHED) && d->tally[WIRE_SCHED].dropped;
}

/* The thread that ran when profiling was started is the one that the first switch leaves, if that is the first. */
static void find_first(struct walk *w, const struct wire_sched *rec, const uint32_t *order, size_t count)
{
  w->current = NOBODY;
  w->since = w->view->start;
  for (size_t i = 0; i < count && w->current == NOBODY; i++)
    if (rec[order[i]].why != WIRE_WHY_UNBLOCK)
      w->current = view_thread(w->view, rec[order[i]].from);
  size_t lost = 0;
  if ((w->view->dump->lost_frames && !w->view->dump->gap_count) || oldest_gone(w->view->dump) || (count && rec[order[0]].tsc < w->since) ||
      (count && gaps_between(w->view->dump, WIRE_SCHED, &lost, w->since, rec[order[0]].tsc)))
    w->current = NOBODY;
}

/* Whether the last record is really the last that was made, so that who ran then ran to the end. */
static bool to_the_end(const struct dump *d)
{
  const struct wire_tally *t = &d->tally[WIRE_SCHED];
  return d->end && !d->error[0] && (t->dropped == 0 || oldest_gone(d)) && t->sent <= d->seen[WIRE_SCHED];
}

/* Makes all threads known that the records mention, so that arrays by thread keep their size. */
static void meet_threads(struct view *v, const struct wire_sched *rec, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    view_thread(v, rec[i].from);
    view_thread(v, rec[i].to);
  }
}

const struct timeline *timeline_get(struct view *v)
{
  const struct wire_sched *rec = dump_sched_rows(v->dump);
  const size_t count = dump_count(v->dump, WIRE_SCHED);
  if (v->timeline)
    return v->timeline;
  struct timeline *l = v->timeline = cmd_alloc(1, sizeof(*l));
  meet_threads(v, rec, count);
  l->thread_count = v->thread_count;
  l->threads = cmd_alloc(l->thread_count, sizeof(*l->threads));
  struct walk w = { .view = v, .line = l };
  w.threads = cmd_alloc(l->thread_count, sizeof(*w.threads));
  uint32_t *order = timeorder(rec, count, sizeof(*rec));
  find_first(&w, rec, order, count);
  size_t lost = 0;
  for (size_t i = 0; i < count; i++) {
    if (i && gaps_between(v->dump, WIRE_SCHED, &lost, rec[order[i - 1]].tsc, rec[order[i]].tsc))
      forget(&w);
    take(&w, &rec[order[i]]);
  }
  if (w.current != NOBODY && to_the_end(v->dump) && v->stop >= w.since)
    add_stretch(&w, w.since, v->stop, w.current, 0);
  for (size_t i = 0; i < l->thread_count; i++)
    if (l->threads[i].latencies)
      qsort(l->threads[i].latency, l->threads[i].latencies, sizeof(int64_t), stats_order);
  free(order);
  free(w.threads);
  return l;
}

void timeline_free(struct timeline *t)
{
  if (!t)
    return;
  for (size_t i = 0; i < t->thread_count; i++)
    free(t->threads[i].latency);
  free(t->threads);
  free(t->stretches);
  free(t->wakes);
  free(t);
}
