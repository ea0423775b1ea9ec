/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * binned.c: see binned.h.
 *
 * Records come by time, so one bin is open at a time. Its rows are found by a key of 64 bits that says all in which
 * records must be alike; they are written when the bin is over, by the time of their first record.
 */
#include "binned.h"

#include "an.h"
#include "base/mem.h"
#include "dump/gaps.h"
#include "model/busy.h"
#include "model/lives.h"
#include "model/timeline.h"
#include "model/event_filter.h"
#include "sched_notes.h"

#include <math.h>
#include <string.h>

/* Records of one bin that are alike. */
struct row {
  uint64_t key;
  uint64_t first;          /* time of the first, TSC */
  uint64_t count;
  uint64_t sum, least, most; /* of what is measured: an interval, cycles that were run, bytes */
  uint64_t extra;          /* the table's */
};

struct bins {
  struct view *view;
  const struct lives *lives; /* of a table of objects */
  struct table *table;
  void (*write)(const struct bins *b, const struct row *r);
  struct row *rows;        /* of the open bin */
  size_t count, room;
  struct map of_key;
  unsigned open;
  uint64_t least, most;    /* of all that is measured in it */
  struct map pairs;        /* two numbers of 32 bits -> one */
  uint64_t *pair;          /* and back */
  size_t pair_count, pair_room;
};

/* How fine; set by binned_form(), because a table's fill function takes no more than an analysis. */
static struct binned fine;

static unsigned bin_of(const struct view *v, uint64_t tsc)
{
  const double us = (double)(int64_t)(tsc - v->start) * 1e6 / (double)v->hz;
  const double at = (us - fine.from_us) / (fine.to_us - fine.from_us) * fine.bins;
  return at < 0 ? 0 : at >= fine.bins ? fine.bins + 1 : 1 + (unsigned)at;
}

/* The first TSC of a bin. */
static uint64_t bin_start(const struct view *v, unsigned bin)
{
  const double us = fine.from_us + (fine.to_us - fine.from_us) * ((double)bin - 1) / fine.bins;
  if (bin == 0 || bin > fine.bins + 1)
    return bin ? UINT64_MAX : 0;
  return v->start + (uint64_t)(int64_t)ceil(us / 1e6 * (double)v->hz);
}

static int by_first(const void *a, const void *b)
{
  const struct row *x = a, *y = b;
  return x->first != y->first ? (x->first > y->first) - (x->first < y->first) : (x->key > y->key) - (x->key < y->key);
}

static void close_bin(struct bins *b)
{
  if (b->count)
    mem_sort(b->rows, b->count, sizeof(*b->rows), by_first);
  b->least = UINT64_MAX;
  b->most = 0;
  for (size_t i = 0; i < b->count; i++) {
    b->least = b->rows[i].least < b->least ? b->rows[i].least : b->least;
    b->most = b->rows[i].most > b->most ? b->rows[i].most : b->most;
  }
  for (size_t i = 0; i < b->count; i++)
    b->write(b, &b->rows[i]);
  b->count = 0;
  map_free(&b->of_key);
}

/* Puts a record into the row of its like. */
static struct row *put_record(struct bins *b, unsigned bin, uint64_t tsc, uint64_t key, uint64_t value)
{
  if (bin != b->open)
    close_bin(b);
  b->open = bin;
  uint32_t at = map_get(&b->of_key, key);
  if (at == MAP_NONE) {
    at = (uint32_t)b->count++;
    mem_grow(&b->rows, &b->room, b->count, sizeof(*b->rows));
    b->rows[at] = (struct row){ .key = key, .first = tsc, .least = value };
    map_put(&b->of_key, key, at);
  }
  struct row *r = &b->rows[at];
  r->count++;
  r->sum += value;
  r->least = value < r->least ? value : r->least;
  r->most = value > r->most ? value : r->most;
  return r;
}

static uint32_t pair_of(struct bins *b, uint32_t high, uint32_t low)
{
  const uint64_t both = (uint64_t)high << 32 | low;
  uint32_t at = map_get(&b->pairs, both);
  if (at != MAP_NONE)
    return at;
  mem_grow(&b->pair, &b->pair_room, b->pair_count + 1, sizeof(*b->pair));
  b->pair[b->pair_count] = both;
  map_put(&b->pairs, both, (uint32_t)b->pair_count);
  return (uint32_t)b->pair_count++;
}

static void finish_bins(struct bins *b)
{
  close_bin(b);
  mem_free(b->rows);
  map_free(&b->pairs);
  mem_free(b->pair);
}

