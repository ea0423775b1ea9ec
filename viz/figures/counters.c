/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * counters.c: what two performance counters had counted by then, over the thread activity: the JX paper's figure 13.
 *
 * A curve for each counter rises by what was counted from one reading to the next, in the colour of the thread that
 * ran; where it is horizontal the processor found everything. Below, a row for each thread, a bar wherever it ran, and
 * how much of both counts is its own. Where a column holds more than one reading, the curve has the colour of the
 * thread that counted most in it, and the bar's strength says how much of the column the thread had. Of what was
 * counted from one reading to the next, a part of the run has as much as it has of that time.
 */
#include "scene.h"

#define MOST_BANDS 300      /* that leave something to be seen between them */
#define MOST_ROWS 14        /* above that those that counted least share a row */
#define NAME_COLUMNS 20

struct column { double counted, most; size_t begun, row; bool any; };

static struct {
  struct list met, rows;                     /* threads; 0: the row of the others */
  struct numbers known, first, second, instructions, row_of;  /* by thread; row + 1 */
  double sum_first[MOST_ROWS + 2], sum_second[MOST_ROWS + 2], sum_instructions[MOST_ROWS + 2];
  size_t others, spans;
  double begun_us, ended_us, all_first, all_second;
  bool instructions_unknown;
  struct column curves[2][COLUMNS];
  double counted[2][COLUMNS][MOST_ROWS + 2];
  bool gap[COLUMNS];
} it;

/* The part of the time between two readings that is in the stretch; of another thread than is wanted, none. */
static double part_of(double from, double to, uint32_t thread)
{
  if (scene.chosen_thread && scene.chosen_thread != thread)
    return 0;
  if (from >= scene.from_us && to <= scene.to_us)
    return 1;
  const double a = from > scene.from_us ? from : scene.from_us, b = to < scene.to_us ? to : scene.to_us;
  return b > a ? (b - a) / (to - from) : 0;
}

/* First pass: which threads ran in the stretch, and what each counted. */
static void read_series(void)
{
  bool any = false;
  struct numbers met = { 0 };
  table_open("counterseries", "start_us end_us thread instructions first second");
  while (table_row()) {
    const double from = number(0), to = number(1);
    const uint32_t thread = name(2);
    *number_at(&it.known, thread) = 1;
    if (!any)
      it.begun_us = from;
    any = true;
    it.ended_us = to;
    const double part = part_of(from, to, thread);
    if (!part)
      continue;
    if (!number_in(&met, thread))
      list_add(&it.met, thread);
    *number_at(&met, thread) = 1;
    *number_at(&it.first, thread) += part * number(4);
    *number_at(&it.second, thread) += part * number(5);
    if (field_is(3, "-"))
      it.instructions_unknown = true;
    else
      *number_at(&it.instructions, thread) += part * number(3);
    it.spans++;
  }
  thread_must_be_known(&it.known);
  time_known(it.begun_us, it.ended_us, "reading");
  if (it.spans)
    return;
  end_figure(FIGURE_NOTHING, say("%s in %s", !strcmp(run_value("counters_from"), "absent") ?
                                 "the values of the model that counted are not here; --counters names their file" :
                                 !scene.chosen_thread ? "nothing was counted" :
                                 say("thread %s never ran", name_text(scene.chosen_thread)), time_words()));
}

static void add_row(uint32_t thread)
{
  list_add(&it.rows, thread);
  if (thread)
    *number_at(&it.row_of, thread) = (double)it.rows.count;
}

/* A thread that is neither an interrupt nor idle counts as a thread. */
static void rows_of_kind(uint32_t kind, const struct numbers *kept)
{
  for (size_t i = 0; i < it.met.count; i++) {
    const uint32_t its = kind_of(it.met.at[i]);
    if (number_in(kept, it.met.at[i]) && (its == scene.irq || its == scene.idle ? its : scene.thread) == kind)
      add_row(it.met.at[i]);
  }
}

/* Rows: interrupts on top, then threads in the order in which they first ran, idle at the bottom; of too many those
 * that counted least are one row. */
