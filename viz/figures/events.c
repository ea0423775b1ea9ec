/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * events.c: logged events over time, the JX paper's figure 5: a row for each name, a tick for each event. As chart
 * `rounds', figure 6: the same of some rounds of the events that recur.
 *
 * Rows are in the order in which the events first happened, so that a pattern that repeats reads downwards; an event
 * that several threads log has a lane for each of them. Few events are drawn one by one, and joined by a line in the
 * order they happened; many are summed by column, the darker the more.
 */
#include "scene.h"

#define MOST_ROWS 40     /* names that can be read beside each other */
#define MOST_LANES 4     /* threads that can be told apart in a row; the others share a grey lane */
#define MOST_TICKS 2000  /* above that ticks of their own would only cover each other */
#define MOST_JOINED 300  /* the same for the line */
#define NAME_COLUMNS 38

/* A sort of events: a name and the thread that logged it. */
struct sort { bool wanted; double hits; size_t lane; /* + 1; 0: no row */ };
struct lane { double top, bottom; uint32_t rgb; };

static struct {
  bool rounds;
  struct pairs sorts;
  struct sort *sort;              /* by number of the pair */
  size_t sort_room;
  struct list met;                /* names in the order in which they first happened */
  struct numbers is_met, hits, row_of; /* by name; row + 1 */
  struct list *sorts_of;          /* by place in `met': the sorts of a name that happened */
  size_t sorts_of_room;
  struct list rows;               /* names */
  struct numbers used;            /* threads */
  struct lane lanes[MOST_ROWS * MOST_LANES];
  size_t lane_count, missing;
  double first_us, last_us, events;
  struct { double us; uint32_t sort; } ticks[MOST_TICKS];
  size_t tick_count;
} it;

static uint32_t sort_of(uint32_t event, uint32_t thread)
{
  const uint32_t before = it.sorts.count, n = pair_of(&it.sorts, event, thread);
  if (it.sorts.count == before)
    return n;
  mem_grow(&it.sort, &it.sort_room, n + 1, sizeof(*it.sort));
  it.sort[n] = (struct sort){ .wanted = choice_wants(event, thread) };
  choice_see(event, thread);
  if (it.sort[n].wanted && !number_in(&it.is_met, event)) {
    list_add(&it.met, event);
    *number_at(&it.is_met, event) = (double)it.met.count;
    const size_t room = it.sorts_of_room;
    mem_grow(&it.sorts_of, &it.sorts_of_room, it.met.count, sizeof(*it.sorts_of));
    memset(it.sorts_of + room, 0, (it.sorts_of_room - room) * sizeof(*it.sorts_of));
  }
  return n;
}

/* Reads the events of the stretch and the choice: counts, names in the order in which they first happened, and, of as
 * many as are drawn one by one, when and of which sort each was; where there are more, write_bars() reads them
 * again. */
static void read_events(void)
{
  bool any = false;
  table_open("events", "time_us thread event");
  if (it.rounds && table_binned())
    end_figure(FIGURE_NOTHING, "there are too many events to be drawn one by one; choose a shorter time");
  while (table_row()) {
    const double now = number(0);
    if (!any)
      it.first_us = now;
    any = true;
    it.last_us = now;
    const uint32_t n = sort_of(name(2), name(1));
    struct sort *s = it.sort + n;
    if (!time_shown(now) || !s->wanted)
      continue;
    if (!s->hits)
      list_add(it.sorts_of + (size_t)number_in(&it.is_met, name(2)) - 1, n);
    s->hits += row_stands_for();
    *number_at(&it.hits, name(2)) += row_stands_for();
    it.events += row_stands_for();
    if (it.events > MOST_TICKS || it.tick_count == MOST_TICKS)
      continue;
    it.ticks[it.tick_count].us = now;
    it.ticks[it.tick_count++].sort = n;
  }
  choice_check();
  if (!it.events && it.met.count)
    end_figure(FIGURE_NOTHING, say("no such event in %s", time_words()));
  if (!it.events)
    end_of_none("event");
}

/* Lanes of a row: one for each thread that logged the event, in the order in which they first did. */
static void give_lanes(size_t row, const struct list *sorts)
{
  const size_t lanes = sorts->count > MOST_LANES ? MOST_LANES : sorts->count, from = it.lane_count;
  for (size_t i = 0; i < sorts->count; i++) {
    const uint32_t thread = it.sorts.second[sorts->at[i]];
    it.sort[sorts->at[i]].lane = from + (i < lanes ? i : lanes - 1) + 1;
    *number_at(&it.used, thread) = 1;
  }
  for (size_t i = 0; i < lanes; i++) {
    struct lane *l = it.lanes + it.lane_count++;
    l->top = (double)(row + 1) - 0.36 + (double)i * 0.72 / (double)lanes;
    l->bottom = l->top + 0.72 / (double)lanes;
    l->rgb = sorts->count > lanes && i + 1 == lanes ? 0x707070 : colour_of(it.sorts.second[sorts->at[i]]);
  }
}

