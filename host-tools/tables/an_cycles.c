/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_cycles.c: the tables of the cycle of events that recurs (cycles.h): cycle (its steps) and rounds (a row for
 * each time that it went round).
 */
#include "an.h"
#include "base/mem.h"
#include "model/cycles_ran.h"

#include <stdlib.h>
#include <string.h>

static bool applies(const struct view *v)
{
  return dump_count(v->dump, WIRE_EVENT) > 0;
}

/* ---- cycle ---- */

/* Mean to share of `took`, which is sorted. */
static void figures(const struct view *v, struct table *t, int64_t *took, size_t count, double whole)
{
  __int128 sum = 0;
  unsigned __int128 squares = 0;
  double sd;
  qsort(took, count, sizeof(*took), stats_order);
  for (size_t i = 0; i < count; i++) {
    sum += took[i];
    squares += (unsigned __int128)((__int128)took[i] * took[i]);
  }
  table_natural(t, count);
  table_us(t, stats_ns_real((double)sum / (double)count, v->hz));
  if (stats_sd(count, sum, squares, &sd))
    table_us(t, stats_ns_real(sd, v->hz));
  else
    table_none(t);
  an_cycles(v, t, took[0]);
  an_cycles(v, t, stats_median(took, count));
  an_cycles(v, t, took[count - 1]);
  if (whole > 0)
    table_pct(t, 100 * (double)sum / (double)count / whole);
  else
    table_none(t);
}

static void name_cells(struct view *v, struct table *t, const char *what, const struct cycles_step *from,
                       const struct cycles_step *to)
{
  table_text(t, what);
  table_text(t, v->threads[from->thread].name);
  table_text(t, view_event(v, from->event));
  table_text(t, view_event(v, to->event));
}

/* Says where the cycle was not looked for to the end. */
static void note_part(struct table *t, const struct cycles *c)
{
  char text[120];
  if (c->events < CYCLES_EVENTS)
    return;
  snprintf(text, sizeof(text), "of the first %u events only; choose others with --from and --to", CYCLES_EVENTS);
  table_comment(t, "note", text);
}

static void fill_cycle(struct view *v, struct table *t)
{
  struct cycles *c = cycles_new(v);
  note_part(t, c);
  const size_t n = c->step_count;
  if (n) {
    int64_t *busy = mem_alloc(c->count, sizeof(*busy));
    for (size_t i = 0; i < c->count; i++)
      busy[i] = cycles_busy(c, i);
    name_cells(v, t, "period", &c->steps[0], &c->steps[0]);
    figures(v, t, c->periods, c->count, c->mean);
    name_cells(v, t, "busy", &c->steps[0], &c->steps[n - 1]);
    figures(v, t, busy, c->count, c->mean);
    free(busy);
  }
  for (size_t k = 0; k < n; k++) {
    name_cells(v, t, k + 1 < n ? "step" : "wait", &c->steps[k], &c->steps[(k + 1) % n]);
    figures(v, t, c->steps[k].took, c->count, c->mean);
  }
  cycles_free(c);
}

static const struct table_column cycle_columns[] = {
  { "what", TABLE_TEXT }, { "thread", TABLE_TEXT }, { "from", TABLE_TEXT }, { "to", TABLE_TEXT },
  { "rounds", TABLE_COUNT }, { "mean_us", TABLE_US }, { "sd_us", TABLE_US }, { "min_us", TABLE_US },
  { "median_us", TABLE_US }, { "max_us", TABLE_US }, { "mean_pct", TABLE_PCT },
};

const struct tables_def an_cycle = {
  .name = "cycle", .title = "the events that recur, and how long it is from one to the next",
  TABLES_COLUMNS(cycle_columns), .rests_on = DUMP_KIND(WIRE_EVENT), .modes = WIRE_MODE_EVENTS, .timed = true,
  .applies = applies, .fill = fill_cycle };

/* ---- rounds ---- */

static void ran_cells(struct view *v, struct table *t, const struct cycles_ran *r)
{
  if (r->thread == CYCLES_NOBODY) {
    for (int i = 0; i < 5; i++)
      table_none(t);
  } else {
    table_text(t, v->threads[r->thread].name);
    an_cycles(v, t, r->ran);
    an_cycles(v, t, r->more);
    table_natural(t, r->switches);
    table_natural(t, r->interrupts);
  }
  table_natural(t, r->collections);
  an_cycles(v, t, r->collecting);
}

static void fill_rounds(struct view *v, struct table *t)
{
  struct cycles *c = cycles_new(v);
  note_part(t, c);
  struct cycles_ran *ran = cycles_ran_new(v, c);
  for (size_t i = 0; i < c->count; i++) {
    const size_t k = cycles_slowest(c, i);
    table_us(t, view_ns(v, c->starts[i]));
    an_cycles(v, t, c->periods[i]);
    an_cycles(v, t, cycles_busy(c, i));
    table_text(t, c->periods[i] > c->fence ? "outlier" : "-");
    table_text(t, view_event(v, c->steps[k].event));
    table_text(t, view_event(v, c->steps[(k + 1) % c->step_count].event));
    an_cycles(v, t, c->steps[k].took[i]);
    ran_cells(v, t, &ran[i]);
    table_natural(t, c->others[i]);
  }
  free(ran);
  cycles_free(c);
}

static const struct table_column round_columns[] = {
  { "start_us", TABLE_US }, { "period_us", TABLE_US }, { "busy_us", TABLE_US }, { "outlier", TABLE_TEXT },
  { "slow_from", TABLE_TEXT }, { "slow_to", TABLE_TEXT }, { "slow_us", TABLE_US }, { "ran", TABLE_TEXT },
  { "ran_us", TABLE_US }, { "ran_more_us", TABLE_US }, { "switches", TABLE_COUNT }, { "interrupts", TABLE_COUNT },
  { "collections", TABLE_COUNT }, { "collecting_us", TABLE_US }, { "other_events", TABLE_COUNT },
};

const struct tables_def an_rounds = {
  .name = "rounds", .title = "each time that they recurred, and what ran then", TABLES_COLUMNS(round_columns),
  .rests_on = DUMP_KIND(WIRE_EVENT) | DUMP_KIND(WIRE_SCHED) | DUMP_KIND(WIRE_COLLECTION), .modes = WIRE_MODE_EVENTS,
  .raw = true, .timed = true, .applies = applies, .fill = fill_rounds };