static const char *thread_name(const struct bins *b, uint64_t id)
{
  uint32_t thread = view_thread(b->view, (uint32_t)id);
  return b->view->threads[thread].name;
}

/* ---- events: alike in thread and name ---- */

static void write_event(const struct bins *b, const struct row *r)
{
  table_us(b->table, view_ns(b->view, r->first));
  table_text(b->table, thread_name(b, r->key >> 32));
  table_text(b->table, view_event(b->view, (uint32_t)r->key));
  table_natural(b->table, r->extra);
  table_natural(b->table, r->count);
}

static void fill_events(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  struct bins b = { .view = v, .table = t, .write = write_event };
  struct cursor c = event_filter_begin(v);
  for (const struct wire_event *e; (e = event_filter_next(v, &c));) {
    struct row *r = put_record(&b, bin_of(v, e->tsc), e->tsc, (uint64_t)e->thread << 32 | e->event, 0);
    r->extra = r->count == 1 ? e->arg : r->extra;
  }
  cursor_end(&c);
  finish_bins(&b);
}

static const struct table_column event_columns[] = {
  { "time_us", TABLE_US }, { "thread", TABLE_TEXT }, { "event", TABLE_TEXT }, { "arg", TABLE_COUNT },
  { "count", TABLE_COUNT },
};

/* ---- intervals: alike in both names, and in length to a quarter octave; the shortest and the longest of a bin stand
 * for themselves ---- */

#define QUARTERS 256 /* more than there are of 64 bits */

static unsigned quarter(uint64_t cycles)
{
  if (cycles < 4)
    return (unsigned)cycles;
  unsigned octave = 63 - (unsigned)__builtin_clzll(cycles);
  return octave * 4 + (unsigned)(cycles >> (octave - 2) & 3);
}

static void interval_row(const struct bins *b, const struct row *r, uint64_t cycles, uint64_t count)
{
  const uint64_t names = b->pair[r->key / QUARTERS];
  table_us(b->table, view_ns(b->view, r->first));
  an_cycles(b->view, b->table, cycles);
  table_text(b->table, view_event(b->view, (uint32_t)(names >> 32)));
  table_text(b->table, view_event(b->view, (uint32_t)names));
  table_text(b->table, thread_name(b, r->extra));
  table_natural(b->table, count);
}

static void write_interval(const struct bins *b, const struct row *r)
{
  uint64_t sum = r->sum, count = r->count;
  const bool least = r->least == b->least, most = count > least && r->most == b->most;
  if (least) {
    interval_row(b, r, r->least, 1);
    sum -= r->least;
    count--;
  }
  if (most) {
    interval_row(b, r, r->most, 1);
    sum -= r->most;
    count--;
  }
  if (count)
    interval_row(b, r, sum / count, count);
}

static void fill_intervals(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  struct bins b = { .view = v, .table = t, .write = write_interval };
  struct cursor c = event_filter_begin_times(v);
  struct wire_event before = { 0 };
  bool any = false;
  struct gaps_walk lost = { 0 };
  for (const struct wire_event *e; (e = event_filter_next(v, &c)); before = *e, any = true) {
    if (!any || gaps_between(v->dump, WIRE_EVENT, &lost, before.tsc, e->tsc))
      continue;
    const uint64_t took = e->tsc - before.tsc;
    const uint64_t key = (uint64_t)pair_of(&b, before.event, e->event) * QUARTERS + quarter(took);
    put_record(&b, bin_of(v, e->tsc), e->tsc, key, took)->extra = e->thread;
  }
  cursor_end(&c);
  finish_bins(&b);
}

static const struct table_column interval_columns[] = {
  { "time_us", TABLE_US }, { "interval_us", TABLE_US }, { "from", TABLE_TEXT }, { "to", TABLE_TEXT },
  { "thread", TABLE_TEXT }, { "count", TABLE_COUNT },
};

/* ---- activity: of one thread on one processor; what it ran in the bin, from its first moment in it on ---- */

static void write_activity(const struct bins *b, const struct row *r)
{
  const uint64_t behind = bin_start(b->view, b->open + 1);
  const uint64_t end = behind - r->first < r->sum ? behind : r->first + r->sum;
  const uint64_t start = end - r->sum < r->first ? end - r->sum : r->first;
  table_us(b->table, view_ns(b->view, start));
  table_us(b->table, view_ns(b->view, end));
  table_text(b->table, b->view->threads[(uint32_t)r->key].name);
  table_text(b->table, "-");
  table_natural(b->table, r->extra);
  if (tables_of_several(b->view))
    table_natural(b->table, r->key >> 32);
}

