/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_counters.c: the tables of the performance counters: counters (by thread), counterseries (a row for each time
 * between two readings: the JX paper's figure 13) and counterfunctions (by function, where samples say who ran).
 *
 * `first` and `second` are the two counters, whatever they count; the table `run` has their names.
 */
#include "an.h"
#include "base/mem.h"
#include "base/search.h"
#include "base/text.h"
#include "model/counters.h"

#include <stdio.h>
#include <string.h>

static bool has_counters(const struct view *v)
{
  return dump_meta(v->dump, WIRE_META_MODES, 0) & WIRE_MODE_COUNTERS;
}

#define DEF                                                                                                          \
  .modes = WIRE_MODE_COUNTERS, .timed = true,          \
  .applies = has_counters

/* ---- sums ---- */

struct sum {
  uint32_t key;             /* thread or function */
  uint64_t items;           /* spans or samples */
  double cycles, instructions, value[2];
  bool unknown;             /* in some of the spans, instructions were not counted */
};

/* Adds a part of a span. */
static void add_span(struct sum *sum, const struct counters_span *s, double part)
{
  sum->items++;
  sum->cycles += part * (double)(s->end - s->start);
  sum->unknown |= s->instructions == COUNTERS_UNKNOWN;
  if (s->instructions != COUNTERS_UNKNOWN)
    sum->instructions += part * (double)s->instructions;
  for (int i = 0; i < 2; i++)
    sum->value[i] += part * (double)s->value[i];
}

/* The nearest whole number that a cell can hold. */
static int64_t to_count(double x)
{
  return x < 9.2e18 ? (int64_t)(x + 0.5) : INT64_MAX;
}

/* Whether it is known how many instructions ran, and some did. */
static bool has_rate(const struct sum *s)
{
  return !s->unknown && s->instructions >= 1;
}

/* What `s` counted, for a million instructions, and as a share of `all`. */
#define SUM(C) \
  C(instructions,       COUNT, AN_OR_NONE(!s->unknown, table_count(t, to_count(s->instructions)))) \
  C(first,              COUNT, table_count(t, to_count(s->value[0]))) \
  C(second,             COUNT, table_count(t, to_count(s->value[1]))) \
  C(first_per_million,  COUNT, AN_OR_NONE(has_rate(s), table_count(t, to_count(1e6 * s->value[0] / s->instructions)))) \
  C(second_per_million, COUNT, AN_OR_NONE(has_rate(s), table_count(t, to_count(1e6 * s->value[1] / s->instructions)))) \
  C(first_pct,          PCT,   AN_OR_NONE(all->value[0] > 0, table_pct(t, 100 * s->value[0] / all->value[0]))) \
  C(second_pct,         PCT,   AN_OR_NONE(all->value[1] > 0, table_pct(t, 100 * s->value[1] / all->value[1])))

/* Notes what the table counts, or why it is empty. */
static void note_counters(struct counters *c, struct table *t)
{
  char text[200];
  if (!has_counters(c->view))
    return;
  if (counters_lacking(c)) {
    table_comment(t, "note", "the counters of this run are a model's: name the file of its values with --counters");
    return;
  }
  const char *const first = counters_name(c, 0), *const second = counters_name(c, 1);
  snprintf(text, sizeof(text), "first is %.*s, second is %.*s", text_cut(first, 60), first, text_cut(second, 60),
           second);
  table_comment(t, "note", text);
  if (c->series) {
    const char *const model = c->series->model ? c->series->model : "of what is not said";
    snprintf(text, sizeof(text), "they are a model's: %.*s", text_cut(model, 150), model);
    table_comment(t, "note", text);
  }
}

static bool is_wanted(const struct view *v, const struct counters_span *s)
{
  return v->threads[s->thread].wanted && view_in_window(v, s->end);
}

/* ---- by thread ---- */

static int by_first(const void *a, const void *b, void *view)
{
  const struct view *v = view;
  const struct sum *x = a, *y = b;
  for (int i = 0; i < 2; i++)
    if (x->value[i] != y->value[i])
      return x->value[i] > y->value[i] ? -1 : 1;
  return strcmp(v->threads[x->key].name, v->threads[y->key].name);
}

/* Sums by a number: of a thread, or of a function. */
struct sums { struct view *view; struct sum *rows; size_t count, room; struct sum all, unsampled; };

static struct sum *sum_of(struct sums *s, uint32_t key)
{
  size_t old = s->count;
  mem_grow(&s->rows, &s->room, (size_t)key + 1, sizeof(*s->rows));
  if (key >= s->count)
    s->count = (size_t)key + 1;
  for (; old < s->count; old++)
    s->rows[old] = (struct sum){ .key = (uint32_t)old };
  return &s->rows[key];
}

static void take_thread(void *ctx, const struct counters_span *span)
{
  struct sums *s = ctx;
  if (!is_wanted(s->view, span))
    return;
  add_span(sum_of(s, span->thread), span, 1);
  add_span(&s->all, span, 1);
}

#define THREAD(C) \
  C(thread,  TEXT,  table_text(t, v->threads[s->key].name)) \
  C(spans,   COUNT, table_natural(t, s->items)) \
  C(time_us, US,    an_cycles(v, t, (__int128)s->cycles)) \
  SUM(C)

static void thread_row(const struct view *v, struct table *t, const struct sum *s, const struct sum *all)
{
  THREAD(AN_CELL)
}

static const struct table_column counter_columns[] = { THREAD(AN_COLUMN) };

static void fill_counters(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  struct sums s = { .view = v };
  note_counters(analysis_counters(analysis), t);
  counters_walk(analysis_counters(analysis), take_thread, &s);
  if (s.count)
    mem_sort_by(s.rows, s.count, sizeof(*s.rows), by_first, v);
  for (size_t i = 0; i < s.count; i++)
    if (s.rows[i].items)
      thread_row(v, t, &s.rows[i], &s.all);
  mem_free(s.rows);
}

const struct tables_def an_counters = {
  .name = "counters", .title = "what the performance counters counted, by thread", TABLES_COLUMNS(counter_columns),
  DEF, .fill = fill_counters };

/* ---- over time ---- */

struct listing { struct view *view; struct table *table; };

static void take_row(void *ctx, const struct counters_span *s)
{
  struct listing *l = ctx;
  if (!is_wanted(l->view, s))
    return;
  table_us(l->table, view_ns(l->view, s->start));
  table_us(l->table, view_ns(l->view, s->end));
  table_text(l->table, l->view->threads[s->thread].name);
  if (s->instructions == COUNTERS_UNKNOWN)
    table_none(l->table);
  else
    table_natural(l->table, s->instructions);
  table_natural(l->table, s->value[0]);
  table_natural(l->table, s->value[1]);
  if (tables_of_several(l->view))
    table_natural(l->table, s->cpu);
}

static void fill_counterseries(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  struct listing l = { v, t };
  note_counters(analysis_counters(analysis), t);
  counters_walk(analysis_counters(analysis), take_row, &l);
}

static const struct table_column series_columns[] = {
  { "start_us", TABLE_US }, { "end_us", TABLE_US }, { "thread", TABLE_TEXT }, { "instructions", TABLE_COUNT },
  { "first", TABLE_COUNT }, { "second", TABLE_COUNT }, { "cpu", TABLE_COUNT },
};

const struct tables_def an_counterseries = {
  .name = "counterseries", .title = "what they counted from one reading to the next", TABLES_COLUMNS(series_columns),
  .several_columns = 1, DEF, .raw = true, .fill = fill_counterseries };

/* ---- by function ---- */

/* Samples with their innermost functions. */
struct met { uint64_t tsc; uint32_t thread, function, cpu; };

static int by_cpu_and_tsc(const void *a, const void *b)
{
  const struct met *x = a, *y = b;
  return x->cpu != y->cpu ? (x->cpu > y->cpu) - (x->cpu < y->cpu) : (x->tsc > y->tsc) - (x->tsc < y->tsc);
}

static struct met *all_met(struct view *v, size_t *count)
{
  const struct wire_sample *s = dump_sample_rows(v->dump);
  const struct wire_stack *stack = dump_stack_rows(v->dump);
  struct met *met = mem_alloc(dump_count(v->dump, WIRE_SAMPLE) + 1, sizeof(*met));
  *count = 0;
  for (size_t i = 0; i < dump_count(v->dump, WIRE_SAMPLE); stack += s[i++].depth)
    if (s[i].depth && !(s[i].flags & WIRE_SAMPLE_CRASH))
      met[(*count)++] =
        (struct met){ s[i].tsc, view_thread(v, s[i].thread), view_function(v, stack->address, false), s[i].cpu };
  mem_sort(met, *count, sizeof(*met), by_cpu_and_tsc);
  return met;
}

struct profile { struct sums sums; const struct met *met; size_t count; struct here { size_t at, end; bool set; } *of_cpu;
                 size_t room; };

/* The first sample of a processor, or where it would stand. */
static size_t first_of_cpu(const struct profile *p, uint64_t cpu)
{
  size_t low = 0;
  SEARCH(low, p->count, p->met[middle].cpu < cpu);
  return low;
}

/* Where the walk through the samples of a processor stands. */
static struct here *samples_of(struct profile *p, uint32_t cpu)
{
  const size_t old = p->room;
  mem_grow(&p->of_cpu, &p->room, (size_t)cpu + 1, sizeof(*p->of_cpu));
  memset(p->of_cpu + old, 0, (p->room - old) * sizeof(*p->of_cpu));
  struct here *h = &p->of_cpu[cpu];
  if (!h->set)
    *h = (struct here){ first_of_cpu(p, cpu), first_of_cpu(p, (uint64_t)cpu + 1), true };
  return h;
}

/* A span's counts are those of the functions that its samples met, in equal parts. */
static void take_function(void *ctx, const struct counters_span *s)
{
  struct profile *p = ctx;
  struct here *h = samples_of(p, s->cpu);
  size_t here = 0;
  while (h->at < h->end && p->met[h->at].tsc <= s->start)
    h->at++;
  const size_t from = h->at;
  for (; h->at < h->end && p->met[h->at].tsc <= s->end; h->at++)
    here += p->met[h->at].thread == s->thread;
  if (!is_wanted(p->sums.view, s))
    return;
  add_span(&p->sums.all, s, 1);
  if (!here)
    add_span(&p->sums.unsampled, s, 1);
  for (size_t k = from; k < h->at; k++)
    if (p->met[k].thread == s->thread)
      add_span(sum_of(&p->sums, p->met[k].function), s, 1.0 / (double)here);
}

static int by_first_of_function(const void *a, const void *b, void *view)
{
  const struct sum *x = a, *y = b;
  for (int i = 0; i < 2; i++)
    if (x->value[i] != y->value[i])
      return x->value[i] > y->value[i] ? -1 : 1;
  int order = strcmp(view_function_name(view, x->key), view_function_name(view, y->key));
  return order ? order : (x->key > y->key) - (x->key < y->key);
}

#define FUNCTION(C) \
  C(function, TEXT,  table_text(t, name)) \
  C(where,    TEXT,  table_text(t, where)) \
  C(samples,  COUNT, table_natural(t, samples)) \
  SUM(C)

static void function_row(struct table *t, const char *name, const char *where, const struct sum *s, uint64_t samples,
                         const struct sum *all)
{
  FUNCTION(AN_CELL)
}

static const struct table_column function_columns[] = { FUNCTION(AN_COLUMN) };

static void fill_counterfunctions(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  struct profile p = { .sums = { .view = v } };
  struct met *met = all_met(v, &p.count);
  struct sums *s = &p.sums;
  note_counters(analysis_counters(analysis), t);
  p.met = met;
  counters_walk(analysis_counters(analysis), take_function, &p);
  if (s->unsampled.items)
    function_row(t, "(no sample)", "-", &s->unsampled, 0, &s->all);
  if (s->count)
    mem_sort_by(s->rows, s->count, sizeof(*s->rows), by_first_of_function, v);
  for (size_t i = 0; i < s->count; i++)
    if (s->rows[i].items)
      function_row(t, view_function_name(v, s->rows[i].key), view_where(v, s->rows[i].key), &s->rows[i],
                   s->rows[i].items, &s->all);
  mem_free(met);
  mem_free(p.of_cpu);
  mem_free(s->rows);
}

const struct tables_def an_counterfunctions = {
  .name = "counterfunctions", .title = "what they counted, by the function that a sample met",
  TABLES_COLUMNS(function_columns),
  .modes = WIRE_MODE_COUNTERS | WIRE_MODE_SAMPLES, .timed = true, .applies = has_counters,
  .fill = fill_counterfunctions };
