/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * threads.c: thread activity, the JX paper's figure 8: a row for each thread, a bar wherever it ran. Of several
 * processors each has a row, too, above the threads, with bars in the colours of the threads that ran there; where
 * they are few enough, a mark in a thread's bar says by its height on which processor it was.
 *
 * Interrupt contexts are on top, then threads by when they first ran, the profiler's own, idle at the bottom; on the
 * right is each one's share: of the run as table threads has it, which no loss touches, and of a part of the run as
 * the stretches tell, of the time that they cover. Where a column holds more than one stretch, the bar's strength says
 * how much of it the thread had. Zoomed in far enough, arrows show who unblocked whom.
 */
#include "scene.h"

#include <stdlib.h>

#define MOST_ROWS 40     /* above that the least busy share a row */
#define MOST_WAKES 150   /* arrows that can still be told apart */
#define MOST_LANES 32    /* processors that have a row */
#define MOST_MARKED 16   /* processors whose marks can still be told apart */
#define MOST_MARKS 20000
#define NAME_COLUMNS 20

struct wake { double us; size_t by, woken; };

static struct {
  bool has_cpu, marked;
  size_t processors, lanes, others, rows;
  double first_us, last_us, stretches;
  struct list met, found;
  struct numbers known, ran, row_of;        /* by thread; row + 1 */
  struct numbers kept;
  struct { const char *name; uint32_t thread; double ran, pct; bool pct_known; } row[MOST_LANES + MOST_ROWS + 1];
  size_t others_row;                        /* + 1; 0: none */
  double *lane_ran;
  struct pairs cells;                       /* lane and column; then thread: what runs there */
  struct numbers part;                      /* by pair of cell and thread */
  float *lane_most;
  uint32_t *lane_who;
  double wakes;
  struct wake arrows[MOST_WAKES];
  size_t arrow_count;
} it;

static double clipped(double from, double to)
{
  return (to < scene.to_us ? to : scene.to_us) - (from > scene.from_us ? from : scene.from_us);
}

/* First pass: run time in the stretch, and threads in the order in which they first ran. */
static void read_stretches(void)
{
  bool any = false;
  table_open("activity", "start_us end_us thread why ?cpu");
  it.has_cpu = table_has(4);
  while (table_row()) {
    const double from = number(0), to = number(1);
    const uint32_t thread = name(2);
    if (it.has_cpu && number(4) >= (double)it.processors)
      it.processors = (size_t)number(4) + 1;
    if (!any || from < it.first_us)
      it.first_us = from;
    if (!any || to > it.last_us)
      it.last_us = to;
    any = true;
    if (!number_in(&it.known, thread)) {
      *number_at(&it.known, thread) = 1;
      list_add(&it.met, thread);
    }
    if (to <= scene.from_us || from >= scene.to_us || (scene.chosen_thread && scene.chosen_thread != thread))
      continue;
    *number_at(&it.ran, thread) += clipped(from, to);
    it.stretches += row_stands_for();
  }
}

/* Adds the threads that ran, but of which no stretch was kept. */
static void add_unseen(void)
{
  for (size_t i = 0; i < scene.thread_count && time_whole(); i++) {
    const struct thread *t = scene.threads + i;
    if (!number_in(&it.known, t->name) && t->cpu_pct > 0 && (!scene.chosen_thread || scene.chosen_thread == t->name))
      list_add(&it.found, t->name);
  }
}

static void find_threads(void)
{
  thread_must_be_known(&it.known);
  time_known(it.first_us, it.last_us, "sched");
  for (size_t i = 0; i < it.met.count; i++)
    if (number_in(&it.ran, it.met.at[i]) > 0)
      list_add(&it.found, it.met.at[i]);
  if (it.found.count)
    add_unseen();
  if (!it.met.count)
    end_of_none("stretch of a thread");
  if (!it.found.count)
    end_figure(FIGURE_NOTHING, say("%s ran in %s", scene.chosen_thread ?
                                   say("thread %s never", name_text(scene.chosen_thread)) : "no thread", time_words()));
}

/* Idle threads need no row where there are rows of processors, which tell where none ran. */
static bool has_row(uint32_t thread)
{
  return !(it.has_cpu && kind_of(thread) == scene.idle);
}

