/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_processors.c: the tables of several processors: processors (what each of them did), migrations (which threads went
 * from one to another), busy (how many were busy at once) and busysteps (the same over time).
 */
#include "an.h"
#include "base/mem.h"
#include "model/busy.h"
#include "sched_notes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- processors ---- */

/* Of a processor of which there is no switch nothing is known but that. */
#define PROCESSOR(C) \
  C(cpu,            COUNT, table_natural(t, cpu)) \
  C(busy_us,        US,    AN_OR_NONE(p->met, an_cycles(v, t, p->threads))) \
  C(interrupt_us,   US,    AN_OR_NONE(p->met, an_cycles(v, t, p->interrupts))) \
  C(profiler_us,    US,    AN_OR_NONE(p->met, an_cycles(v, t, p->profiler))) \
  C(idle_us,        US,    AN_OR_NONE(p->met, an_cycles(v, t, p->idle))) \
  C(unknown_us,     US,    an_cycles(v, t, span > known ? span - known : 0)) \
  C(busy_pct,       PCT,   an_share(t, p->threads + p->interrupts, known - p->profiler)) \
  C(switches,       COUNT, AN_OR_NONE(p->met, table_natural(t, p->switches))) \
  C(migrations_in,  COUNT, AN_OR_NONE(p->met, table_natural(t, p->moved_in))) \
  C(migrations_out, COUNT, AN_OR_NONE(p->met, table_natural(t, p->moved_out)))

static void processor_row(const struct view *v, struct table *t, uint32_t cpu, const struct timeline_processor *p,
                          uint64_t span)
{
  const uint64_t known = p->threads + p->interrupts + p->profiler + p->idle;
  PROCESSOR(AN_CELL)
}

static const struct table_column processor_columns[] = { PROCESSOR(AN_COLUMN) };

static void fill_processors(struct analysis *analysis, struct table *t)
{
  static const struct timeline_processor unknown;
  const struct view *v = analysis->view;
  const struct timeline *line = analysis_timeline(analysis);
  const uint64_t span = sched_span(v, true);
  uint32_t count = view_processors(v) < TIMELINE_PROCESSORS ? view_processors(v) : TIMELINE_PROCESSORS;
  if (line->processor_count > count)
    count = (uint32_t)line->processor_count;
  sched_note(analysis, t);
  for (uint32_t i = 0; i < count; i++)
    processor_row(v, t, i, i < line->processor_count ? &line->processors[i] : &unknown, span);
}

const struct tables_def an_processors = {
  .name = "processors", .title = "what each processor did", TABLES_COLUMNS(processor_columns), .modes = WIRE_MODE_SCHED,
  .timed = true, .applies = sched_on_several, .fill = fill_processors };

/* ---- migrations ---- */

/* The moves of a thread from one processor to one other. */
struct route {
  uint32_t thread, from, to;
  uint64_t count, woken;
  __int128 off;            /* cycles between the stop there and the start here */
  uint64_t first, last;    /* TSC */
};

struct routes { struct view *view; struct map of_key; struct route *all; size_t count, room; };

static void take_move(void *ctx, const struct timeline_move *m)
{
  struct routes *r = ctx;
  const uint64_t key = (uint64_t)m->thread << 32 | (uint64_t)m->from << 16 | m->to;
  _Static_assert(TIMELINE_PROCESSORS <= 1u << 16, "two processors have room in 32 bits");
  if (!r->view->threads[m->thread].wanted)
    return;
  uint32_t at = map_get(&r->of_key, key);
  if (at == MAP_NONE) {
    at = (uint32_t)r->count++;
    mem_grow(&r->all, &r->room, r->count, sizeof(*r->all));
    r->all[at] = (struct route){ .thread = m->thread, .from = m->from, .to = m->to, .first = m->tsc };
    map_put(&r->of_key, key, at);
  }
  struct route *one = &r->all[at];
  one->count++;
  one->woken += m->woken;
  one->off += m->tsc > m->left ? m->tsc - m->left : 0;
  one->last = m->tsc;
}

static int by_count(const void *a, const void *b, void *view)
{
  const struct route *x = a, *y = b;
  const struct view *v = view;
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  if (x->thread != y->thread)
    return strcmp(v->threads[x->thread].name, v->threads[y->thread].name);
  return x->from != y->from ? (x->from > y->from) - (x->from < y->from) : (x->to > y->to) - (x->to < y->to);
}

#define MIGRATION(C) \
  C(thread,      TEXT,  table_text(t, v->threads[r->thread].name)) \
  C(from_cpu,    COUNT, table_natural(t, r->from)) \
  C(to_cpu,      COUNT, table_natural(t, r->to)) \
  C(count,       COUNT, table_natural(t, r->count)) \
  C(woken,       COUNT, table_natural(t, r->woken)) \
  C(off_mean_us, US,    an_cycles_real(v, t, (double)r->off / (double)r->count)) \
  C(first_us,    US,    table_us(t, view_ns(v, r->first))) \
  C(last_us,     US,    table_us(t, view_ns(v, r->last)))

static void migration_row(const struct view *v, struct table *t, const struct route *r)
{
  MIGRATION(AN_CELL)
}

