/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * rows.c: charts with a row for each thread or event over time, dense or not.
 *
 * The stretch is cut into columns. What happens in a column of a row is summed (row_cell(), row_span()), then written
 * as bars whose colour says how much it was, in LEVELS steps; neighbours of one step become one bar. So a chart of a
 * million records has no more bars than columns times rows, and mostly far fewer.
 */
#include "scene.h"

static struct { double *amount; size_t rows, columns; double scale; } grid;

void rows_init(size_t rows, size_t columns)
{
  grid.amount = mem_alloc(rows * (columns + 1), sizeof(*grid.amount));
  grid.rows = rows;
  grid.columns = columns;
  grid.scale = (double)columns / (scene.to_us - scene.from_us);
}

size_t rows_columns(void)
{
  return grid.columns;
}

double rows_scale(void)
{
  return grid.scale;
}

size_t column_at(double us)
{
  const double column = (us - scene.from_us) * grid.scale;
  return column < 0 ? 0 : column >= (double)grid.columns ? grid.columns - 1 : (size_t)column;
}

double column_x(double column)
{
  return time_x(scene.from_us + column / grid.scale);
}

double *row_cell(size_t row, size_t column)
{
  return grid.amount + row * (grid.columns + 1) + column;
}

/* Each column gets the part of it that is covered. */
void row_span(size_t row, double from_us, double to_us)
{
  double a = (from_us - scene.from_us) * grid.scale, b = (to_us - scene.from_us) * grid.scale;
  if (a < 0)
    a = 0;
  if (b > (double)grid.columns)
    b = (double)grid.columns;
  if (a >= b)
    return;
  const size_t first = (size_t)a, last = (size_t)b;
  if (first == last) {
    *row_cell(row, first) += b - a;
    return;
  }
  *row_cell(row, first) += (double)first + 1 - a;
  for (size_t column = first + 1; column < last; column++)
    *row_cell(row, column) = 1;
  if (b > (double)last)
    *row_cell(row, last) += b - (double)last;
}

/* The step of a share of the most: however little it is, it has the palest. */
int level_of(double share)
{
  const double step = share * LEVELS + 0.999;
  return step > LEVELS ? LEVELS : step < 1 && share > 0 ? 1 : step < 0 ? 0 : (int)step;
}

int row_level(size_t row, size_t column, double most, bool logarithmic)
{
  const double amount = *row_cell(row, column);
  if (amount <= 0)
    return 0;
  return level_of(logarithmic ? log(1 + amount) / log(1 + most) : amount / most);
}

void row_bar(size_t from, size_t to, bool followed, double top, double bottom, uint32_t rgb)
{
  figure_row(column_x((double)from), column_x((double)to + (followed ? 0 : 0.5)), top, bottom, (double)rgb);
}

/* `most' is the amount of the strongest step. Where nothing follows a bar is half a column wider: one of a single pixel
 * would be hard to see. */
void row_write(size_t row, double top, double bottom, uint32_t rgb, double most, bool logarithmic)
{
  int open = 0;
  size_t since = 0;
  for (size_t column = 0; column <= grid.columns; column++) {
    const int level = row_level(row, column, most, logarithmic);
    if (level == open)
      continue;
    if (open)
      row_bar(since, column, level > 0, top, bottom, paler(rgb, 0.55 * (1 - (double)open / LEVELS)));
    open = level;
    since = column;
  }
}