/* The busiest keep a row; the rest is folded into one. */
static void keep_busiest(void)
{
  struct list shown = { 0 };
  for (size_t i = 0; i < it.found.count; i++)
    if (has_row(it.found.at[i]))
      list_add(&shown, it.found.at[i]);
  sort_falling(shown.at, shown.count, &it.ran);
  for (size_t i = 0; i < shown.count && i < MOST_ROWS; i++)
    *number_at(&it.kept, shown.at[i]) = 1;
  it.others = shown.count > MOST_ROWS ? shown.count - MOST_ROWS : 0;
}

static size_t add_row(const char *text, uint32_t thread)
{
  it.row[it.rows].name = text;
  it.row[it.rows].thread = thread;
  return ++it.rows;
}

/* Gives rows, from the top, to the threads of a kind; one that table threads does not know counts as a thread. */
static void rows_of_kind(uint32_t kind)
{
  for (size_t i = 0; i < it.found.count; i++) {
    const uint32_t thread = it.found.at[i];
    const uint32_t its = kind_of(thread) ? kind_of(thread) : scene.thread;
    if (its == kind && number_in(&it.kept, thread))
      *number_at(&it.row_of, thread) = (double)add_row(name_text(thread), thread);
  }
  if (kind != scene.thread || !it.others)
    return;
  it.others_row = add_row(say("%zu others", it.others), 0);
  for (size_t i = 0; i < it.found.count; i++)
    if (!number_in(&it.kept, it.found.at[i]) && has_row(it.found.at[i]))
      *number_at(&it.row_of, it.found.at[i]) = (double)it.others_row;
}

static void give_lanes(void)
{
  if (!it.has_cpu)
    return;
  const double processors = strtod(run_value("processors"), NULL);
  if (processors > (double)it.processors && processors < 1e6)
    it.processors = (size_t)processors;
  it.lanes = it.processors < MOST_LANES ? it.processors : MOST_LANES;
  for (size_t i = 0; i < it.lanes; i++)
    add_row(say("processor %zu", i), 0);
  it.marked = it.processors <= MOST_MARKED && it.stretches <= MOST_MARKS;
}

/* Sums up of the rows what table threads knows of their threads. */
static void sum_rows(void)
{
  for (size_t i = 0; i < it.found.count; i++) {
    const size_t row = (size_t)number_in(&it.row_of, it.found.at[i]);
    const struct thread *t = thread_named(it.found.at[i]);
    if (!row)
      continue;
    it.row[row - 1].ran += number_in(&it.ran, it.found.at[i]);
    if (t && t->cpu_known) {
      it.row[row - 1].pct += t->cpu_pct;
      it.row[row - 1].pct_known = true;
    }
  }
}

static double share_of(double us, size_t processors)
{
  return scene.known_to_us > scene.known_from_us
           ? 100 * us / (scene.known_to_us - scene.known_from_us) / (double)processors
           : 0;
}

/* The share of a row in percent; of a processor, that of its time in which it was not idle. */
static double row_share(size_t row)
{
  if (row < it.lanes)
    return share_of(it.lane_ran[row], 1);
  if (time_whole() && it.row[row].pct_known)
    return it.row[row].pct;
  return share_of(it.row[row].ran, it.lanes ? it.processors : 1);
}

/* The number, among rows.c's, of the marks of a processor in a row. */
static size_t mark_row(size_t row, size_t cpu)
{
  return it.rows + row * it.processors + cpu;
}

/* Adds a stretch to the row of a processor. A column has the colour of the thread that ran there longest. */
static void add_to_lane(size_t lane, uint32_t thread, double from, double to)
{
  if (to <= scene.from_us || from >= scene.to_us)
    return;
  row_span(lane, from, to);
  it.lane_ran[lane] += clipped(from, to);
  const size_t first = column_at(from), last = column_at(to);
  for (size_t column = first; column <= last; column++) {
    const size_t cell = lane * COLUMNS + column;
    const double share = column > first && column < last ? 1 : (to - from) * rows_scale();
    double *part = number_at(&it.part, pair_of(&it.cells, (uint32_t)cell, thread));
    *part += share < 1 ? share : 1;
    if (*part > (double)it.lane_most[cell]) {
      it.lane_most[cell] = (float)*part;
      it.lane_who[cell] = thread;
    }
  }
}

