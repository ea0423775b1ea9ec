/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_moments.c: the tables of moments: moments (how each thread stood, from when to when), standing (where threads
 * stand, by how many moments) and waitsfor (who waits for whom at the last moment, and which of these waits are a
 * deadlock).
 */
#include "an.h"
#include "base/mem.h"
#include "model/moments.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A crash has one, whatever was recorded. */
static bool has_moments(const struct view *v)
{
  return dump_meta(v->dump, WIRE_META_MODES, 0) & WIRE_MODE_MOMENTS || dump_count(v->dump, WIRE_MOMENT);
}

static void note_some(struct table *t, uint64_t count, const char *what)
{
  char text[200];
  if (!count)
    return;
  snprintf(text, sizeof(text), "%" PRIu64 " %s", count, what);
  table_comment(t, "note", text);
}

static void note_missed(struct table *t, const struct moments *m)
{
  char *text = moments_missed_text(m);
  if (text)
    table_comment(t, "note", text);
  mem_free(text);
}

/* The moments of a window at which a stand is; false: none. */
static bool clip_stand(const struct moments_stand *s, size_t first, size_t end, size_t *from, size_t *to)
{
  *from = s->first > first ? s->first : first;
  *to = s->last + 1 < end ? s->last + 1 : end;
  return *from < *to;
}

static bool is_wanted(const struct moments *m, const struct moments_stand *s)
{
  return m->view->threads[s->thread].wanted;
}

/* Says what of moments [first, end) is not known. */
static void note_unknown(struct table *t, const struct moments *m, size_t first, size_t end)
{
  uint64_t unknown = 0, cut = 0;
  size_t from, to;
  for (size_t i = first; i < end; i++)
    unknown += m->unknown[i];
  for (size_t i = 0; i < m->stand_count; i++)
    cut += is_wanted(m, &m->stands[i]) && clip_stand(&m->stands[i], first, end, &from, &to) &&
           !moments_is_whole(&m->stands[i]);
  note_some(t, unknown, "times a thread was there at a moment of which nothing is known then");
  note_some(t, cut, "stacks are not whole");
}

static const char *thread_name(const struct moments *m, uint32_t thread)
{
  return thread == MOMENTS_NONE ? "-" : m->view->threads[thread].name;
}

static void on_cell(struct table *t, const struct moments *m, const struct moments_stand *s)
{
  char *text = moments_on_text(m, s);
  table_text(t, text);
  mem_free(text);
}

static void stack_cell(struct table *t, const struct moments *m, uint32_t stack)
{
  char *text = moments_stack_text(m, stack);
  table_text(t, text);
  mem_free(text);
}

/* ---- how each thread stood ---- */

#define MOMENT(C) \
  C(time_us,  US,    table_us(t, view_ns(m->view, m->rows[from]->tsc))) \
  C(last_us,  US,    table_us(t, view_ns(m->view, m->rows[to - 1]->tsc))) \
  C(moments,  COUNT, table_natural(t, to - from)) \
  C(thread,   TEXT,  table_text(t, thread_name(m, s->thread))) \
  C(state,    TEXT,  table_text(t, moments_state(s->stance))) \
  C(wait,     TEXT,  table_text(t, moments_wait(s->stance))) \
  C(on,       TEXT,  on_cell(t, m, s)) \
  C(owner,    TEXT,  table_text(t, thread_name(m, s->owner))) \
  C(since_us, US,    table_us(t, view_ns(m->view, s->stance->since))) \
  C(stack,    TEXT,  stack_cell(t, m, s->stack))

static void moment_row(struct table *t, const struct moments *m, const struct moments_stand *s, size_t from, size_t to)
{
  MOMENT(AN_CELL)
}

static void fill_moments(struct analysis *analysis, struct table *t)
{
  const struct moments *m = analysis_moments(analysis);
  size_t first, end, from, to;
  moments_window(m, &first, &end);
  note_missed(t, m);
  note_unknown(t, m, first, end);
  for (size_t i = 0; i < m->stand_count; i++)
    if (is_wanted(m, &m->stands[i]) && clip_stand(&m->stands[i], first, end, &from, &to))
      moment_row(t, m, &m->stands[i], from, to);
}

static const struct table_column moment_columns[] = { MOMENT(AN_COLUMN) };

const struct tables_def an_moments = {
  .name = "moments", .title = "how each thread stood at the moments, from the first to the last at which it stood so",
  TABLES_COLUMNS(moment_columns), .modes = WIRE_MODE_MOMENTS, .raw = true, .timed = true, .applies = has_moments,
  .fill = fill_moments };

/* ---- where threads stand ---- */

struct standing { uint32_t thread, stack; uint8_t state, wait; uint64_t moments, of; };

static int by_key(const void *a, const void *b)
{
  const struct standing *x = a, *y = b;
#define BY(member) if (x->member != y->member) return x->member < y->member ? -1 : 1;
  BY(thread) BY(state) BY(wait) BY(stack)
#undef BY
  return 0;
}

static int by_moments(const void *a, const void *b)
{
  const struct standing *x = a, *y = b;
  if (x->moments != y->moments)
    return x->moments > y->moments ? -1 : 1;
  return by_key(a, b);
}

/* Makes one row of those that are alike; returns how many rows are left. */
static size_t merge_standing(struct standing *rows, size_t count)
{
  size_t kept = 0;
  if (count)
    mem_sort(rows, count, sizeof(*rows), by_key);
  for (size_t i = 0; i < count; i++)
    if (kept && by_key(&rows[kept - 1], &rows[i]) == 0)
      rows[kept - 1].moments += rows[i].moments;
    else
      rows[kept++] = rows[i];
  return kept;
}

