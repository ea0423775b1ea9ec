/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_events.c: the tables of event tracing: events (as logged), eventstats (each name's intervals) and intervals
 * (between successive events, the JX paper's figure 7).
 */
#include "an.h"
#include "base/mem.h"
#include "dump/gaps.h"
#include "base/quantiles.h"
#include "model/event_filter.h"

#include <string.h>

static const char *thread_name(struct view *v, uint32_t id)
{
  uint32_t thread = view_thread(v, id);
  return v->threads[thread].name;
}

/* ---- events ---- */

static void fill_events(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  struct cursor c = event_filter_begin(v);
  for (const struct wire_event *e; (e = event_filter_next(v, &c));) {
    table_us(t, view_ns(v, e->tsc));
    table_text(t, thread_name(v, e->thread));
    table_text(t, view_event(v, e->event));
    table_natural(t, e->arg);
    if (tables_of_several(v))
      table_natural(t, e->cpu);
  }
  cursor_end(&c);
}

static const struct table_column event_columns[] = {
  { "time_us", TABLE_US }, { "thread", TABLE_TEXT }, { "event", TABLE_TEXT }, { "arg", TABLE_COUNT },
  { "cpu", TABLE_COUNT },
};

const struct tables_def an_events = {
  .name = "events", .title = "every event, as logged", TABLES_COLUMNS(event_columns),
  .several_columns = 1,
  .modes = WIRE_MODE_EVENTS, .raw = true, .timed = true, .fill = fill_events };

/* ---- eventstats ---- */

/* The intervals between the events of one name. */
struct series {
  const char *name;
  uint64_t count, first, last;   /* TSC */
  struct quantiles gaps;         /* cycles */
  struct gaps_walk lost;         /* among what is missing */
  __int128 sum;
  unsigned __int128 squares;
};

#define PERCENTILE 95 /* of intervals, which the table shows */

#define NEAR_EVENTS 256 /* event numbers whose series are found without a search */

struct all_series {
  struct map of_event;
  uint32_t near[NEAR_EVENTS];    /* by number: row + 1, or 0 */
  struct series *rows;
  size_t count, room;
};

static struct series *series_of(struct all_series *a, struct view *v, const struct wire_event *e)
{
  if (e->event < NEAR_EVENTS && a->near[e->event])
    return &a->rows[a->near[e->event] - 1];
  uint32_t row = map_get(&a->of_event, e->event);
  if (row != MAP_NONE)
    return &a->rows[row];
  mem_grow(&a->rows, &a->room, a->count + 1, sizeof(*a->rows));
  map_put(&a->of_event, e->event, (uint32_t)a->count);
  a->rows[a->count] = (struct series){ .name = view_event(v, e->event), .first = e->tsc };
  quantiles_aim(&a->rows[a->count].gaps, QUANTILES_MEDIAN);
  quantiles_aim(&a->rows[a->count].gaps, PERCENTILE);
  if (e->event < NEAR_EVENTS)
    a->near[e->event] = (uint32_t)a->count + 1;
  return &a->rows[a->count++];
}

static void series_add(struct series *s, int64_t gap)
{
  quantiles_add(&s->gaps, gap);
  s->sum += gap;
  s->squares += (unsigned __int128)((__int128)gap * gap);
}

static void series_again(struct series *s, int64_t gap)
{
  quantiles_again(&s->gaps, gap);
}

/* Goes through the events, and hands on each interval between two of one name. */
static void each_interval(struct view *v, struct all_series *a, void (*take)(struct series *s, int64_t gap))
{
  struct cursor c = event_filter_begin_names(v);
  for (const struct wire_event *e; (e = event_filter_next(v, &c));) {
    struct series *s = series_of(a, v, e);
    if (s->count++ && !gaps_between(v->dump, WIRE_EVENT, &s->lost, s->last, e->tsc))
      take(s, (int64_t)(e->tsc - s->last));
    s->last = e->tsc;
  }
  cursor_end(&c);
}

/* Finds out what the table shows; that may take a second walk. */
static void all_series(struct view *v, struct all_series *a)
{
  bool known = true;
  each_interval(v, a, series_add);
  for (size_t i = 0; i < a->count; i++)
    known &= quantiles_known(&a->rows[i].gaps);
  if (known)
    return;
  for (size_t i = 0; i < a->count; i++) {
    a->rows[i].count = 0;
    a->rows[i].lost = (struct gaps_walk){ 0 };
  }
  each_interval(v, a, series_again);
}

static int by_count(const void *a, const void *b)
{
  const struct series *x = a, *y = b;
  return x->count != y->count ? (x->count > y->count ? -1 : 1) : strcmp(x->name, y->name);
}

#define SERIES(C) \
  C(event,     TEXT,  table_text(t, s->name)) \
  C(count,     COUNT, table_natural(t, s->count)) \
  C(first_us,  US,    table_us(t, view_ns(v, s->first))) \
  C(last_us,   US,    table_us(t, view_ns(v, s->last))) \
  C(mean_us,   US,    AN_OR_NONE(gaps, an_cycles_real(v, t, (double)s->sum / (double)gaps))) \
  C(sd_us,     US,    AN_OR_NONE(gaps && sd_known, an_cycles_real(v, t, sd))) \
  C(min_us,    US,    AN_OR_NONE(gaps, an_cycles(v, t, s->gaps.least))) \
  C(median_us, US,    AN_OR_NONE(gaps, an_cycles(v, t, quantiles_median(&s->gaps)))) \
  C(p95_us,    US,    AN_OR_NONE(gaps, an_cycles(v, t, quantiles_percentile(&s->gaps, PERCENTILE)))) \
  C(max_us,    US,    AN_OR_NONE(gaps, an_cycles(v, t, s->gaps.most)))

static void series_row(struct view *v, struct table *t, struct series *s)
{
  const uint64_t gaps = s->gaps.count;
  double sd;
  const bool sd_known = stats_sd(gaps, s->sum, s->squares, &sd);
  SERIES(AN_CELL)
}

static const struct table_column eventstat_columns[] = { SERIES(AN_COLUMN) };

static void fill_eventstats(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  struct all_series a = { 0 };
  all_series(v, &a);
  if (a.count)
    mem_sort(a.rows, a.count, sizeof(*a.rows), by_count);
  for (size_t i = 0; i < a.count; i++) {
    series_row(v, t, &a.rows[i]);
    quantiles_free(&a.rows[i].gaps);
  }
  mem_free(a.rows);
  map_free(&a.of_event);
}

const struct tables_def an_eventstats = {
  .name = "eventstats", .title = "events by name, and the intervals between them",
  TABLES_COLUMNS(eventstat_columns), .modes = WIRE_MODE_EVENTS, .timed = true,
  .fill = fill_eventstats };

/* ---- intervals ---- */

static void fill_intervals(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  struct cursor c = event_filter_begin_times(v);
  struct wire_event before = { 0 };
  bool any = false;
  struct gaps_walk lost = { 0 };
  for (const struct wire_event *e; (e = event_filter_next(v, &c)); before = *e, any = true) {
    if (!any || gaps_between(v->dump, WIRE_EVENT, &lost, before.tsc, e->tsc))
      continue;
    table_us(t, view_ns(v, e->tsc));
    an_cycles(v, t, (__int128)e->tsc - before.tsc);
    table_text(t, view_event(v, before.event));
    table_text(t, view_event(v, e->event));
    table_text(t, thread_name(v, e->thread));
  }
  cursor_end(&c);
}

static const struct table_column interval_columns[] = {
  { "time_us", TABLE_US }, { "interval_us", TABLE_US }, { "from", TABLE_TEXT }, { "to", TABLE_TEXT },
  { "thread", TABLE_TEXT },
};

const struct tables_def an_intervals = {
  .name = "intervals", .title = "time between each two successive events", TABLES_COLUMNS(interval_columns),
  .modes = WIRE_MODE_EVENTS, .raw = true, .timed = true, .fill = fill_intervals };