/* Second pass: the bars. */
static void read_bars(void)
{
  rows_init(it.rows * (it.marked ? it.processors + 1 : 1), COLUMNS);
  it.lane_ran = mem_alloc(it.lanes, sizeof(*it.lane_ran));
  it.lane_most = mem_alloc(it.lanes * COLUMNS, sizeof(*it.lane_most));
  it.lane_who = mem_alloc(it.lanes * COLUMNS, sizeof(*it.lane_who));
  table_open("activity", "start_us end_us thread why ?cpu");
  while (table_row()) {
    const double from = number(0), to = number(1);
    const uint32_t thread = name(2);
    const size_t row = (size_t)number_in(&it.row_of, thread), cpu = it.has_cpu ? (size_t)number(4) : 0;
    if (row)
      row_span(row - 1, from, to);
    if (it.marked && row && number_in(&it.kept, thread))
      row_span(mark_row(row - 1, cpu), from, to);
    if (cpu < it.lanes && kind_of(thread) != scene.idle && (!scene.chosen_thread || scene.chosen_thread == thread))
      add_to_lane(cpu, thread, from, to);
  }
}

/* A thread that shares a row with others has that row's colour. */
static uint32_t thread_colour(uint32_t thread)
{
  return number_in(&it.kept, thread) ? colour_of(thread) : 0x707070;
}

/* Writes the row of a processor as row_write() does, in the colours of threads. */
static void write_lane(size_t lane)
{
  int open = 0;
  uint32_t who = 0;
  size_t since = 0;
  for (size_t column = 0; column <= COLUMNS; column++) {
    const int level = row_level(lane, column, 1, false);
    const uint32_t here = level ? it.lane_who[lane * COLUMNS + column] : 0;
    if (level == open && here == who)
      continue;
    if (open)
      row_bar(since, column, level > 0, (double)lane + 0.6, (double)lane + 1.4,
              paler(thread_colour(who), 0.55 * (1 - (double)open / LEVELS)));
    open = level;
    who = here;
    since = column;
  }
}

/* A mark is as high as its processor's part of the bar, but not so high that it hides the bar. */
static void write_mark(size_t row, size_t cpu)
{
  const double processors = (double)it.processors, half = 0.64 / processors < 0.1 ? 0.32 / processors : 0.05;
  const double middle = (double)(row + 1) - 0.32 + 0.64 * ((double)cpu + 0.5) / processors;
  row_write(mark_row(row, cpu), middle - half, middle + half, 0x222222, 1, false);
}

/* Unblocks between two rows of the chart, as long as they are few enough to draw. */
static void read_wakes(void)
{
  table_open("wakes", "time_us by woken");
  while (table_row()) {
    const double now = number(0);
    const size_t by = (size_t)number_in(&it.row_of, name(1)), woken = (size_t)number_in(&it.row_of, name(2));
    if (!time_shown(now) || !by || !woken || (it.wakes += row_stands_for()) > MOST_WAKES)
      continue;
    it.arrows[it.arrow_count++] = (struct wake){ now, by, woken };
  }
}

/* Of what the shares of a run with threads of the profiler's own are. */
static const char *less_words(void)
{
  for (size_t i = 0; i < it.found.count; i++) {
    const size_t row = (size_t)number_in(&it.row_of, it.found.at[i]);
    if (row && kind_of(it.found.at[i]) == scene.profiler &&
        row_share(row - 1) >= 0.095) /* gets a digit of say_percent() */
      return " less what the profiler's own threads took";
  }
  return "";
}

/* Interrupts that no switch is recorded of, as NMIs: they have time, but no bars. */
static const char *within_words(void)
{
  struct list within = { 0 };
  for (size_t i = 0; i < it.found.count; i++)
    if (!number_in(&it.ran, it.found.at[i]) && kind_of(it.found.at[i]) == scene.irq)
      list_add(&within, it.found.at[i]);
  return !within.count || scene.note_count ? "" :
    say(" Of %s no switches are recorded: that time lies under others' bars.", say_names(within.at, within.count));
}

