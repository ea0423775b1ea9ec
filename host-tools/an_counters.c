/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_counters.c: the tables of the performance counters: counters (by thread), counterseries (a row for each time
 * between two readings: the JX paper's figure 13) and counterfunctions (by function, where samples say who ran).
 *
 * `first` and `second` are the two counters, whatever they count; the table `run` has their names.
 */
#define _GNU_SOURCE /* qsort_r */
#include "an.h"
#include "cmd.h"
#include "counters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_counters(const struct view *v)
{
  return dump_meta(v->dump, WIRE_META_MODES, 0) & WIRE_MODE_COUNTERS;
}

#define DEF                                                                                                          \
  .rests_on = DUMP_KIND(WIRE_READING) | DUMP_KIND(WIRE_THREAD), .modes = WIRE_MODE_COUNTERS, .timed = true,          \
  .applies = has_counters

/* ---- sums ---- */

struct sum {
  uint32_t key;             /* thread or function */
  uint64_t items;           /* spans or samples */
  double cycles, instructions, value[2];
  bool unknown;             /* of some nobody counted the instructions */
};

/* Adds a part of a span. */
static void add(struct sum *sum, const struct counters_span *s, double part)
{
  sum->items++;
  sum->cycles += part * (double)(s->end - s->start);
  sum->unknown |= s->instructions == COUNTERS_UNKNOWN;
  if (s->instructions != COUNTERS_UNKNOWN)
    sum->instructions += part * (double)s->instructions;
  for (int i = 0; i < 2; i++)
    sum->value[i] += part * (double)s->value[i];
}

static void merge(struct sum *to, const struct sum *from)
{
  to->items += from->items;
  to->cycles += from->cycles;
  to->instructions += from->instructions;
  to->unknown |= from->unknown;
  for (int i = 0; i < 2; i++)
    to->value[i] += from->value[i];
}

/* To the nearest, as far as a cell can hold it. */
static int64_t whole(double x)
{
  return x < 9.2e18 ? (int64_t)(x + 0.5) : INT64_MAX;
}

/* instructions, first, second, both for a million instructions, both as shares of `all`. */
static void sum_cells(struct table *t, const struct sum *s, const struct sum *all)
{
  if (s->unknown)
    table_none(t);
  else
    table_count(t, whole(s->instructions));
  for (int i = 0; i < 2; i++)
    table_count(t, whole(s->value[i]));
  for (int i = 0; i < 2; i++) {
    if (s->unknown || s->instructions < 1)
      table_none(t);
    else
      table_count(t, whole(1e6 * s->value[i] / s->instructions));
  }
  for (int i = 0; i < 2; i++) {
    if (all->value[i] > 0)
      table_pct(t, 100 * s->value[i] / all->value[i]);
    else
      table_none(t);
  }
}

/* What a table is of, and why it may be empty. */
static void remark(const struct view *v, const struct counters *c, struct table *t)
{
  char text[200];
  if (!has_counters(v))
    return;
  if (counters_lacking(v)) {
    table_comment(t, "note", "the counters of this run are a model's: name the file of its values with --counters");
    return;
  }
  snprintf(text, sizeof(text), "first is %.60s, second is %.60s", c->name[0], c->name[1]);
  table_comment(t, "note", text);
  if (v->series) {
    snprintf(text, sizeof(text), "they are a model's: %.150s",
             v->series->model ? v->series->model : "of what is not said");
    table_comment(t, "note", text);
  }
}

static bool wanted(const struct view *v, const struct counters_span *s)
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

static void fill_counters(struct view *v, struct table *t)
{
  const struct counters *c = counters_get(v);
  struct sum *sums = cmd_alloc(v->thread_count, sizeof(*sums)), all = { 0 };
  size_t count = 0;
  remark(v, c, t);
  for (size_t i = 0; i < c->count; i++)
    if (wanted(v, &c->spans[i]))
      add(&sums[c->spans[i].thread], &c->spans[i], 1);
  for (uint32_t i = 0; i < v->thread_count; i++) {
    sums[i].key = i;
    merge(&all, &sums[i]);
    if (sums[i].items)
      sums[count++] = sums[i];
  }
  qsort_r(sums, count, sizeof(*sums), by_first, v);
  for (size_t i = 0; i < count; i++) {
    table_text(t, v->threads[sums[i].key].name);
    table_count(t, (int64_t)sums[i].items);
    an_cycles(v, t, (__int128)sums[i].cycles);
    sum_cells(t, &sums[i], &all);
  }
  free(sums);
}

static const struct table_column counter_columns[] = {
  { "thread", TABLE_TEXT }, { "spans", TABLE_COUNT }, { "time_us", TABLE_US }, { "instructions", TABLE_COUNT },
  { "first", TABLE_COUNT }, { "second", TABLE_COUNT }, { "first_per_million", TABLE_COUNT },
  { "second_per_million", TABLE_COUNT }, { "first_pct", TABLE_PCT }, { "second_pct", TABLE_PCT },
};

const struct tables_def an_counters = {
  .name = "counters", .title = "what the performance counters counted, by thread", TABLES_COLUMNS(counter_columns),
  DEF, .fill = fill_counters };

/* ---- over time ---- */

static void fill_counterseries(struct view *v, struct table *t)
{
  const struct counters *c = counters_get(v);
  remark(v, c, t);
  for (size_t i = 0; i < c->count; i++) {
    const struct counters_span *s = &c->spans[i];
    if (!wanted(v, s))
      continue;
    table_us(t, view_ns(v, s->start));
    table_us(t, view_ns(v, s->end));
    table_text(t, v->threads[s->thread].name);
    if (s->instructions == COUNTERS_UNKNOWN)
      table_none(t);
    else
      table_natural(t, s->instructions);
    table_natural(t, s->value[0]);
    table_natural(t, s->value[1]);
  }
}

static const struct table_column series_columns[] = {
  { "start_us", TABLE_US }, { "end_us", TABLE_US }, { "thread", TABLE_TEXT }, { "instructions", TABLE_COUNT },
  { "first", TABLE_COUNT }, { "second", TABLE_COUNT },
};

const struct tables_def an_counterseries = {
  .name = "counterseries", .title = "what they counted from one reading to the next", TABLES_COLUMNS(series_columns),
  DEF, .raw = true, .fill = fill_counterseries };

/* ---- by function ---- */

struct profile { struct sum *rows; size_t count, room; struct sum unsampled, all; };

static struct sum *row_of(struct profile *p, uint32_t function)
{
  size_t old = p->count;
  cmd_grow(&p->rows, &p->room, (size_t)function + 1, sizeof(*p->rows));
  if (function >= p->count)
    p->count = (size_t)function + 1;
  for (; old < p->count; old++)
    p->rows[old] = (struct sum){ .key = (uint32_t)old };
  return &p->rows[function];
}

/* Samples with their innermost functions. */
struct met { uint64_t tsc; uint32_t thread, function; };

static int by_tsc(const void *a, const void *b)
{
  const struct met *x = a, *y = b;
  return (x->tsc > y->tsc) - (x->tsc < y->tsc);
}

static struct met *all_met(struct view *v, size_t *count)
{
  const struct wire_sample *s = dump_sample_rows(v->dump);
  const struct wire_stack *stack = dump_stack_rows(v->dump);
  struct met *met = cmd_alloc(dump_count(v->dump, WIRE_SAMPLE) + 1, sizeof(*met));
  *count = 0;
  for (size_t i = 0; i < dump_count(v->dump, WIRE_SAMPLE); stack += s[i++].depth)
    if (s[i].depth && !(s[i].flags & WIRE_SAMPLE_CRASH))
      met[(*count)++] =
        (struct met){ s[i].tsc, view_thread(v, s[i].thread), view_function(v, stack->address, false) };
  qsort(met, *count, sizeof(*met), by_tsc);
  return met;
}

/* A span's counts are those of the functions that its samples met, in equal parts. */
static void share(struct view *v, struct profile *p, const struct counters *c, const struct met *met, size_t count)
{
  size_t at = 0;
  for (size_t i = 0; i < c->count; i++) {
    const struct counters_span *s = &c->spans[i];
    size_t met_here = 0, from;
    while (at < count && met[at].tsc <= s->start)
      at++;
    for (from = at; at < count && met[at].tsc <= s->end; at++)
      met_here += met[at].thread == s->thread;
    if (!wanted(v, s))
      continue;
    add(&p->all, s, 1);
    if (!met_here)
      add(&p->unsampled, s, 1);
    for (size_t k = from; k < at; k++)
      if (met[k].thread == s->thread)
        add(row_of(p, met[k].function), s, 1.0 / (double)met_here);
  }
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

static void function_row(struct table *t, const char *name, const char *where, const struct sum *s, uint64_t samples,
                         const struct sum *all)
{
  table_text(t, name);
  table_text(t, where);
  table_count(t, (int64_t)samples);
  sum_cells(t, s, all);
}

static void fill_counterfunctions(struct view *v, struct table *t)
{
  const struct counters *c = counters_get(v);
  struct profile p = { 0 };
  size_t count;
  remark(v, c, t);
  struct met *met = all_met(v, &count);
  share(v, &p, c, met, count);
  if (p.unsampled.items)
    function_row(t, "(no sample)", "-", &p.unsampled, 0, &p.all);
  if (p.count)
    qsort_r(p.rows, p.count, sizeof(*p.rows), by_first_of_function, v);
  for (size_t i = 0; i < p.count; i++)
    if (p.rows[i].items)
      function_row(t, view_function_name(v, p.rows[i].key), view_where(v, p.rows[i].key), &p.rows[i], p.rows[i].items,
                   &p.all);
  free(met);
  free(p.rows);
}

static const struct table_column function_columns[] = {
  { "function", TABLE_TEXT }, { "where", TABLE_TEXT }, { "samples", TABLE_COUNT }, { "instructions", TABLE_COUNT },
  { "first", TABLE_COUNT }, { "second", TABLE_COUNT }, { "first_per_million", TABLE_COUNT },
  { "second_per_million", TABLE_COUNT }, { "first_pct", TABLE_PCT }, { "second_pct", TABLE_PCT },
};

const struct tables_def an_counterfunctions = {
  .name = "counterfunctions", .title = "what they counted, by the function that a sample met",
  TABLES_COLUMNS(function_columns),
  .rests_on = DUMP_KIND(WIRE_READING) | DUMP_KIND(WIRE_THREAD) | DUMP_KIND(WIRE_SAMPLE) | DUMP_KIND(WIRE_STACK),
  .modes = WIRE_MODE_COUNTERS | WIRE_MODE_SAMPLES, .timed = true, .applies = has_counters,
  .fill = fill_counterfunctions };