/* Gives each row the moments of its thread. The rows of a thread stand together. */
static void sum_threads(struct standing *rows, size_t count)
{
  for (size_t first = 0, end; first < count; first = end) {
    uint64_t sum = 0;
    for (end = first; end < count && rows[end].thread == rows[first].thread; end++)
      sum += rows[end].moments;
    for (size_t i = first; i < end; i++)
      rows[i].of = sum;
  }
}

static void standing_row(struct table *t, const struct moments *m, const struct standing *s)
{
  const struct wire_stance words = { .state = s->state, .wait = s->wait };
  double low, high;
  stats_wilson((double)s->moments, (double)s->of, &low, &high);
  table_text(t, thread_name(m, s->thread));
  table_text(t, moments_state(&words));
  table_text(t, moments_wait(&words));
  stack_cell(t, m, s->stack);
  table_natural(t, s->moments);
  an_share(t, s->moments, s->of);
  table_pct(t, 100 * low);
  table_pct(t, 100 * high);
}

static void fill_standing(struct analysis *analysis, struct table *t)
{
  const struct moments *m = analysis_moments(analysis);
  struct standing *rows = NULL;
  size_t first, end, from, to, count = 0, room = 0;
  moments_window(m, &first, &end);
  note_missed(t, m);
  note_unknown(t, m, first, end);
  for (size_t i = 0; i < m->stand_count; i++) {
    const struct moments_stand *s = &m->stands[i];
    if (!is_wanted(m, s) || !clip_stand(s, first, end, &from, &to))
      continue;
    mem_grow(&rows, &room, count + 1, sizeof(*rows));
    rows[count++] = (struct standing){ s->thread, s->stack, s->stance->state, s->stance->wait, to - from, 0 };
  }
  count = merge_standing(rows, count);
  sum_threads(rows, count);
  if (count)
    mem_sort(rows, count, sizeof(*rows), by_moments);
  for (size_t i = 0; i < count; i++)
    standing_row(t, m, &rows[i]);
  mem_free(rows);
}

static const struct table_column standing_columns[] = {
  { "thread", TABLE_TEXT }, { "state", TABLE_TEXT }, { "wait", TABLE_TEXT }, { "stack", TABLE_TEXT },
  { "moments", TABLE_COUNT }, { "share_pct", TABLE_PCT }, { "low_pct", TABLE_PCT }, { "high_pct", TABLE_PCT },
};

const struct tables_def an_standing = {
  .name = "standing", .title = "where threads stand, running and waiting, by moments; low..high: 95 % confidence",
  TABLES_COLUMNS(standing_columns), .modes = WIRE_MODE_MOMENTS, .timed = true, .applies = has_moments,
  .fill = fill_standing };

/* ---- who waits for whom ---- */

static void number_cell(struct table *t, uint32_t number)
{
  AN_OR_NONE(number, table_natural(t, number));
}

#define WAIT(C) \
  C(time_us,  US,    table_us(t, view_ns(m->view, m->rows[row]->tsc))) \
  C(thread,   TEXT,  table_text(t, thread_name(m, s->thread))) \
  C(wait,     TEXT,  table_text(t, moments_wait(s->stance))) \
  C(on,       TEXT,  on_cell(t, m, s)) \
  C(owner,    TEXT,  table_text(t, thread_name(m, s->owner))) \
  C(since_us, US,    table_us(t, view_ns(m->view, s->stance->since))) \
  C(deadlock, COUNT, number_cell(t, cycle)) \
  C(behind,   COUNT, number_cell(t, behind)) \
  C(stack,    TEXT,  stack_cell(t, m, s->stack))

static void wait_row(struct table *t, const struct moments *m, size_t row, const struct moments_stand *s,
                     uint32_t cycle, uint32_t behind)
{
  WAIT(AN_CELL)
}

static void fill_waitsfor(struct analysis *analysis, struct table *t)
{
  const struct moments *m = analysis_moments(analysis);
  size_t first, end, count = 0;
  moments_window(m, &first, &end);
  if (first < end) {
    const struct moments_stand **stands = moments_stands_at(m, end - 1, &count);
    uint32_t *cycle = mem_alloc(count, sizeof(*cycle)), *behind = mem_alloc(count, sizeof(*behind));
    note_some(t, m->unknown[end - 1], "threads are not known at this moment");
    const uint32_t deadlocks = moments_deadlocks(stands, count, cycle, behind);
    note_some(t, deadlocks, deadlocks == 1 ? "deadlock: threads that wait for each other for ever" :
              "deadlocks: threads that wait for each other for ever");
    for (size_t i = 0; i < count; i++)
      if (is_wanted(m, stands[i]) && stands[i]->owner != MOMENTS_NONE &&
          stands[i]->stance->state == WIRE_STATE_WAITING)
        wait_row(t, m, end - 1, stands[i], cycle[i], behind[i]);
    mem_free(cycle);
    mem_free(behind);
    mem_free(stands);
  }
}

static const struct table_column wait_columns[] = { WAIT(AN_COLUMN) };

const struct tables_def an_waitsfor = {
  .name = "waitsfor", .title = "who waits for whom at the last moment, and which of these waits are a deadlock",
  TABLES_COLUMNS(wait_columns), .modes = WIRE_MODE_MOMENTS, .timed = true, .applies = has_moments,
  .fill = fill_waitsfor };
