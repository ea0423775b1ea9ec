/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * busy.c: how many processors were busy at once, over time: on average in each column, and at most; on the right, in
 * which share of the time just so many were.
 */
#include "scene.h"

#include <stdlib.h>

#define MOST_SHARES 17 /* numbers that have room on the right; of more, ranges of them do */

static struct {
  size_t processors;
  double first_us, last_us, steps, known_us, sum, peak;
  struct numbers time;                                     /* by how many were busy */
  double covered[COLUMNS], weighed[COLUMNS], most[COLUMNS];
} it;

static void add_step(double busy, double from, double to)
{
  *number_at(&it.time, busy < 1e6 ? (size_t)busy : 0) += to - from;
  it.known_us += to - from;
  it.sum += busy * (to - from);
  if (busy > it.peak)
    it.peak = busy;
  const size_t last = column_at(to);
  for (size_t column = column_at(from); column <= last; column++) {
    const double left = scene.from_us + (double)column / rows_scale(), right = left + 1 / rows_scale();
    const double part = ((to < right ? to : right) - (from > left ? from : left)) * rows_scale();
    if (part <= 0)
      continue;
    it.covered[column] += part;
    it.weighed[column] += part * busy;
    if (busy > it.most[column])
      it.most[column] = busy;
  }
}

static void read_steps(void)
{
  bool any = false;
  rows_init(0, COLUMNS);
  table_open("busysteps", "start_us end_us busy");
  while (table_row()) {
    const double from = number(0), to = number(1), busy = number(2);
    if (!any || from < it.first_us)
      it.first_us = from;
    if (!any || to > it.last_us)
      it.last_us = to;
    any = true;
    if (to <= scene.from_us || from >= scene.to_us || busy < 0)
      continue;
    it.steps += row_stands_for();
    add_step(busy, from > scene.from_us ? from : scene.from_us, to < scene.to_us ? to : scene.to_us);
  }
  time_known(it.first_us, it.last_us, "sched");
  if (!it.steps)
    end_of_none("switch on a processor");
}

static void say_busy(void)
{
  table_open("busy", "busy time_us");
  if (it.steps > COLUMNS)
    figure_legend("at most, in a pixel's time", 0xA9C4E0, "area");
  figure_legend(it.steps > COLUMNS ? "on average" : "busy processors", 0x4E79A7, "area");
  figure_head("Busy processors",
              say("Height: how many of %s ran a thread or an interrupt, and not the idle thread; %.2f on average in"
                  " %s. On the right,"
                  " the share of the time in which so many were busy at once.%s%s",
                  it.processors > 1 ? say("%zu processors", it.processors) : "1 processor", it.sum / it.known_us,
                  time_words(), table_remark("busy"), time_remark()));
  figure_set("plot", 400);
  figure_set("y_to", (double)it.processors);
  figure_set_text("y_label", "busy processors");
  figure_set("right_columns", 14);
}

/* Columns of one height are one bar. */
static void write_bars(const double *height, bool divided)
{
  double open = -1;
  size_t since = 0;
  for (size_t column = 0; column <= COLUMNS; column++) {
    const double at = column == COLUMNS || it.covered[column] <= 0 ? -1 :
      round(1000 * (divided ? height[column] / it.covered[column] : height[column])) / 1000;
    if (at == open)
      continue;
    if (open > 0)
      figure_row(column_x((double)since), column_x((double)column), open);
    open = at;
    since = column;
  }
}

/* Writes how much of the time `from' to `to' processors were busy. */
static void write_share(size_t from, size_t to)
{
  double sum = 0;
  for (size_t i = from; i <= to; i++)
    sum += number_in(&it.time, i);
  figure_row((double)(from + to) / 2, say("%zu%s: %s", from, from == to ? "" : say("–%zu", to),
                                          say_percent(100 * sum / it.known_us)));
}

void make_busy(void)
{
  memset(&it, 0, sizeof(it));
  scene_open("sched");
  const double processors = strtod(run_value("processors"), NULL);
  it.processors = processors > 1 && processors < 1e6 ? (size_t)processors : 1; /* of one, run does not tell */
  time_init();
  read_steps();
  say_busy();
  figure_series("most", "from to busy", "%.8g %.8g %.4g");
  if (it.steps > COLUMNS)
    write_bars(it.most, false);
  figure_series("area", "from to busy", "%.8g %.8g %.4g");
  write_bars(it.weighed, true);
  figure_series("shares", "busy share", "%.8g %s");
  const size_t every = it.processors / MOST_SHARES + 1;
  for (size_t i = 0; i <= it.processors; i += every)
    write_share(i, i + every - 1 < it.processors ? i + every - 1 : it.processors);
  time_lost();
}