static void give_rows(void)
{
  struct numbers kept = { 0 };
  uint32_t *top = mem_alloc(it.met.count, sizeof(*top));
  memcpy(top, it.met.at, it.met.count * sizeof(*top));
  sort_falling(top, it.met.count, &it.first);
  for (size_t i = 0; i < it.met.count && i < MOST_ROWS; i++)
    *number_at(&kept, top[i]) = 1;
  it.others = it.met.count > MOST_ROWS ? it.met.count - MOST_ROWS : 0;
  rows_of_kind(scene.irq, &kept);
  rows_of_kind(scene.thread, &kept);
  const size_t shared = it.rows.count + 1;
  if (it.others)
    add_row(0);
  rows_of_kind(scene.idle, &kept);
  for (size_t i = 0; i < it.met.count; i++) {
    const uint32_t thread = it.met.at[i];
    if (!number_in(&kept, thread))
      *number_at(&it.row_of, thread) = (double)shared;
    const size_t row = (size_t)number_in(&it.row_of, thread) - 1;
    it.sum_first[row] += number_in(&it.first, thread);
    it.sum_second[row] += number_in(&it.second, thread);
    it.sum_instructions[row] += number_in(&it.instructions, thread);
    it.all_first += number_in(&it.first, thread);
    it.all_second += number_in(&it.second, thread);
  }
}

static const char *row_name(size_t row)
{
  return it.rows.at[row] ? name_text(it.rows.at[row]) : say("%zu others", it.others);
}

static uint32_t row_colour(size_t row)
{
  return it.rows.at[row] ? colour_of(it.rows.at[row]) : 0x707070;
}

/* Adds to what a curve rises by in a column: where the longest that ends there began, and whose most of it is. */
static void add_to_curve(int curve, size_t column, size_t begun, double counted, size_t row)
{
  struct column *c = &it.curves[curve][column];
  if (!c->any || begun < c->begun)
    c->begun = begun;
  c->counted += counted;
  const double its = it.counted[curve][column][row] += counted;
  if (!c->any || its > c->most) {
    c->most = its;
    c->row = row;
  }
  c->any = true;
}

/* Second pass: the bars and the curves. Where no reading tells what was counted a curve has a gap, if that can be seen.
 * */
static void read_curves(void)
{
  double last_to = -1;
  rows_init(it.rows.count + 1, COLUMNS); /* the last one is of collections */
  table_open("counterseries", "start_us end_us thread instructions first second");
  while (table_row()) {
    const double from = number(0), to = number(1), part = part_of(from, to, name(2));
    if (!part)
      continue;
    const size_t row = (size_t)number_in(&it.row_of, name(2)) - 1;
    row_span(row, from, to);
    if (last_to >= 0 && column_at(from) > column_at(last_to))
      it.gap[column_at(from)] = true;
    add_to_curve(0, column_at(to), column_at(from), part * number(4), row);
    add_to_curve(1, column_at(to), column_at(from), part * number(5), row);
    last_to = to;
  }
}

static bool has_bands(void)
{
  return collections.count && collections.count <= MOST_BANDS;
}

static void say_counters(void)
{
  const bool model = !strcmp(run_value("counters_from"), "model");
  const char *bands = has_bands() ? say(" Red bands: %s.", say_some((double)collections.count, "garbage collection"))
                                  : "";
  const char *who = model ? say("\nNot measured, but what a model of caches counted: %s.", run_value("counter_model")) :
    "\nCounted by the processor.";
  if (*bands)
    figure_legend("a garbage collection", 0xE8A59D, "area");
  figure_head(
    say("Performance counters%s", model ? " of a model" : ""),
    say("Counted by then, in the colour of who ran: %s %s, %s %s, in %s%s.%s Beside each thread its share"
        " of both%s%s%s",
        say_count(it.all_first), run_value("counter_first"), say_count(it.all_second), run_value("counter_second"),
        time_words(), scene.chosen_thread ? say(", of thread %s only", name_text(scene.chosen_thread)) : "", who,
        it.instructions_unknown ? "." : ", and what it counted in 1,000 instructions.", bands, time_remark()));
  figure_set("plot", 780);
  figure_set("count", (double)it.rows.count);
  figure_set("rates", !it.instructions_unknown);
}