/* Rows for the names that happened; where there are too many, for the most frequent. */
static void give_rows(void)
{
  struct list happened = { 0 };
  struct numbers kept = { 0 };
  for (size_t i = 0; i < it.met.count; i++)
    if (number_in(&it.hits, it.met.at[i]))
      list_add(&happened, it.met.at[i]);
  it.missing = happened.count > MOST_ROWS ? happened.count - MOST_ROWS : 0;
  sort_falling(happened.at, happened.count, &it.hits);
  for (size_t i = 0; i < happened.count && i < MOST_ROWS; i++)
    *number_at(&kept, happened.at[i]) = 1;
  for (size_t i = 0; i < it.met.count; i++)
    if (number_in(&kept, it.met.at[i])) {
      give_lanes(it.rows.count, it.sorts_of + i);
      list_add(&it.rows, it.met.at[i]);
      *number_at(&it.row_of, it.met.at[i]) = (double)it.rows.count;
    }
}

static void say_events(void)
{
  struct list order = { 0 };
  time_known(it.first_us, it.last_us, "event");
  figure_head(it.rounds ? "Rounds of the events that recur" : "Events",
              say("%s; %s in %s, by the thread that logged them; counts are on the right.%s%s%s%s%s",
                  it.events <= MOST_TICKS ? "A tick is an event" : "Events are summed by pixel, the darker the more",
                  say_count(it.events), time_words(),
                  it.events <= MOST_JOINED ? " The grey line joins them in the order they happened." : "",
                  it.missing ? say(" %zu rarer events are not shown; choose events with --events.", it.missing) : "",
                  it.rounds ? rounds_remark() : "", choice_words(), time_remark()));
  threads_by_name(&order);
  for (size_t i = 0; i < order.count; i++) {
    const struct thread *t = scene.threads + order.at[i];
    if (number_in(&it.used, t->name))
      figure_legend(name_text(t->name), t->rgb, "area");
  }
  if (it.events <= MOST_JOINED)
    figure_legend("the order of the events", 0xBBBBBB, "line");
  figure_set("count", (double)it.rows.count);
  figure_set("plot", it.rows.count < 8 ? 30 + 90 * (double)it.rows.count : 780);
}

static void write_ticks(void)
{
  figure_series("path", "time row", "%.10g %.0f");
  for (size_t i = 0; i < it.tick_count && it.events <= MOST_JOINED; i++)
    if (it.sort[it.ticks[i].sort].lane)
      figure_row(time_x(it.ticks[i].us), number_in(&it.row_of, it.sorts.first[it.ticks[i].sort]));
  figure_series("ticks", "time top rows_down colour", "%.10g %.4g %.4g %.0f");
  for (size_t i = 0; i < it.tick_count; i++) {
    const size_t lane = it.sort[it.ticks[i].sort].lane;
    if (!lane)
      continue;
    const struct lane *l = it.lanes + lane - 1;
    figure_row(time_x(it.ticks[i].us), l->top, l->bottom - l->top, (double)l->rgb);
  }
}

/* Counts the events by column. */
static void write_bars(void)
{
  double most = 0;
  rows_init(it.lane_count, COLUMNS);
  table_open("events", "time_us thread event");
  while (table_row()) {
    const double now = number(0);
    const size_t lane = it.sort[pair_of(&it.sorts, name(2), name(1))].lane;
    if (!time_shown(now) || !lane)
      continue;
    const double here = *row_cell(lane - 1, column_at(now)) += row_stands_for();
    most = here > most ? here : most;
  }
  figure_series("bars", "from to top bottom colour", "%.8g %.8g %.4g %.4g %.0f");
  for (size_t i = 0; i < it.lane_count; i++)
    row_write(i, it.lanes[i].top, it.lanes[i].bottom, it.lanes[i].rgb, most, true);
}

void make_events(void)
{
  size_t widest = 5;
  memset(&it, 0, sizeof(it));
  scene_open("events");
  time_init();
  it.rounds = !strcmp(scene.asked->chart, "rounds");
  if (it.rounds)
    rounds_stretch();
  choice_init();
  read_events();
  give_rows();
  say_events();
  if (it.events <= MOST_TICKS)
    write_ticks();
  else
    write_bars();
  figure_series("names", "row event", "%.0f %s");
  for (size_t i = 0; i < it.rows.count; i++) {
    const char *text = fit(name_text(it.rows.at[i]), NAME_COLUMNS);
    widest = columns_of(text) > widest ? columns_of(text) : widest;
    figure_row((double)(i + 1), text);
  }
  figure_set("left_columns", (double)widest);
  figure_series("counts", "row count", "%.0f %s");
  for (size_t i = 0; i < it.rows.count; i++)
    figure_row((double)(i + 1), say_short(number_in(&it.hits, it.rows.at[i])));
  time_lost();
}
