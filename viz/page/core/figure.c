/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * figure.c: see figure.h. The tables of a chart are written to memory, as `hostdump tables --bins` writes them to files
 * for render, and read from there.
 */
#include "figure.h"
#include "page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/leave.h"
#include "base/mem.h"
#include "figures.h"
#include "tables/binned.h"
#include "tables/tables.h"

#define FOR_PAGE(name) __attribute__((export_name(#name))) name

#define BINS 8192        /* of the stretch that is shown: as chart.sh has them */
#define TABLES_MOST 32   /* a chart is drawn from fewer tables */
#define MEMORY_MOST ((uint64_t)1 << 30) /* what figures may take beside the tables */

static struct {
  struct table_text { char *name, *text; size_t bytes; } tables[TABLES_MOST];
  size_t count;
  const struct figure_chart *chart;
  struct figure_asked asked;
  char from[32], to[32];           /* texts of what is asked for */
  double from_us, to_us;           /* of rounds */
  enum figure_end why;
  FILE *out;
} it;

unsigned FOR_PAGE(page_figures)(void)
{
  return (unsigned)figure_chart_count;
}

const char *FOR_PAGE(page_figure_name)(unsigned chart)
{
  return figure_charts[chart].name;
}

const char *FOR_PAGE(page_figure_group)(unsigned chart)
{
  return figure_charts[chart].group;
}

const char *FOR_PAGE(page_figure_title)(unsigned chart)
{
  return figure_charts[chart].title;
}

const char *FOR_PAGE(page_figure_what)(unsigned chart)
{
  return figure_charts[chart].what;
}

/* Whether the chart takes a choice: time, window, events, thread. */
static bool takes(const char *choice)
{
  return strstr(it.chart->choices, choice) != NULL;
}

/* Calls use() for each table that the chart is drawn from. */
static void each_table(const struct figure_chart *c, void (*use)(const char *name, void *ctx), void *ctx)
{
  char *names = mem_format("run,threads,%s", c->tables), *rest = names, *name;
  while ((name = strtok_r(rest, ",", &rest)))
    use(name, ctx);
  mem_free(names);
}

static void note_trees(const char *name, void *trees)
{
  const struct tables_def *def = tables_find(name);
  if (def && def->trees)
    *(bool *)trees = true;
}

int FOR_PAGE(page_figure_trees)(unsigned chart)
{
  bool trees = false;
  each_table(figure_charts + chart, note_trees, &trees);
  return trees;
}

/* Writes a table of the choice at hand to memory. */
static void write_table(struct table_text *t, const struct tables_def *def, struct analysis *a)
{
  const struct view *v = a->view;
  const bool stretch = *it.asked.from_us;
  const struct binned binned = { .bins = BINS, .from_us = stretch ? strtod(it.from, NULL) : 0,
                                 .to_us = stretch ? strtod(it.to, NULL) : 1e15, .above = PAGE_ROWS };
  size_t rows;
  FILE *out = open_memstream(&t->text, &t->bytes);
  if (!out)
    return;
  tables_write_part(binned_form(def, v, &binned), a, out, 0, 0, &rows);
  fclose(out);
}

static void add_table(const char *name, void *analysis)
{
  const struct tables_def *def = tables_find(name);
  for (size_t k = 0; k < it.count; k++)
    if (!strcmp(it.tables[k].name, name))
      return;
  if (!def || it.count == TABLES_MOST)
    return;
  it.tables[it.count] = (struct table_text){ .name = mem_format("%s", name) };
  write_table(&it.tables[it.count++], def, analysis);
}

static void forget_table(size_t k)
{
  mem_free(it.tables[k].name);
  free(it.tables[k].text);
  it.tables[k] = it.tables[--it.count];
}

static const char *give_table(void *ctx, const char *name, size_t *bytes)
{
  (void)ctx;
  for (size_t k = 0; k < it.count; k++)
    if (!strcmp(it.tables[k].name, name)) {
      *bytes = it.tables[k].bytes;
      return it.tables[k].text;
    }
  return NULL;
}

