# SPDX-License-Identifier: GPL-2.0-or-later
#
# intervals.awk: times between successive events, the JX paper's figure 7, in two panels: over time, a dot for each
# pair of successive events, as high as the time between them; and below, for the pairs that account for most of the
# time, how those times are distributed. Both are logarithmic; a pair has one colour in both.
#
# With --events or --thread, successive are those of the choice: what lies between two of them is left out.
#
# In: tables intervals (or events, with a choice), threads, run.  Out: blocks dots, unknown,
# spread, names, numbers.

BEGIN {
  MOST_PAIRS = 8       # colours and rows that can be told apart
  MOST_DOTS = 20000    # above that, dots are counted by CELL x CELL pixels
  CELL = 3
  FEW_DOTS = 3000      # up to that, dots are drawn twice as large
  LEAST_US = 0.001     # what the tables resolve; shorter intervals are drawn there
  PLOT_LEFT = 120
  PLOT_RIGHT = 1560
  ROW_HEIGHT = 36
  page_init("events")
  time_init()
  PLOT_PIXELS = time_pixels(PLOT_RIGHT - PLOT_LEFT)
  choice_init()
  if (CHOICES || ENVIRON["RENDER_THREAD"] != "")
    intervals_choose()
  else
    intervals_read()
  pairs_pick()
  intervals_head()
  intervals_dots()
  pairs_write()
}

function intervals_read(    now, us)
{
  table_open("intervals", "time_us interval_us from to thread")
  while (table_row("intervals")) {
    now = number("intervals", "time_us")
    us = number("intervals", "interval_us")
    if (FIRST == "")
      FIRST = now - us
    LAST = now
    intervals_add(now, us, text("intervals", "from"), text("intervals", "to"))
  }
  intervals_check()
}

function intervals_choose(    name, thread, now, last_at, last_name)
{
  table_open("events", "time_us thread event")
  while (table_row("events")) {
    name = text("events", "event")
    thread = text("events", "thread")
    now = number("events", "time_us")
    if (FIRST == "")
      FIRST = now
    LAST = now
    choice_see(name, thread)
    if (!choice_wants(name, thread))
      continue
    if (last_name != "")
      intervals_add(now, now - last_at, last_name, name)
    last_at = now
    last_name = name
  }
  choice_check()
  intervals_check()
}

function intervals_check()
{
  if (!DOTS)
    die(3, "no two successive events in " time_words())
}

function intervals_add(now, us, from, to,    pair)
{
  if (!time_shown(now))
    return
  pair = PAIR_NUMBER[from, to]
  if (!pair) {
    pair = ++PAIRS
    PAIR_NUMBER[from, to] = pair
    ORDER[pair] = pair
    PAIR[pair] = from == to ? from " again" : from " → " to
  }
  PAIR_SUM[pair] += us
  PAIR_COUNT[pair]++
  SUM_US += us
  if (us < LEAST_US)
    us = LEAST_US
  DOT_AT[++DOTS] = now
  DOT_US[DOTS] = us
  DOT_PAIR[DOTS] = pair
  if (us > MAX_US)
    MAX_US = us
  if (MIN_US == 0 || us < MIN_US)
    MIN_US = us
}

# Pairs are numbered: PAIR[n] is a name, PAIR_SUM[n] the sum of its intervals. ORDER[1] is the pair with the longest
# sum, and so on; RANK[n] is a pair's place in that order, TOP_PAIRS + 1 for pairs without a row.
function pairs_pick(    i, j, pair, hex)
{
  split("4E79A7 F28E2B 59A14F C0392B B07AA1 76B7B2 9C755F C9A227", hex, " ")
  for (i = 2; i <= PAIRS; i++) {
    pair = ORDER[i]
    for (j = i - 1; j > 0 && PAIR_SUM[ORDER[j]] < PAIR_SUM[pair]; j--)
      ORDER[j + 1] = ORDER[j]
    ORDER[j + 1] = pair
  }
  TOP_PAIRS = PAIRS < MOST_PAIRS ? PAIRS : MOST_PAIRS
  for (i = 1; i <= PAIRS; i++)
    RANK[ORDER[i]] = i <= TOP_PAIRS ? i : TOP_PAIRS + 1
  for (i = 1; i <= TOP_PAIRS; i++) {
    HEX[i] = hex[i]
    RGB[i] = colour(hex[i], 0)
  }
  RGB[TOP_PAIRS + 1] = colour("999999", 0.4)
}

