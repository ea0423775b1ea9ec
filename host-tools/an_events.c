/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_events.c: the tables of event tracing: events (as logged), eventstats (each name's intervals) and intervals
 * (between successive events, the JX paper's figure 7).
 */
#include "an.h"
#include "cmd.h"
#include "gaps.h"
#include "timeorder.h"

#include <stdlib.h>
#include <string.h>

/* The events that the view wants, by time. New memory. */
static struct wire_event *chosen(struct view *v, size_t *count)
{
  const struct wire_event *rec = dump_event_rows(v->dump);
  const size_t all = dump_count(v->dump, WIRE_EVENT);
  uint32_t *order = timeorder(rec, all, sizeof(*rec));
  struct wire_event *events = cmd_alloc(all, sizeof(*events));
  *count = 0;
  for (size_t i = 0; i < all; i++) {
    const struct wire_event *e = &rec[order[i]];
    uint32_t thread = view_thread(v, e->thread);
    if (v->threads[thread].wanted && view_in_window(v, e->tsc))
      events[(*count)++] = *e;
  }
  free(order);
  return events;
}

static const char *thread_name(struct view *v, uint32_t id)
{
  uint32_t thread = view_thread(v, id);
  return v->threads[thread].name;
}

/* ---- events ---- */

static void fill_events(struct view *v, struct table *t)
{
  size_t count;
  struct wire_event *e = chosen(v, &count);
  for (size_t i = 0; i < count; i++) {
    table_us(t, view_ns(v, e[i].tsc));
    table_text(t, thread_name(v, e[i].thread));
    table_text(t, view_event(v, e[i].event));
    table_natural(t, e[i].arg);
  }
  free(e);
}

static const struct table_column event_columns[] = {
  { "time_us", TABLE_US }, { "thread", TABLE_TEXT }, { "event", TABLE_TEXT }, { "arg", TABLE_COUNT },
};

#define RESTS_ON DUMP_KIND(WIRE_EVENT)

const struct tables_def an_events = {
  .name = "events", .title = "every event, as logged", TABLES_COLUMNS(event_columns), .rests_on = RESTS_ON,
  .modes = WIRE_MODE_EVENTS, .raw = true, .timed = true, .fill = fill_events };

/* ---- eventstats ---- */

/* The intervals between the events of one name. */
struct series {
  const char *name;
  uint64_t count, first, last;   /* TSC */
  int64_t *gaps;                 /* cycles */
  size_t gap_count, gap_room;
  size_t lost;                   /* gaps_between()'s */
  __int128 sum;
  unsigned __int128 squares;
};

struct all_series { struct map of_event; struct series *rows; size_t count, room; };

static struct series *series_of(struct all_series *a, struct view *v, const struct wire_event *e)
{
  uint32_t row = map_get(&a->of_event, e->event);
  if (row != MAP_NONE)
    return &a->rows[row];
  cmd_grow(&a->rows, &a->room, a->count + 1, sizeof(*a->rows));
  map_put(&a->of_event, e->event, (uint32_t)a->count);
  a->rows[a->count] = (struct series){ .name = view_event(v, e->event), .first = e->tsc };
  return &a->rows[a->count++];
}

static void series_add(const struct dump *d, struct series *s, const struct wire_event *e)
{
  if (s->count++ && !gaps_between(d, WIRE_EVENT, &s->lost, s->last, e->tsc)) {
    int64_t gap = (int64_t)(e->tsc - s->last);
    cmd_grow(&s->gaps, &s->gap_room, s->gap_count + 1, sizeof(*s->gaps));
    s->gaps[s->gap_count++] = gap;
    s->sum += gap;
    s->squares += (unsigned __int128)((__int128)gap * gap);
  }
  s->last = e->tsc;
}

static int by_count(const void *a, const void *b)
{
  const struct series *x = a, *y = b;
  return x->count != y->count ? (x->count > y->count ? -1 : 1) : strcmp(x->name, y->name);
}

static void series_intervals(struct view *v, struct table *t, struct series *s)
{
  double sd;
  if (!s->gap_count) {
    for (int i = 0; i < 6; i++)
      table_none(t);
    return;
  }
  qsort(s->gaps, s->gap_count, sizeof(*s->gaps), stats_order);
  table_us(t, stats_ns_real((double)s->sum / (double)s->gap_count, v->hz));
  if (stats_sd(s->gap_count, s->sum, s->squares, &sd))
    table_us(t, stats_ns_real(sd, v->hz));
  else
    table_none(t);
  an_cycles(v, t, s->gaps[0]);
  an_cycles(v, t, stats_median(s->gaps, s->gap_count));
  an_cycles(v, t, stats_percentile(s->gaps, s->gap_count, 95));
  an_cycles(v, t, s->gaps[s->gap_count - 1]);
}

static void fill_eventstats(struct view *v, struct table *t)
{
  struct all_series a = { 0 };
  size_t count;
  struct wire_event *e = chosen(v, &count);
  for (size_t i = 0; i < count; i++)
    series_add(v->dump, series_of(&a, v, &e[i]), &e[i]);
  free(e);
  if (a.count)
    qsort(a.rows, a.count, sizeof(*a.rows), by_count);
  for (size_t i = 0; i < a.count; i++) {
    struct series *s = &a.rows[i];
    table_text(t, s->name);
    table_count(t, (int64_t)s->count);
    table_us(t, view_ns(v, s->first));
    table_us(t, view_ns(v, s->last));
    series_intervals(v, t, s);
    free(s->gaps);
  }
  free(a.rows);
  map_free(&a.of_event);
}

static const struct table_column eventstat_columns[] = {
  { "event", TABLE_TEXT }, { "count", TABLE_COUNT }, { "first_us", TABLE_US }, { "last_us", TABLE_US },
  { "mean_us", TABLE_US }, { "sd_us", TABLE_US }, { "min_us", TABLE_US }, { "median_us", TABLE_US },
  { "p95_us", TABLE_US }, { "max_us", TABLE_US },
};

const struct tables_def an_eventstats = {
  .name = "eventstats", .title = "events by name, and the intervals between them",
  TABLES_COLUMNS(eventstat_columns), .rests_on = RESTS_ON, .modes = WIRE_MODE_EVENTS, .timed = true,
  .fill = fill_eventstats };

/* ---- intervals ---- */

static void fill_intervals(struct view *v, struct table *t)
{
  size_t count, lost = 0;
  struct wire_event *e = chosen(v, &count);
  for (size_t i = 1; i < count; i++) {
    if (gaps_between(v->dump, WIRE_EVENT, &lost, e[i - 1].tsc, e[i].tsc))
      continue;
    table_us(t, view_ns(v, e[i].tsc));
    an_cycles(v, t, (__int128)e[i].tsc - e[i - 1].tsc);
    table_text(t, view_event(v, e[i - 1].event));
    table_text(t, view_event(v, e[i].event));
    table_text(t, thread_name(v, e[i].thread));
  }
  free(e);
}

static const struct table_column interval_columns[] = {
  { "time_us", TABLE_US }, { "interval_us", TABLE_US }, { "from", TABLE_TEXT }, { "to", TABLE_TEXT },
  { "thread", TABLE_TEXT },
};

const struct tables_def an_intervals = {
  .name = "intervals", .title = "time between each two successive events", TABLES_COLUMNS(interval_columns),
  .rests_on = RESTS_ON, .modes = WIRE_MODE_EVENTS, .raw = true, .timed = true, .fill = fill_intervals };