/* There is no figure: leaves the mem_try() at work. */
static void end_without(enum figure_end why, const char *message)
{
  it.why = why;
  fputs(message, it.out);
  leave_now();
}

static void find_stretch(void *ctx)
{
  (void)ctx;
  figure_rounds_stretch(&it.asked, &it.from_us, &it.to_us);
}

static void write_figure(void *ctx)
{
  (void)ctx;
  figure_write_json(figure_make(&it.asked), it.out);
}

/* Does a job of figures/, and frees what it allocated. Returns whether it came to its end. */
static bool attempt(void (*job)(void *ctx))
{
  static struct mem_budget budget = { .most = MEMORY_MOST };
  const bool done = mem_try(&budget, job, NULL);
  mem_drop(&budget);
  return done;
}

/* Whether the rows of a table stand for several records: its last column is their number then. */
static bool is_binned(const struct table_text *t)
{
  const char *line = t->text;
  while (line && *line == '#')
    line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL;
  const char *end = line ? strchr(line, '\n') : NULL;
  return end && end - line > 6 && !memcmp(end - 6, "\tcount", 6);
}

/* Four rounds are shown event by event: where that table is binned, it is made anew of their stretch. */
static bool read_rounds(struct analysis *a)
{
  size_t k = 0;
  while (k < it.count && strcmp(it.tables[k].name, "events"))
    k++;
  if (k == it.count || !it.tables[k].text || !is_binned(&it.tables[k]))
    return true;
  if (!attempt(find_stretch))
    return false;
  forget_table(k);
  const struct view_options rounds = { .windowed = true, .from_us = it.from_us - 1, .to_us = it.to_us + 1 };
  analysis_choose(a, &rounds);
  add_table("events", a);
  return true;
}

/* What is asked for of figures/, and what the tables are to be of. A chart that takes no window itself is drawn from
 * tables of the whole run, of which it shows the window, or, where it knows no time, from those of the window. */
static struct view_options ask_for(const struct view_options *chosen)
{
  const bool thread = chosen->thread && takes("thread"), time = takes("time");
  const bool windowed = chosen->windowed && (!time || (takes("window") && !thread));
  const struct view_options tables = { .windowed = windowed, .from_us = windowed ? chosen->from_us : -1e15,
                                       .to_us = windowed ? chosen->to_us : 1e15, .interval = chosen->interval,
                                       .from_snapshot = chosen->from_snapshot, .to_snapshot = chosen->to_snapshot };
  snprintf(it.from, sizeof(it.from), "%.3f", chosen->from_us > 0 ? chosen->from_us : 0);
  snprintf(it.to, sizeof(it.to), "%.3f", chosen->to_us);
  it.asked = (struct figure_asked){
    .chart = it.chart->name, .from_us = time && chosen->windowed ? it.from : "",
    .to_us = time && chosen->windowed ? it.to : "", .events = "", .thread = thread ? chosen->thread : "",
    .windowed = time && windowed, .folder = "the run", .table = give_table,
  };
  return tables;
}

int FOR_PAGE(page_figure)(unsigned chart)
{
  const struct view_options *seen;
  struct analysis *a = page_analysis(&seen);
  if (!a)
    return -1;
  const struct view_options before = *seen;
  it.chart = figure_charts + chart;
  it.why = 0;
  it.out = page_output();
  figure_on_end(end_without);
  const struct view_options tables = ask_for(&before);
  analysis_choose(a, &tables);
  each_table(it.chart, add_table, a);
  const bool done = (strcmp(it.chart->name, "rounds") || read_rounds(a)) && attempt(write_figure);
  analysis_choose(a, &before);
  while (it.count)
    forget_table(it.count - 1);
  fflush(it.out);
  return done ? 0 : it.why ? (int)it.why : -1;
}