function intervals_head(    s, i, room)
{
  if (DOTS > MOST_DOTS)
    s = ", the stronger the more of them coincide"
  s = "Above: a dot for each two successive events" s "; " text_count(DOTS) " in " time_words() "; height: the " \
      "time between them, logarithmic. Below: the " (PAIRS > TOP_PAIRS ? TOP_PAIRS " of " PAIRS " " : "") "pairs" \
      (PAIRS > TOP_PAIRS ? " that account for most of that time (others grey)" : "") \
      "; bars: 5 % to 95 %, thick 25 % to 75 %, black line the median; beside them count, median " \
      "and the pair's part of all that time."
  time_known(FIRST, LAST)
  page_head("Times between events", s choice_words() time_remark())
  SPLIT = PAGE_HEIGHT - 82 - ROW_HEIGHT * TOP_PAIRS - 90
  for (i = 1; i <= TOP_PAIRS; i++)
    if (text_width(text_fit(PAIR[ORDER[i]], 14, 420), 14) > room)
      room = text_width(text_fit(PAIR[ORDER[i]], 14, 420), 14)
  page_set("left", PLOT_LEFT)
  page_set("right", PLOT_RIGHT)
  page_set("split", SPLIT)
  page_set("rows_top", SPLIT + 82)
  page_set("rows_left", int(room + 45))
  page_set("rows_right", 1225)
  page_set("pairs", TOP_PAIRS)
  intervals_axis()
}

# Whole decades around the data, with ticks written as times.
function intervals_axis(    low, high, i, ticks)
{
  low = int(log(MIN_US) / log(10) + 100.0000001) - 100
  high = 100 - int(100.0000001 - log(MAX_US) / log(10))
  if (high <= low)
    high = low + 1
  for (i = low; i <= high; i++)
    ticks = ticks (i > low ? ", " : "") page_quote(intervals_tick(i)) " " sprintf("%.6g", 10 ^ i)
  page_set("y_from", sprintf("%.6g", 10 ^ low * 0.8))
  page_set("y_to", sprintf("%.6g", 10 ^ high * 1.25))
  page_set_text("y_ticks", "(" ticks ")")
  Y_SCALE = (SPLIT - PAGE_TOP - 10) / (high - low + 2 * log(1.25) / log(10))
}

function intervals_tick(decade)
{
  if (decade >= 3)
    return decade >= 6 ? 10 ^ (decade - 6) " s" : 10 ^ (decade - 3) " ms"
  return decade >= 0 ? 10 ^ decade " µs" : 10 ^ (decade + 3) " ns"
}

# The commonest pairs first, so that rare ones lie on top of them; grey lies below all.
function intervals_dots(    i, size)
{
  size = DOTS <= FEW_DOTS ? 2 * CELL : CELL
  page_set("dot_size", size)
  page_set("dot_width", sprintf("%.6g", size * (TIME_TO - TIME_FROM) / TIME_UNIT / PLOT_PIXELS))
  block("dots", "time\tinterval_us\tcolour")
  for (i = 1; i <= DOTS; i++)
    if (DOTS > MOST_DOTS)
      cells_add(RANK[DOT_PAIR[i]], DOT_AT[i], DOT_US[i])
    else
      dots_keep(RANK[DOT_PAIR[i]], RGB[RANK[DOT_PAIR[i]]], time_x(DOT_AT[i]), DOT_US[i])
  if (DOTS > MOST_DOTS)
    cells_keep()
  dots_write(TOP_PAIRS + 1)
  for (i = 1; i <= TOP_PAIRS; i++)
    dots_write(i)
  time_unknown_write()
}

