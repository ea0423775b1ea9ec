/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_cycles.c: the tables of the cycle of events that recurs (cycles.h): cycle (its steps) and rounds (a row for
 * each time that it went round).
 */
#include "an.h"
#include "base/mem.h"
#include "model/cycles_ran.h"
#include "sched_notes.h"

#include <string.h>

static bool applies(const struct view *v)
{
  return dump_count(v->dump, WIRE_EVENT) > 0;
}

/* ---- cycle ---- */

#define CYCLE(C) \
  C(what,      TEXT,  table_text(t, what)) \
  C(thread,    TEXT,  table_text(t, v->threads[from->thread].name)) \
  C(from,      TEXT,  table_text(t, view_event(v, from->event))) \
  C(to,        TEXT,  table_text(t, view_event(v, to->event))) \
  C(rounds,    COUNT, table_natural(t, count)) \
  C(mean_us,   US,    an_cycles_real(v, t, mean)) \
  C(sd_us,     US,    AN_OR_NONE(sd_known, an_cycles_real(v, t, sd))) \
  C(min_us,    US,    an_cycles(v, t, took[0])) \
  C(median_us, US,    an_cycles(v, t, stats_median(took, count))) \
  C(max_us,    US,    an_cycles(v, t, took[count - 1])) \
  C(mean_pct,  PCT,   AN_OR_NONE(c->mean > 0, table_pct(t, 100 * mean / c->mean)))

/* A row about what took `each` in each round; `from` and `to` are the events at its ends. */
static void cycle_row(struct view *v, struct table *t, const struct cycles *c, const char *what,
                      const struct cycles_step *from, const struct cycles_step *to, const int64_t *each)
{
  const size_t count = c->count;
  int64_t *took = mem_alloc(count, sizeof(*took));
  __int128 sum = 0;
  unsigned __int128 squares = 0;
  double sd;
  memcpy(took, each, count * sizeof(*took));
  stats_sort(took, count);
  for (size_t i = 0; i < count; i++) {
    sum += took[i];
    squares += (unsigned __int128)((__int128)took[i] * took[i]);
  }
  const double mean = (double)sum / (double)count;
  const bool sd_known = stats_sd(count, sum, squares, &sd);
  CYCLE(AN_CELL)
  mem_free(took);
}

static const struct table_column cycle_columns[] = { CYCLE(AN_COLUMN) };

/* Notes that the cycle was looked for in a part of the events only, where it was. */
static void note_part(struct table *t, const struct cycles *c)
{
  char text[120];
  if (c->events < CYCLES_EVENTS)
    return;
  snprintf(text, sizeof(text), "of the first %u events only; choose others with --from and --to", CYCLES_EVENTS);
  table_comment(t, "note", text);
}

static void fill_cycle(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  const struct cycles *c = analysis_cycles(analysis);
  note_part(t, c);
  const size_t n = c->step_count;
  if (n) {
    int64_t *busy = mem_alloc(c->count, sizeof(*busy));
    for (size_t i = 0; i < c->count; i++)
      busy[i] = cycles_busy(c, i);
    cycle_row(v, t, c, "period", &c->steps[0], &c->steps[0], c->periods);
    cycle_row(v, t, c, "busy", &c->steps[0], &c->steps[n - 1], busy);
    mem_free(busy);
  }
  for (size_t k = 0; k < n; k++)
    cycle_row(v, t, c, k + 1 < n ? "step" : "wait", &c->steps[k], &c->steps[(k + 1) % n], c->steps[k].took);
}

const struct tables_def an_cycle = {
  .name = "cycle", .title = "the events that recur, and how long it is from one to the next",
  TABLES_COLUMNS(cycle_columns), .modes = WIRE_MODE_EVENTS, .timed = true, .applies = applies,
  .fill = fill_cycle };

/* ---- rounds ---- */

#define ROUND(C) \
  C(start_us,      US,    table_us(t, view_ns(v, c->starts[i]))) \
  C(period_us,     US,    an_cycles(v, t, c->periods[i])) \
  C(busy_us,       US,    an_cycles(v, t, cycles_busy(c, i))) \
  C(outlier,       TEXT,  table_text(t, c->periods[i] > c->fence ? "outlier" : "-")) \
  C(slow_from,     TEXT,  table_text(t, view_event(v, slow->event))) \
  C(slow_to,       TEXT,  table_text(t, view_event(v, after->event))) \
  C(slow_us,       US,    an_cycles(v, t, slow->took[i])) \
  C(ran,           TEXT,  AN_OR_NONE(known, table_text(t, v->threads[r->thread].name))) \
  C(ran_us,        US,    AN_OR_NONE(known, an_cycles(v, t, r->ran))) \
  C(ran_more_us,   US,    AN_OR_NONE(known, an_cycles(v, t, r->more))) \
  C(switches,      COUNT, AN_OR_NONE(known, table_natural(t, r->switches))) \
  C(interrupts,    COUNT, AN_OR_NONE(known, table_natural(t, r->interrupts))) \
  C(collections,   COUNT, table_natural(t, r->collections)) \
  C(collecting_us, US,    an_cycles(v, t, r->collecting)) \
  C(other_events,  COUNT, table_natural(t, c->others[i]))

/* Round number `i`, and what ran in it. */
static void round_row(struct view *v, struct table *t, const struct cycles *c, size_t i, const struct cycles_ran *r)
{
  const size_t k = cycles_slowest(c, i);
  const struct cycles_step *slow = &c->steps[k], *after = &c->steps[(k + 1) % c->step_count];
  const bool known = r->thread != CYCLES_NO_THREAD;
  ROUND(AN_CELL)
}

static const struct table_column round_columns[] = { ROUND(AN_COLUMN) };

static void fill_rounds(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  const struct cycles *c = analysis_cycles(analysis);
  note_part(t, c);
  sched_note(analysis, t);
  struct cycles_ran *ran = cycles_ran_new(v, analysis_timeline(analysis), c);
  for (size_t i = 0; i < c->count; i++)
    round_row(v, t, c, i, &ran[i]);
  mem_free(ran);
}

const struct tables_def an_rounds = {
  .name = "rounds", .title = "each time that they recurred, and what ran then", TABLES_COLUMNS(round_columns),
  .modes = WIRE_MODE_EVENTS, .raw = true, .timed = true, .applies = applies, .fill = fill_rounds };