static const char *lanes_words(void)
{
  if (!it.lanes)
    return "";
  return say(
    " Rows of processors: who ran there, in the colour of the thread's row below (grey: one without a"
    " row), and how much"
    " of the time a thread or an interrupt ran there; blank: the processor was idle.%s%s",
    it.processors <= it.lanes ? "" : say(" Of %zu processors the first %zu have rows.", it.processors, it.lanes),
    it.marked || it.processors > MOST_MARKED ? "" :
    " The chart of a shorter time shows on which processor a thread ran.");
}

static void say_threads(void)
{
  const char *time = time_whole() ? "the run" :
    scene.known_to_us - scene.known_from_us < scene.to_us - scene.from_us ? "the time that has records" : "that time";
  const char *of = say("%s%s%s", it.lanes ? say("the time of all %zu processors in ", it.processors) : "", time,
                       time_whole() ? less_words() : "");
  const char *wakes = it.wakes > MOST_WAKES ? " The chart of a shorter time shows who unblocked whom." :
    it.wakes ? " Arrows: from the one who unblocked to the one unblocked." : "";
  if (it.wakes && it.wakes <= MOST_WAKES)
    figure_legend("unblocked", 0x333333, "arrow");
  if (it.marked)
    figure_legend("its processor: 0 on top", 0x222222, "line");
  figure_head("Thread activity",
              say("A bar: the thread had the CPU%s. %s stretches in %s; beside each thread its share of %s%s%s%s%s%s",
                  it.stretches > COLUMNS ? ", the paler the less of that pixel's time" : "", say_count(it.stretches),
                  time_words(), of, run_has_mode("timing") ? ", the time of the probes included." : ".", within_words(),
                  lanes_words(), wakes, time_remark()));
  const double each = it.rows < 8 ? 90 : it.marked ? 30 : 18, natural = each * (double)it.rows;
  figure_set("plot", it.rows < 8 || natural > 780 ? natural + 30 : 780);
  figure_set("count", (double)it.rows);
}

static void write_rows(void)
{
  size_t widest = 4;
  figure_series("bars", "from to top bottom colour", "%.8g %.8g %.4g %.4g %.0f");
  for (size_t i = 0; i < it.lanes; i++)
    write_lane(i);
  for (size_t i = it.lanes; i < it.rows; i++)
    row_write(i, (double)i + 0.68, (double)i + 1.32, it.row[i].thread ? colour_of(it.row[i].thread) : 0x707070, 1,
              false);
  figure_series("marks", "from to top bottom colour", "%.8g %.8g %.4g %.4g %.0f");
  for (size_t i = it.lanes; i < it.rows && it.marked; i++)
    for (size_t cpu = 0; cpu < it.processors; cpu++)
      write_mark(i, cpu);
  figure_series("names", "row thread", "%.0f %s");
  for (size_t i = 0; i < it.rows; i++) {
    const char *text = fit(it.row[i].name, NAME_COLUMNS);
    figure_row((double)(i + 1), text);
    widest = columns_of(text) > widest ? columns_of(text) : widest;
  }
  figure_set("left_columns", (double)widest);
  figure_series("shares", "row share", "%.0f %s");
  for (size_t i = 0; i < it.rows; i++)
    figure_row((double)(i + 1), say_percent(row_share(i)));
}

void make_threads(void)
{
  memset(&it, 0, sizeof(it));
  scene_open("sched");
  time_init();
  read_stretches();
  find_threads();
  keep_busiest();
  give_lanes();
  rows_of_kind(scene.irq);
  rows_of_kind(scene.thread);
  rows_of_kind(scene.profiler);
  if (!it.lanes)
    rows_of_kind(scene.idle);
  sum_rows();
  read_bars();
  read_wakes();
  say_threads();
  write_rows();
  time_lost();
  figure_series("wakes", "time row rows_down", "%.8g %.0f %.0f");
  for (size_t i = 0; i < it.arrow_count && it.wakes <= MOST_WAKES; i++)
    figure_row(time_x(it.arrows[i].us), (double)it.arrows[i].by, (double)it.arrows[i].woken - (double)it.arrows[i].by);
}