/* The start of the next bin: with stretches cut there, those of a bin come before those of the next, whichever processor
 * they are on. */
static uint64_t next_bin(void *ctx, uint64_t tsc)
{
  const struct bins *b = ctx;
  const unsigned bin = tsc < b->view->start ? 0 : bin_of(b->view, tsc);
  const uint64_t edge = bin_start(b->view, bin + 1);
  return edge > tsc ? edge : bin_start(b->view, bin + 2);
}

/* next_bin() in the view's window alone, as timeline_walk_window() wants cuts. */
static uint64_t next_cut(void *ctx, uint64_t tsc)
{
  const struct bins *b = ctx;
  uint64_t from, to;
  view_window(b->view, &from, &to);
  const uint64_t edge = next_bin(ctx, tsc < from ? from : tsc);
  return edge <= to ? edge : UINT64_MAX;
}

/* Leaves of *from..*to what lies in the view's window; false: nothing does. */
static bool clip_to_window(const struct view *v, uint64_t *from, uint64_t *to)
{
  uint64_t first, last;
  view_window(v, &first, &last);
  *from = *from > first ? *from : first;
  *to = *to < last ? *to : last;
  return *from <= *to;
}

static void take_stretch(void *ctx, const struct timeline_stretch *s)
{
  struct bins *b = ctx;
  uint64_t from = s->start, to = s->end;
  if (!b->view->threads[s->thread].wanted || !clip_to_window(b->view, &from, &to))
    return;
  put_record(b, bin_of(b->view, from), from, (uint64_t)s->cpu << 32 | s->thread, to - from)->extra +=
    !s->goes_on || from > s->start;
}

static void fill_activity(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  static const struct timeline_ops ops = { .stretch = take_stretch, .cut = next_cut };
  struct bins b = { .view = v, .table = t, .write = write_activity };
  sched_note(analysis, t);
  timeline_walk_window(v, &ops, &b);
  finish_bins(&b);
}

static const struct table_column activity_columns[] = {
  { "start_us", TABLE_US }, { "end_us", TABLE_US }, { "thread", TABLE_TEXT }, { "why", TABLE_TEXT },
  { "count", TABLE_COUNT }, { "cpu", TABLE_COUNT },
};

/* ---- busysteps: alike in the number of busy processors ---- */

static void write_busy(const struct bins *b, const struct row *r)
{
  const uint64_t behind = bin_start(b->view, b->open + 1);
  const uint64_t end = behind - r->first < r->sum ? behind : r->first + r->sum;
  table_us(b->table, view_ns(b->view, end - r->sum < r->first ? end - r->sum : r->first));
  table_us(b->table, view_ns(b->view, end));
  table_natural(b->table, r->key);
  table_natural(b->table, r->count);
}

static void take_busy(void *ctx, const struct busy_step *s)
{
  struct bins *b = ctx;
  uint64_t from = s->start, end = s->end;
  if (!s->known || !clip_to_window(b->view, &from, &end))
    return;
  for (uint64_t to; from < end; from = to) {
    const uint64_t edge = next_bin(b, from);
    to = edge < end ? edge : end;
    put_record(b, bin_of(b->view, from), from, s->busy, to - from);
  }
}

static void fill_busy(struct analysis *analysis, struct table *t)
{
  struct bins b = { .view = analysis->view, .table = t, .write = write_busy };
  sched_note(analysis, t);
  busy_walk_window(analysis->view, analysis_timeline(analysis), take_busy, &b);
  finish_bins(&b);
}

static const struct table_column busy_columns[] = {
  { "start_us", TABLE_US }, { "end_us", TABLE_US }, { "busy", TABLE_COUNT }, { "count", TABLE_COUNT },
};

/* ---- wakes: alike in both threads ---- */

static void write_wake(const struct bins *b, const struct row *r)
{
  table_us(b->table, view_ns(b->view, r->first));
  table_text(b->table, b->view->threads[r->key >> 32].name);
  table_text(b->table, b->view->threads[(uint32_t)r->key].name);
  table_natural(b->table, r->count);
}

static void take_wake(void *ctx, const struct timeline_wake *w)
{
  struct bins *b = ctx;
  if (b->view->threads[w->by].wanted || b->view->threads[w->woken].wanted)
    put_record(b, bin_of(b->view, w->tsc), w->tsc, (uint64_t)w->by << 32 | w->woken, 0);
}