static const struct table_column migration_columns[] = { MIGRATION(AN_COLUMN) };

static void fill_migrations(struct analysis *analysis, struct table *t)
{
  static const struct timeline_ops ops = { .moved = take_move };
  struct routes r = { .view = analysis->view };
  sched_note(analysis, t);
  timeline_walk_window(r.view, &ops, &r);
  if (r.count)
    mem_sort_by(r.all, r.count, sizeof(*r.all), by_count, r.view);
  for (size_t i = 0; i < r.count; i++)
    migration_row(r.view, t, &r.all[i]);
  map_free(&r.of_key);
  mem_free(r.all);
}

const struct tables_def an_migrations = {
  .name = "migrations", .title = "which threads went from one processor to another", TABLES_COLUMNS(migration_columns),
  .modes = WIRE_MODE_SCHED, .timed = true, .applies = sched_on_several, .fill = fill_migrations };

/* ---- busy, busysteps ---- */

struct busy_sum { struct view *view; uint64_t *cycles; size_t room; uint64_t unknown; };

/* What of a step lies in the window; false: nothing. */
static bool clip_step(const struct view *v, const struct busy_step *s, int64_t *from_ns, int64_t *to_ns)
{
  *from_ns = view_ns(v, s->start);
  *to_ns = view_ns(v, s->end);
  if (v->windowed && *from_ns < v->from)
    *from_ns = v->from;
  if (v->windowed && *to_ns > v->to)
    *to_ns = v->to;
  return *to_ns > *from_ns;
}

static void add_step(void *ctx, const struct busy_step *s)
{
  struct busy_sum *b = ctx;
  int64_t from, to;
  if (!clip_step(b->view, s, &from, &to))
    return;
  const size_t old = b->room;
  mem_grow(&b->cycles, &b->room, (size_t)s->busy + 1, sizeof(*b->cycles));
  memset(b->cycles + old, 0, (b->room - old) * sizeof(*b->cycles));
  *(s->known ? &b->cycles[s->busy] : &b->unknown) += (uint64_t)(to - from);
}

/* Notes processors that are not counted. */
static void note_untold(const struct view *v, const struct timeline *line, struct table *t)
{
  uint32_t met = 0;
  char text[160];
  for (size_t i = 0; i < line->processor_count; i++)
    met += line->processors[i].met;
  if (met >= view_processors(v))
    return;
  snprintf(text, sizeof(text), "of %" PRIu32 " of %" PRIu32 " processors there is no switch: what they did is not known, "
           "and they are not counted", view_processors(v) - met, view_processors(v));
  table_comment(t, "note", text);
}

static void busy_row(struct table *t, bool known, uint64_t number, uint64_t ns, uint64_t whole)
{
  AN_OR_NONE(known, table_natural(t, number));
  table_us(t, (int64_t)ns);
  an_share(t, ns, whole);
}

static void fill_busy(struct analysis *analysis, struct table *t)
{
  const struct timeline *line = analysis_timeline(analysis);
  struct busy_sum b = { .view = analysis->view };
  uint64_t whole = 0;
  sched_note(analysis, t);
  note_untold(analysis->view, line, t);
  busy_walk_window(analysis->view, line, add_step, &b);
  for (size_t i = 0; i < b.room; i++)
    whole += b.cycles[i];
  for (size_t i = 0; i < b.room; i++)
    if (b.cycles[i])
      busy_row(t, true, i, b.cycles[i], whole);
  if (b.unknown)
    busy_row(t, false, 0, b.unknown, 0);
  mem_free(b.cycles);
}

static const struct table_column busy_columns[] = {
  { "busy", TABLE_COUNT }, { "time_us", TABLE_US }, { "time_pct", TABLE_PCT },
};

const struct tables_def an_busy = {
  .name = "busy", .title = "how many processors were busy at once, and how long", TABLES_COLUMNS(busy_columns),
  .modes = WIRE_MODE_SCHED, .timed = true, .applies = sched_on_several, .fill = fill_busy };

struct step_rows { struct view *view; struct table *table; };

static void step_row(void *ctx, const struct busy_step *s)
{
  const struct step_rows *r = ctx;
  int64_t from, to;
  if (!s->known || !clip_step(r->view, s, &from, &to))
    return;
  table_us(r->table, from);
  table_us(r->table, to);
  table_natural(r->table, s->busy);
}

static void fill_busysteps(struct analysis *analysis, struct table *t)
{
  const struct timeline *line = analysis_timeline(analysis);
  sched_note(analysis, t);
  note_untold(analysis->view, line, t);
  busy_walk_window(analysis->view, line, step_row, &(struct step_rows){ analysis->view, t });
}

static const struct table_column step_columns[] = {
  { "start_us", TABLE_US }, { "end_us", TABLE_US }, { "busy", TABLE_COUNT },
};

const struct tables_def an_busysteps = {
  .name = "busysteps", .title = "how many processors were busy, over time", TABLES_COLUMNS(step_columns),
  .modes = WIRE_MODE_SCHED, .raw = true, .timed = true, .fill = fill_busysteps };
