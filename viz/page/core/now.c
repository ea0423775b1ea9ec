/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * now.c: see now.h. What is told of a moment is what `hostdump stacks --at` prints, as a table with a row for each
 * function of each stack.
 */
#include "now.h"
#include "page.h"

#include <stdlib.h>

#include "base/mem.h"
#include "model/moments.h"
#include "tables/tables.h"

#define FOR_PAGE(name) __attribute__((export_name(#name))) name

static size_t shown; /* the row of the moment of which the table is made */

/* NULL: no run is looked at. */
static const struct moments *all_moments(void)
{
  const struct view_options *chosen;
  struct analysis *a = page_analysis(&chosen);
  return a ? analysis_moments(a) : NULL;
}

unsigned FOR_PAGE(page_moments)(void)
{
  const struct moments *m = all_moments();
  return m ? (unsigned)m->count : 0;
}

static double us_of(const struct moments *m, uint64_t cycles)
{
  return (double)cycles * 1e6 / (double)m->view->hz;
}

double FOR_PAGE(page_moment_fact)(unsigned row, enum page_moment_fact fact)
{
  const struct moments *m = all_moments();
  if (!m || row >= m->count)
    return -1;
  const struct wire_moment *at = m->rows[row];
  switch (fact) {
  case PAGE_MOMENT_NUMBER: return at->number;
  case PAGE_MOMENT_US: return (double)view_ns(m->view, at->tsc) / 1000;
  case PAGE_MOMENT_THREADS: return at->threads;
  case PAGE_MOMENT_UNKNOWN: return m->unknown[row];
  case PAGE_MOMENT_TOOK_US: return us_of(m, at->took);
  case PAGE_MOMENT_SPREAD_US: return us_of(m, at->spread);
  }
  return -1;
}

const char *FOR_PAGE(page_moment_why)(unsigned row)
{
  const struct moments *m = all_moments();
  return m && row < m->count ? moments_why(m->rows[row]) : "-";
}

/* ---- the table ---- */

/* A stand, the deadlock that it is in, and the one behind which it waits; 0: none. */
struct place { const struct moments_stand *stand; uint32_t cycle, behind; };

static void name_cell(struct table *t, const struct moments *m, uint32_t thread)
{
  if (thread == MOMENTS_NONE)
    table_none(t);
  else
    table_text(t, m->view->threads[thread].name);
}

static void number_cell(struct table *t, uint32_t number)
{
  if (number)
    table_natural(t, number);
  else
    table_none(t);
}

static const struct table_column columns[] = {
  { "number", TABLE_COUNT }, { "made_by", TABLE_TEXT }, { "group", TABLE_TEXT }, { "thread", TABLE_TEXT },
  { "state", TABLE_TEXT }, { "wait", TABLE_TEXT }, { "on", TABLE_TEXT },
  { "owner", TABLE_TEXT }, { "timed", TABLE_TEXT }, { "since_us", TABLE_US }, { "deadlock", TABLE_COUNT },
  { "behind", TABLE_COUNT }, { "whole", TABLE_TEXT }, { "level", TABLE_COUNT }, { "function", TABLE_TEXT },
  { "where", TABLE_TEXT }, { "line", TABLE_TEXT },
};

/* Why a stack is not whole; "-": it is. */
static const char *why_cut(const struct moments_stand *s)
{
  if (s->lost)
    return "a piece of it did not arrive";
  if (s->stance->flags & WIRE_STANCE_CUT)
    return "it is too deep, or there was no room for its paths (paths=)";
  return s->stance->flags & WIRE_STANCE_ASTRAY ? "a frame pointer leads out of it" : "-";
}

/* A function on a stack, by number, and the line of the call that it is in; NULL: of a stack that is empty. */
struct frame { uint32_t function; char line[SYMBOLS_WHERE_BYTES]; };

/* Writes the row of a function of a thread's stack. */
static void function_row(struct table *t, const struct moments *m, const struct place *p, const struct frame *f,
                         unsigned level)
{
  const struct moments_stand *s = p->stand;
  char *on = moments_on_text(m, s);
  const uint32_t by = m->view->threads[s->thread].by;
  table_natural(t, s->stance->thread);
  name_cell(t, m, by ? view_thread(m->view, by) : MOMENTS_NONE);
  table_text(t, view_thread_group(m->view->threads[s->thread].flags));
  name_cell(t, m, s->thread);
  table_text(t, moments_state(s->stance));
  table_text(t, moments_wait(s->stance));
  table_text(t, on);
  name_cell(t, m, s->owner);
  table_text(t, s->stance->flags & WIRE_STANCE_TIMED ? "yes" : "no");
  table_us(t, view_ns(m->view, s->stance->since));
  number_cell(t, p->cycle);
  number_cell(t, p->behind);
  table_text(t, why_cut(s));
  if (f)
    table_natural(t, level);
  else
    table_none(t);
  table_text(t, f ? view_function_name(m->view, f->function) : "-");
  table_text(t, f ? view_where(m->view, f->function) : "-");
  table_text(t, f && *f->line ? f->line : "-");
  mem_free(on);
}

static void stand_rows(struct table *t, const struct moments *m, const struct place *p)
{
  struct moments_walk walk = moments_walk(m, p->stand);
  struct frame f;
  unsigned level = 0;
  while (moments_frame(&walk, &f.function, f.line, sizeof(f.line)))
    function_row(t, m, p, &f, level++);
  if (!level)
    function_row(t, m, p, NULL, 0);
}

static void fill(struct analysis *a, struct table *t)
{
  const struct moments *m = analysis_moments(a);
  size_t count = 0;
  if (shown >= m->count)
    return;
  const struct moments_stand **stands = moments_stands_at(m, shown, &count);
  uint32_t *cycle = mem_alloc(count, sizeof(*cycle)), *behind = mem_alloc(count, sizeof(*behind));
  moments_deadlocks(stands, count, cycle, behind);
  for (size_t i = 0; i < count; i++)
    if (m->view->threads[stands[i]->thread].wanted)
      stand_rows(t, m, &(struct place){ stands[i], cycle[i], behind[i] });
  mem_free(cycle);
  mem_free(behind);
  mem_free(stands);
}

static const struct tables_def standing_now = {
  .name = "now", .title = "where each thread stood at one moment", TABLES_COLUMNS(columns),
  .modes = WIRE_MODE_MOMENTS, .fill = fill };

double FOR_PAGE(page_moment)(unsigned row)
{
  const struct view_options *chosen;
  struct analysis *a = page_analysis(&chosen);
  size_t rows;
  if (!a)
    return -1;
  shown = row;
  tables_write_part(&standing_now, a, page_output(), 0, 0, &rows);
  fflush(page_output());
  return (double)rows;
}
