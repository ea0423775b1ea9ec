# SPDX-License-Identifier: GPL-2.0-or-later
#
# rows.awk: charts with a row for each thread or event over time, dense or not.
#
# A row is cut into columns one pixel wide. What happens in a column is summed (rows_add), then written as rectangles
# whose colour says how much it was, in LEVELS steps; neighbours of one step become one rectangle. So a chart of a
# million records has no more rectangles than the page has pixels in a row times rows, and mostly far fewer.

# Sets up `count` rows over a plot `pixels` wide, for time TIME_FROM to TIME_TO.
function rows_init(count, pixels)
{
  LEVELS = 8
  ROWS = count
  ROW_PIXELS = pixels
  ROW_SCALE = pixels / (TIME_TO - TIME_FROM)
}

# The column of a time in the stretch.
function rows_column(us,    column)
{
  column = int((us - TIME_FROM) * ROW_SCALE)
  return column < 0 ? 0 : column >= ROW_PIXELS ? ROW_PIXELS - 1 : column
}

# The time at the left of a column, on the axis.
function rows_x(column)
{
  return time_x(TIME_FROM + column / ROW_SCALE)
}

# Adds `amount` to a column of a row.
function rows_add(at, column, amount)
{
  AMOUNT[at, column] += amount
}

# Adds a stretch of time: each column gets the part of it that is covered.
function rows_span(at, from_us, to_us,    a, b, first, last, column)
{
  a = (from_us - TIME_FROM) * ROW_SCALE
  b = (to_us - TIME_FROM) * ROW_SCALE
  if (a < 0)
    a = 0
  if (b > ROW_PIXELS)
    b = ROW_PIXELS
  if (a >= b)
    return
  first = int(a)
  last = int(b)
  if (first == last) {
    AMOUNT[at, first] += b - a
    return
  }
  AMOUNT[at, first] += first + 1 - a
  for (column = first + 1; column < last; column++)
    AMOUNT[at, column] = 1
  if (b > last)
    AMOUNT[at, last] += b - last
}

# Writes the rectangles of row `at` between `top` and `bottom`: x from and to on the axis, y from and to, and the
# colour of `hex` at the step. `most` is the amount of the strongest step; with `logarithmic`, steps are those of the
# logarithm. Where nothing follows a rectangle is half a pixel wider: one of a single pixel would be hard to see.
function rows_write(at, top, bottom, hex, most, logarithmic,    column, level, open, since)
{
  for (column = 0; column <= ROW_PIXELS; column++) {
    level = rows_level(at, column, most, logarithmic)
    if (level == open)
      continue
    if (open)
      row(sprintf("%.8g\t%.8g\t%s\t%s\t%d", rows_x(since), rows_x(level ? column : column + 0.5), top, bottom,
                  colour(hex, 0.55 * (1 - open / LEVELS))))
    open = level
    since = column
  }
}

function rows_level(at, column, most, logarithmic,    amount)
{
  if (!((at, column) in AMOUNT))
    return 0
  amount = AMOUNT[at, column]
  if (amount <= 0)
    return 0
  amount = logarithmic ? log(1 + amount) / log(1 + most) : amount / most
  return rows_step(amount)
}

# The step of a share of the most: however little it is, it has the palest.
function rows_step(share,    step)
{
  step = int(share * LEVELS + 0.999)
  return step > LEVELS ? LEVELS : step < 1 && share > 0 ? 1 : step
}