# Counts a dot for its cell of the page: column * 4096 + line, which is 1000 for 1 us.
function cells_add(rank, now, us,    cell, hits)
{
  cell = int((now - TIME_FROM) / (TIME_TO - TIME_FROM) * PLOT_PIXELS / CELL) * 4096 + \
         int(log(us) / log(10) * Y_SCALE / CELL + 1000)
  hits = ++CELL_HITS[cell * 16 + rank]
  CELL_SUM[cell]++
  if (!(cell in CELL_RANK) || hits > CELL_HITS[cell * 16 + CELL_RANK[cell]])
    CELL_RANK[cell] = rank
  if (CELL_SUM[cell] > CELL_MOST)
    CELL_MOST = CELL_SUM[cell]
}

# A cell has the colour of the pair it holds most of, the stronger the more dots it stands for, in four steps.
function cells_keep(    cell, column, line, white)
{
  for (cell in CELL_RANK) {
    column = int(cell / 4096)
    line = cell % 4096 - 1000
    white = 0.45 - 0.15 * int(3 * log(CELL_SUM[cell]) / log(CELL_MOST + 0.01) + 0.5)
    dots_keep(CELL_RANK[cell], cell_colour(CELL_RANK[cell], white),
              time_x(TIME_FROM + (column + 0.5) * CELL / PLOT_PIXELS * (TIME_TO - TIME_FROM)),
              exp((line + 0.5) * CELL / Y_SCALE * log(10)))
  }
}

function cell_colour(rank, white)
{
  return rank in HEX ? colour(HEX[rank], white) : colour("999999", 0.4 + white / 2)
}

# Keeps a dot for dots_write(), which writes those of a colour together: the SVG is a third of the size so.
function dots_keep(rank, rgb, x, us)
{
  if (!((rank, rgb) in SHADE)) {
    SHADE[rank, rgb] = 1
    SHADES[rank] = SHADES[rank] " " rgb
  }
  KEPT[rgb, ++KEPT_COUNT[rgb]] = sprintf("%.10g\t%.5g", x, us)
}

function dots_write(rank,    shades, n, i, k)
{
  n = split(SHADES[rank], shades, " ")
  for (i = 1; i <= n; i++)
    for (k = 1; k <= KEPT_COUNT[shades[i]]; k++)
      row(KEPT[shades[i], k] "\t" shades[i])
}

# Distribution of each pair that has a row.
function pairs_write(    i, k, values, first, at, q)
{
  k = split("0.05 0.25 0.5 0.75 0.95", at, " ")
  pairs_values(values, first)
  block("spread", "row\tcolour\tp5_us\tp25_us\tmedian_us\tp75_us\tp95_us")
  for (i = 1; i <= TOP_PAIRS; i++) {
    quantiles(values, first[i], PAIR_COUNT[ORDER[i]], at, k, q)
    MEDIAN[i] = q[3]
    row(sprintf("%d\t%d\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g", i, RGB[i], q[1], q[2], q[3], q[4], q[5]))
  }
  block("names", "row\tpair\tcolour")
  for (i = 1; i <= TOP_PAIRS; i++)
    row(i "\t" field(text_fit(PAIR[ORDER[i]], 14, 420)) "\t" RGB[i])
  block("numbers", "row\tcount, median and share of the time")
  for (i = 1; i <= TOP_PAIRS; i++)
    row(sprintf("%d\t%s ×, median %s, %s of the time", i, text_short(PAIR_COUNT[ORDER[i]]), text_time(MEDIAN[i]),
                text_percent(SUM_US > 0 ? 100 * PAIR_SUM[ORDER[i]] / SUM_US : 0)))
}

# The intervals of the pairs that have a row, those of a pair together: of rank r from VALUES[FIRST_OF[r]] on.
function pairs_values(VALUES, FIRST_OF,    i, rank, next_of)
{
  next_of[1] = 1
  for (i = 1; i <= TOP_PAIRS; i++) {
    FIRST_OF[i] = next_of[i]
    next_of[i + 1] = next_of[i] + PAIR_COUNT[ORDER[i]]
  }
  for (i = 1; i <= DOTS; i++) {
    rank = RANK[DOT_PAIR[i]]
    if (rank <= TOP_PAIRS)
      VALUES[next_of[rank]++] = DOT_US[i]
  }
}
