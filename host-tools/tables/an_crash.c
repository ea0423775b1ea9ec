/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_crash.c: the table `crash`: where each thread stood when the target went down. That is the run's last moment; a
 * target of before there were moments has sent samples with a flag instead.
 */
#include "an.h"
#include "base/mem.h"
#include "model/moments.h"
#include "model/stacks.h"
#include "registers.h"

#include <inttypes.h>

static void crash_row(struct table *t, struct view *v, uint32_t thread, unsigned level, uint32_t function)
{
  table_text(t, v->threads[thread].name);
  table_count(t, level);
  table_text(t, view_function_name(v, function));
  table_text(t, view_where(v, function));
}

static void sample_rows(void *ctx, struct view *v, const struct wire_sample *s, const struct wire_stack *stack)
{
  for (unsigned i = 0; i < s->depth; i++)
    crash_row(ctx, v, view_thread(v, s->thread), i, view_function(v, stack[i].address, i > 0));
}

static void stand_rows(struct table *t, const struct moments *m, const struct moments_stand *s)
{
  unsigned level = 0;
  for (uint32_t i = s->stack; i; i = m->stacks[i].parent)
    crash_row(t, m->view, s->thread, level++, m->stacks[i].function);
}

/* Returns the row of the crash's moment; m->count where there is none. */
static size_t crash_moment(const struct moments *m)
{
  size_t row = 0;
  while (row < m->count && m->rows[row]->why != WIRE_MOMENT_WHY_CRASH && m->rows[row]->why != WIRE_MOMENT_WHY_WATCHDOG)
    row++;
  return row;
}

static void note_some(struct table *t, size_t count, const char *what)
{
  if (!count)
    return;
  char *text = mem_format("%zu %s", count, what);
  table_comment(t, "note", text);
  mem_free(text);
}

/* A table's notes come before its rows. The threads that ran, one of which brought the target down, come first. */
static void fill_by_moment(const struct moments *m, size_t row, struct table *t)
{
  size_t count, cut = 0;
  const struct moments_stand **stands = moments_stands_at(m, row, &count);
  for (size_t i = 0; i < count; i++)
    cut += m->view->threads[stands[i]->thread].wanted && !moments_is_whole(stands[i]);
  note_some(t, m->unknown[row], "threads are not here: how they stood is not known");
  note_some(t, cut, "stacks are not whole");
  for (int ran = 1; ran >= 0; ran--)
    for (size_t i = 0; i < count; i++)
      if (m->view->threads[stands[i]->thread].wanted && (stands[i]->stance->state == WIRE_STATE_RUNNING) == ran)
        stand_rows(t, m, stands[i]);
  mem_free(stands);
}

static void fill_crash(struct analysis *analysis, struct table *t)
{
  const struct moments *m = analysis_moments(analysis);
  const size_t row = crash_moment(m);
  registers_note(analysis->view, t);
  if (row < m->count)
    fill_by_moment(m, row, t);
  else
    stacks_each(analysis->view, true, sample_rows, t);
}

static bool crashed(const struct view *v)
{
  return dump_has_name(v->dump, WIRE_SPACE_CRASH, 0);
}

static const struct table_column crash_columns[] = {
  { "thread", TABLE_TEXT }, { "level", TABLE_COUNT }, { "function", TABLE_TEXT }, { "where", TABLE_TEXT },
};

const struct tables_def an_crash = {
  .name = "crash", .title = "where each thread stood when the target went down, innermost function first",
  TABLES_COLUMNS(crash_columns), .of_crash = true, .applies = crashed, .fill = fill_crash };
