/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_sched.c: the tables of scheduling: threads (shares, switches, latency), activity (who ran when: the JX paper's
 * figure 8) and wakes (who unblocked whom). Those of processors are an_processors.c's.
 *
 * CPU time of the whole run is what the profiler summed up for each thread, which stays true when switches were
 * dropped; within --from and --to it is summed up from the switches. Shares are of the time of all processors.
 */
#include "an.h"
#include "base/mem.h"
#include "model/timeline.h"
#include "sched_notes.h"

#include <string.h>

/* ---- threads ---- */

struct share { uint32_t thread; uint64_t ran; bool known; };

struct reorder { const struct view *view; };

static int by_ran(const void *a, const void *b, void *ctx)
{
  const struct share *x = a, *y = b;
  const struct reorder *o = ctx;
  if (x->ran != y->ran)
    return x->ran > y->ran ? -1 : 1;
  return strcmp(o->view->threads[x->thread].name, o->view->threads[y->thread].name);
}

static const char *kind_name(const struct view *v, uint32_t thread)
{
  static const char *const names[] = { [TIMELINE_THREAD] = "thread", [TIMELINE_INTERRUPT] = "irq",
                                       [TIMELINE_PROFILER] = "profiler", [TIMELINE_IDLE] = "idle" };
  return names[timeline_doing(v, thread)];
}

/* Whether a thread is the profiler's own: its time is no other thread's. */
static bool is_own(const struct view *v, uint32_t thread)
{
  return v->threads[thread].flags & WIRE_THREAD_PROFILER;
}

/* From runnable to running, cycles; of a thread that waited at least once. */
static double mean_latency(const struct timeline_thread *l)
{
  return (double)l->latency_sum / (double)l->latency.count;
}

static int64_t p99_latency(struct timeline_thread *l)
{
  return quantiles_percentile(&l->latency, TIMELINE_PERCENTILE);
}

#define THREAD(C) \
  C(thread,          TEXT,  table_text(t, thread->name)) \
  C(kind,            TEXT,  table_text(t, kind_name(v, s->thread))) \
  C(cpu_us,          US,    AN_OR_NONE(s->known, an_cycles(v, t, s->ran))) \
  C(cpu_pct,         PCT,   an_share(t, s->ran, is_own(v, s->thread) || !s->known ? 0 : whole)) \
  C(switches,        COUNT, AN_OR_NONE(l, table_natural(t, l->switches))) \
  C(preempted,       COUNT, AN_OR_NONE(l, table_natural(t, l->why[WIRE_WHY_PREEMPTED]))) \
  C(blocked,         COUNT, AN_OR_NONE(l, table_natural(t, l->why[WIRE_WHY_BLOCKED]))) \
  C(yielded,         COUNT, AN_OR_NONE(l, table_natural(t, l->why[WIRE_WHY_YIELDED]))) \
  C(interrupted,     COUNT, AN_OR_NONE(l, table_natural(t, l->why[WIRE_WHY_INTERRUPT]))) \
  C(wakeups,         COUNT, AN_OR_NONE(l, table_natural(t, l->wakeups))) \
  C(latency_mean_us, US,    AN_OR_NONE(waited, an_cycles_real(v, t, mean_latency(l)))) \
  C(latency_p99_us,  US,    AN_OR_NONE(waited, an_cycles(v, t, p99_latency(l)))) \
  C(latency_max_us,  US,    AN_OR_NONE(waited, an_cycles(v, t, l->latency.most)))

/* The mean latency behind wake-ups, cycles: `remote` is 1 for those from another processor, else 0. */
static double mean_woken(const struct timeline_thread *l, int remote)
{
  return (double)l->woken[remote].sum / (double)l->woken[remote].count;
}

/* Behind those of THREAD, of several processors. */
#define THREAD_SEVERAL(C) \
  C(migrations,             COUNT, AN_OR_NONE(l, table_natural(t, l->moves))) \
  C(local_wakeups,          COUNT, AN_OR_NONE(l, table_natural(t, l->woken[0].count))) \
  C(local_latency_mean_us,  US,    AN_OR_NONE(l && l->woken[0].count, an_cycles_real(v, t, mean_woken(l, 0)))) \
  C(remote_wakeups,         COUNT, AN_OR_NONE(l, table_natural(t, l->woken[1].count))) \
  C(remote_latency_mean_us, US,    AN_OR_NONE(l && l->woken[1].count, an_cycles_real(v, t, mean_woken(l, 1))))
#define THREAD_SEVERAL_COLUMNS 5

/* `l` is NULL where nothing is known of switches. */
static void thread_row(const struct view *v, struct table *t, const struct share *s, struct timeline_thread *l,
                       uint64_t whole)
{
  const struct view_thread *thread = &v->threads[s->thread];
  const bool waited = l && l->latency.count;
  THREAD(AN_CELL)
  if (tables_of_several(v)) {
    THREAD_SEVERAL(AN_CELL)
  }
}

static const struct table_column thread_columns[] = { THREAD(AN_COLUMN) THREAD_SEVERAL(AN_COLUMN) };