static void fill_wakes(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  static const struct timeline_ops ops = { .wake = take_wake };
  struct bins b = { .view = v, .table = t, .write = write_wake };
  sched_note(analysis, t);
  timeline_walk_window(v, &ops, &b);
  finish_bins(&b);
}

static const struct table_column wake_columns[] = {
  { "time_us", TABLE_US }, { "by", TABLE_TEXT }, { "woken", TABLE_TEXT }, { "count", TABLE_COUNT },
};

/* ---- objects: alike in site and class, and in the collection that found them dead; of the thread of the first ---- */

static void write_object(const struct bins *b, const struct row *r)
{
  const struct lives *l = b->lives;
  const uint64_t what = b->pair[r->key >> 32];
  const uint32_t death = (uint32_t)r->key;
  table_us(b->table, view_ns(b->view, r->first));
  if (death < LIVES_UNKNOWN)
    table_us(b->table, view_ns(b->view, l->collections[death].end));
  else
    table_none(b->table);
  table_natural(b->table, r->most);
  table_natural(b->table, what >> 32);
  table_natural(b->table, what & UINT32_MAX);
  table_text(b->table, thread_name(b, r->extra));
  table_natural(b->table, r->count);
  table_natural(b->table, r->sum);
}

static void fill_objects(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  struct bins b = { .view = v, .table = t, .write = write_object, .lives = analysis_lives(analysis) };
  struct lives_walk w = lives_begin_window(b.lives, v, &(size_t){ 0 });
  for (struct life life; lives_next(&w, &life);) {
    const struct wire_birth *o = life.birth;
    if (!lives_wanted(v, o))
      continue;
    const uint64_t key = (uint64_t)pair_of(&b, o->site, o->class) << 32 | life.death;
    struct row *r = put_record(&b, bin_of(v, o->tsc), o->tsc, key, o->bytes);
    r->extra = r->count == 1 ? o->thread : r->extra;
  }
  lives_end(&w);
  finish_bins(&b);
}

static const struct table_column object_columns[] = {
  { "birth_us", TABLE_US }, { "death_us", TABLE_US }, { "bytes", TABLE_COUNT }, { "site", TABLE_COUNT },
  { "class", TABLE_COUNT }, { "thread", TABLE_TEXT }, { "count", TABLE_COUNT }, { "sum_bytes", TABLE_COUNT },
};

/* ---- the tables ---- */

static const struct form {
  const char *name;
  enum wire_kind kind;     /* whose records are the rows */
  unsigned coarser;        /* so many bins are one here: a chart shows it in large cells, or little of it is alike */
  const struct table_column *columns;
  size_t column_count, several_columns;
  void (*fill)(struct analysis *analysis, struct table *t);
} forms[] = {
#define FORM(name, kind, coarser, columns, several, fill) \
  { name, kind, coarser, columns, sizeof(columns) / sizeof((columns)[0]), several, fill }
  FORM("events", WIRE_EVENT, 1, event_columns, 0, fill_events),
  FORM("intervals", WIRE_EVENT, 16, interval_columns, 0, fill_intervals),
  FORM("wakes", WIRE_SCHED, 8, wake_columns, 0, fill_wakes),
  FORM("objects", WIRE_BIRTH, 16, object_columns, 0, fill_objects),
  FORM("activity", WIRE_SCHED, 2, activity_columns, 1, fill_activity),
  FORM("busysteps", WIRE_SCHED, 2, busy_columns, 0, fill_busy),
#undef FORM
};

const struct tables_def *binned_form(const struct tables_def *def, const struct view *v, const struct binned *b)
{
  static struct tables_def binned;
  for (size_t i = 0; b->bins && i < sizeof(forms) / sizeof(forms[0]); i++) {
    const struct form *f = &forms[i];
    if (strcmp(f->name, def->name) != 0 || dump_count(v->dump, f->kind) <= b->above)
      continue;
    const double whole = (double)(v->stop - v->start) * 1e6 / (double)v->hz;
    fine = *b;
    fine.bins = (b->bins + f->coarser - 1) / f->coarser;
    fine.to_us = b->to_us < whole ? b->to_us : whole;
    if (fine.to_us <= fine.from_us)
      fine.to_us = fine.from_us + 1;
    binned = *def;
    binned.columns = f->columns;
    binned.column_count = f->column_count;
    binned.several_columns = f->several_columns;
    binned.fill = f->fill;
    return &binned;
  }
  return def;
}