/* The scale of a panel: its unit, a power of 1,000, its end and its name. */
static double scale_of(const char *panel, double all)
{
  const double unit = all >= 2e9 ? 1e9 : all >= 2e6 ? 1e6 : all >= 2e3 ? 1e3 : 1;
  const char *counter = run_value(say("counter_%s", panel));
  figure_set_text(say("%s_name", panel), fit(counter, 20));
  figure_set_text(say("%s_label", panel), say("%s%s", fit(counter, 24), unit == 1e9 ? " (G)" : unit == 1e6 ? " (M)" :
                                              unit == 1e3 ? " (k)" : ""));
  figure_set(say("%s_to", panel), all > 0 ? 1.05 * all / unit : 1);
  return unit;
}

/* A curve as lines from corner to corner. */
static void write_curve(const char *name, int curve, double unit)
{
  double sum = 0;
  size_t last = 0;
  figure_series(name, "time count right up colour", "%.8g %.9g %.8g %.9g %.0f");
  for (size_t column = 0; column < COLUMNS; column++) {
    const struct column *c = &it.curves[curve][column];
    if (!c->any)
      continue;
    const size_t x = !it.gap[c->begun] && c->begun > last ? last : c->begun;
    figure_row(column_x((double)x), sum / unit, column_x((double)column) - column_x((double)x), c->counted / unit,
               (double)row_colour(c->row));
    sum += c->counted;
    last = column;
  }
}

/* The collections behind the curves. */
static void write_bands(void)
{
  for (size_t i = 0; i < collections.count && has_bands(); i++) {
    const struct collection *c = collections.all + i;
    row_span(it.rows.count, c->from_us, c->to_us > c->from_us ? c->to_us : c->from_us + 0.5 / rows_scale());
  }
  figure_series("bands", "from to top bottom colour", "%.8g %.8g %.4g %.4g %.0f");
  row_write(it.rows.count, 0, 1, 0xE8A59D, 1, false);
}

static const char *share_words(double part, double whole)
{
  return whole > 0 ? say_percent(100 * part / whole) : "-";
}

static const char *rate_words(double part, double instructions)
{
  return it.instructions_unknown || instructions < 1 ? " " : say("%.2f", 1000 * part / instructions);
}

static void write_rows(void)
{
  size_t widest = 6;
  figure_series("bars", "from to top bottom colour", "%.8g %.8g %.4g %.4g %.0f");
  for (size_t i = 0; i < it.rows.count; i++)
    row_write(i, (double)i + 0.64, (double)i + 1.36, row_colour(i), 1, false);
  figure_series("names", "row thread", "%.0f %s");
  for (size_t i = 0; i < it.rows.count; i++) {
    const char *text = fit(row_name(i), NAME_COLUMNS);
    widest = columns_of(text) > widest ? columns_of(text) : widest;
    figure_row((double)(i + 1), text);
  }
  figure_set("left_columns", (double)(widest > 10 ? widest : 10));
  figure_series("shares", "row share_of_first in_1000_instructions share_of_second in_1000_instructions",
                "%.0f %s %s %s %s");
  for (size_t i = 0; i < it.rows.count; i++)
    figure_row((double)(i + 1), share_words(it.sum_first[i], it.all_first),
               rate_words(it.sum_first[i], it.sum_instructions[i]), share_words(it.sum_second[i], it.all_second),
               rate_words(it.sum_second[i], it.sum_instructions[i]));
}

void make_counters(void)
{
  memset(&it, 0, sizeof(it));
  collections = (struct collections){ 0 };
  scene_open("counters");
  time_init();
  read_series();
  give_rows();
  read_curves();
  if (run_has_mode("objects"))
    collections_read();
  say_counters();
  write_bands();
  write_curve("first", 0, scale_of("first", it.all_first));
  write_curve("second", 1, scale_of("second", it.all_second));
  write_rows();
  time_lost();
}