/* The cycles that a thread ran: by the thread's record, or by the timeline where the records are from before the end
 * and the timeline reaches further. `l` is NULL where switches were not recorded: then a part of the run is not known. */
static struct share share_of(const struct view *v, uint32_t thread, const struct timeline_thread *l)
{
  const struct wire_thread *rec = view_thread_figures(v, thread);
  uint64_t tsc;
  if (rec && !v->windowed && !(l && dump_trees_are_early(v->dump, &tsc)))
    return (struct share){ thread, rec->run, true };
  return (struct share){ thread, l ? l->ran : 0, l };
}

static bool is_met(const struct timeline *line, uint32_t thread)
{
  return line && thread < line->thread_count && line->threads[thread].met;
}

/* What the timeline knows of a thread; NULL: nothing, for there is no timeline (`line` is NULL). */
static struct timeline_thread *line_of(const struct timeline *line, uint32_t thread)
{
  static struct timeline_thread never;
  return !line ? NULL : is_met(line, thread) ? &line->threads[thread] : &never;
}

/* The cycles that the profiler's own threads ran. */
static uint64_t own_time(const struct view *v, const struct timeline *line)
{
  uint64_t sum = 0;
  for (uint32_t i = 0; i < view_thread_count(v); i++)
    if (is_own(v, i))
      sum += share_of(v, i, line_of(line, i)).ran;
  return sum;
}

static void fill_threads(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  const bool sched = dump_meta(v->dump, WIRE_META_MODES, WIRE_MODE_SCHED) & WIRE_MODE_SCHED;
  const struct timeline *line = sched ? analysis_timeline(analysis) : NULL;
  const uint32_t threads = view_thread_count(v);
  struct share *shares = mem_alloc(threads, sizeof(*shares));
  struct reorder order = { v };
  size_t count = 0;
  for (uint32_t i = 0; i < threads; i++)
    if (v->threads[i].wanted && !view_is_sampler(v, i) && (view_thread_figures(v, i) || is_met(line, i)))
      shares[count++] = share_of(v, i, line_of(line, i));
  if (sched)
    sched_note(analysis, t);
  const uint64_t whole = sched_span(v, sched) * view_processors(v), own = own_time(v, line);
  mem_sort_by(shares, count, sizeof(*shares), by_ran, &order);
  for (size_t i = 0; i < count; i++)
    thread_row(v, t, &shares[i], line_of(line, shares[i].thread), whole > own ? whole - own : 0);
  mem_free(shares);
}

const struct tables_def an_threads = {
  .name = "threads", .title = "CPU time, switches, latency from runnable to running",
  TABLES_COLUMNS(thread_columns), .several_columns = THREAD_SEVERAL_COLUMNS, .modes = WIRE_MODE_SCHED, .timed = true,
  .fill = fill_threads };

/* ---- activity ---- */

struct rows { struct view *view; struct table *table; };

static void activity_row(void *ctx, const struct timeline_stretch *s)
{
  const struct rows *r = ctx;
  const struct view *v = r->view;
  int64_t start, end;
  if (!timeline_shows(v, s, &start, &end))
    return;
  table_us(r->table, start);
  table_us(r->table, end);
  table_text(r->table, v->threads[s->thread].name);
  table_text(r->table, timeline_why(s->why));
  if (tables_of_several(v))
    table_natural(r->table, s->cpu);
}

static void fill_activity(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  static const struct timeline_ops ops = { .stretch = activity_row };
  sched_note(analysis, t);
  timeline_walk_window(v, &ops, &(struct rows){ v, t });
}

static const struct table_column activity_columns[] = {
  { "start_us", TABLE_US }, { "end_us", TABLE_US }, { "thread", TABLE_TEXT }, { "why", TABLE_TEXT },
  { "cpu", TABLE_COUNT },
};

const struct tables_def an_activity = {
  .name = "activity", .title = "who ran when, and why it stopped", TABLES_COLUMNS(activity_columns),
  .several_columns = 1, .modes = WIRE_MODE_SCHED, .raw = true, .timed = true, .fill = fill_activity };

/* ---- wakes ---- */

static void wake_row(void *ctx, const struct timeline_wake *w)
{
  const struct rows *r = ctx;
  const struct view_thread *by = &r->view->threads[w->by], *woken = &r->view->threads[w->woken];
  if (!timeline_shows_wake(r->view, w))
    return;
  table_us(r->table, view_ns(r->view, w->tsc));
  table_text(r->table, by->name);
  table_text(r->table, woken->name);
  if (tables_of_several(r->view))
    table_natural(r->table, w->cpu);
}

static void fill_wakes(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  static const struct timeline_ops ops = { .wake = wake_row };
  sched_note(analysis, t);
  timeline_walk_window(v, &ops, &(struct rows){ v, t });
}

static const struct table_column wake_columns[] = {
  { "time_us", TABLE_US }, { "by", TABLE_TEXT }, { "woken", TABLE_TEXT }, { "cpu", TABLE_COUNT },
};

const struct tables_def an_wakes = {
  .name = "wakes", .title = "who made whom runnable", TABLES_COLUMNS(wake_columns),
  .several_columns = 1, .modes = WIRE_MODE_SCHED, .raw = true, .timed = true, .fill = fill_wakes };
