# SPDX-License-Identifier: GPL-2.0-or-later
#
# busy.awk: how many processors were busy at once, over time: on average in each pixel, and at most; on the right, in which
# share of the time just so many were.
#
# In: tables busysteps, busy, threads, run.  Out: blocks area, most, shares, unknown, lost.

BEGIN {
  PLOT_LEFT = 110
  PLOT_RIGHT = 1420
  MOST_SHARES = 17 # numbers that have room on the right; of more, ranges of them do
  page_init("sched")
  PROCESSORS = RUN["processors"] + 0 > 1 ? RUN["processors"] + 0 : 1 # of one, run does not tell
  time_init()
  busy_read()
  busy_head()
  busy_write()
}

# MEAN and MOST[column]: of the pixel; TIME[number]: in which so many were busy.
function busy_read(    from, to, number_of)
{
  rows_init(1, time_pixels(PLOT_RIGHT - PLOT_LEFT))
  table_open("busysteps", "start_us end_us busy")
  while (table_row()) {
    from = number("start_us")
    to = number("end_us")
    number_of = number("busy")
    if (FIRST == "" || from < FIRST)
      FIRST = from
    if (to > LAST)
      LAST = to
    if (to <= TIME_FROM || from >= TIME_TO)
      continue
    STEPS += table_count()
    busy_add(number_of, from > TIME_FROM ? from : TIME_FROM, to < TIME_TO ? to : TIME_TO)
  }
  time_known(FIRST, LAST, "sched")
  if (!STEPS)
    die_of_none("switch on a processor")
}

function busy_add(number_of, from, to,    column, first, last, part, left)
{
  TIME[number_of] += to - from
  KNOWN += to - from
  SUM += number_of * (to - from)
  if (number_of > PEAK)
    PEAK = number_of
  first = rows_column(from)
  last = rows_column(to)
  for (column = first; column <= last; column++) {
    left = TIME_FROM + column / ROW_SCALE
    part = ((to < left + 1 / ROW_SCALE ? to : left + 1 / ROW_SCALE) - (from > left ? from : left)) * ROW_SCALE
    if (part <= 0)
      continue
    COVERED[column] += part
    WEIGHED[column] += part * number_of
    if (number_of > MOST[column])
      MOST[column] = number_of
  }
}

function busy_head(    s)
{
  s = sprintf("Height: how many of %s ran a thread or an interrupt, and not the idle thread; %.2f on average in %s." \
              " On the right, the share of the time in which so many were busy at once.",
              PROCESSORS > 1 ? PROCESSORS " processors" : "1 processor", SUM / KNOWN, time_words())
  table_open("busy", "busy time_us")
  s = s REMARK["busy"]
  if (STEPS > ROW_PIXELS)
    page_legend("at most, in a pixel's time", colour("A9C4E0", 0))
  page_legend(STEPS > ROW_PIXELS ? "on average" : "busy processors", colour("4E79A7", 0))
  page_head("Busy processors", s time_remark())
  page_legend_write()
  PAGE_HEIGHT = PAGE_TOP + 500
  page_set("height", PAGE_HEIGHT)
  page_set("left", PLOT_LEFT)
  page_set("right", PLOT_RIGHT)
  page_set("y_to", PROCESSORS)
  page_set_text("y_label", "busy processors")
}

function busy_write(    i, every)
{
  if (STEPS > ROW_PIXELS) {
    block("most", "from\tto\tbusy")
    busy_bars(MOST, 0)
  }
  block("area", "from\tto\tbusy")
  busy_bars(WEIGHED, 1)
  block("shares", "busy\tshare")
  every = int(PROCESSORS / MOST_SHARES) + 1
  for (i = 0; i <= PROCESSORS; i += every)
    busy_share(i, i + every - 1 < PROCESSORS ? i + every - 1 : PROCESSORS)
  time_unknown_write()
}

# Writes how much of the time `from` to `to` processors were busy.
function busy_share(from, to,    i, sum)
{
  for (i = from; i <= to; i++)
    sum += TIME[i]
  row((from + to) / 2 "\t" (from == to ? from : from "–" to) ": " text_percent(100 * sum / KNOWN))
}

# Columns of one height are one bar. `divided`: HEIGHT is a sum over what is covered of the column.
function busy_bars(HEIGHT, divided,    column, at, open, since)
{
  open = -1
  for (column = 0; column <= ROW_PIXELS; column++) {
    at = column in COVERED ? sprintf("%.4g", divided ? HEIGHT[column] / COVERED[column] : HEIGHT[column]) : -1
    if (at == open)
      continue
    if (open > 0)
      row(sprintf("%.8g\t%.8g\t%s", rows_x(since), rows_x(column), open))
    open = at
    since = column
  }
}
