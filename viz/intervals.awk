# SPDX-License-Identifier: GPL-2.0-or-later
#
# intervals.awk: times between successive events, the JX paper's figure 7, in two panels: over time, a dot for each
# pair of successive events, as high as the time between them; and below, for the pairs that account for most of the
# time, how those times are distributed. Both are logarithmic; a pair has one colour in both.
#
# With --events or --thread, successive are those of the choice: what lies between two of them is left out.
#
# A run has millions of intervals: they are not kept but read twice, first for their range and for what each pair has
# of them, then for where they are to be drawn.
#
# In: tables intervals (or events, with a choice), threads, run.  Out: blocks dots, longest, unknown, lost,
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
  BINS = 65536         # log() of the interval that is one year is 31, of the shortest -7, each in a thousand bins
  page_init("events")
  time_init()
  PLOT_PIXELS = time_pixels(PLOT_RIGHT - PLOT_LEFT)
  choice_init()
  intervals_survey()
  pairs_pick()
  intervals_head()
  intervals_open()
  intervals_dots()
  pairs_write()
}

# Begins with the first interval, of the table or, with a choice, of the events chosen.
function intervals_open()
{
  CHOSEN_ONLY = CHOICES || ENVIRON["RENDER_THREAD"] != ""
  LAST_NAME = ""
  if (CHOSEN_ONLY)
    table_open("events", "time_us thread event")
  else
    table_open("intervals", "time_us interval_us from to thread")
  AT_TIME = COLUMN["time_us"]
  AT_US = COLUMN["interval_us"]
  AT_FROM = COLUMN["from"]
  AT_TO = COLUMN["to"]
  AT_EVENT = COLUMN["event"]
  AT_THREAD = COLUMN["thread"]
}

# The next interval, or HERE that are alike: NOW is when it ended, US how long it was, FROM and TO are the names of its
# events.
function intervals_next()
{
  if (CHOSEN_ONLY)
    return intervals_next_chosen()
  if (!table_row())
    return 0
  NOW = FIELD[AT_TIME] + 0
  US = FIELD[AT_US] + 0
  FROM = FIELD[AT_FROM]
  TO = FIELD[AT_TO]
  HERE = table_count()
  return 1
}

function intervals_next_chosen(    name, now)
{
  while (table_row()) {
    name = FIELD[AT_EVENT]
    now = FIELD[AT_TIME] + 0
    if (SURVEY) {
      if (!EVENTS++)
        FIRST = now
      LAST = number("time_us")
      choice_see(name, FIELD[AT_THREAD])
    }
    if (!choice_wants(name, FIELD[AT_THREAD]))
      continue
    FROM = LAST_NAME
    TO = LAST_NAME = name
    US = now - NOW
    NOW = now
    HERE = 1
    if (FROM != "")
      return 1
  }
  return 0
}

# Ends the program with the name of the column that is not a number.
function intervals_wrong()
{
  number("time_us")
  number("interval_us")
}

# First pass: range, pairs, and whether what is read are numbers. FIRST and LAST: from when to when there are records.
function intervals_survey()
{
  SURVEY = 1
  intervals_open()
  while (intervals_next()) {
    if (!CHOSEN_ONLY && (NOW != FIELD[AT_TIME] || US != FIELD[AT_US]))
      intervals_wrong()
    if (!EVENTS++)
      FIRST = NOW - US
    if (NOW >= TIME_FROM && NOW <= TIME_TO)
      intervals_add()
  }
  SURVEY = 0
  if (CHOSEN_ONLY)
    choice_check()
  else
    LAST = NOW
  if (!DOTS)
    die(3, "no two successive events in " time_words())
}

# Adds the interval at hand to what is known of its pair, and to the range of all.
function intervals_add(    pair)
{
  pair = PAIR_NUMBER[FROM, TO]
  if (!pair) {
    pair = ++PAIRS
    PAIR_NUMBER[FROM, TO] = pair
    PAIR[pair] = FROM == TO ? FROM " again" : FROM " → " TO
  }
  PAIR_SUM[pair] += US * HERE
  PAIR_COUNT[pair] += HERE
  SUM_US += US * HERE
  if (US > MAX_US) {
    MAX_US = US
    MAX_AT = NOW
    MAX_PAIR = pair
  }
  if (!DOTS || US < MIN_US)
    MIN_US = US
  DOTS += HERE
}

# Pairs are numbered: PAIR[n] is a name, PAIR_SUM[n] the sum of its intervals. ORDER[1] is the pair with the longest
# sum, and so on to ORDER[TOP_PAIRS]; RANK[n] is a pair's place in that order, TOP_PAIRS + 1 for pairs without a row.
function pairs_pick(    i, hex, met)
{
  split("4E79A7 F28E2B 59A14F C0392B B07AA1 76B7B2 9C755F C9A227", hex, " ")
  for (i = 1; i <= PAIRS; i++)
    met[i] = i
  TOP_PAIRS = order_top(met, PAIRS, PAIR_SUM, MOST_PAIRS, ORDER)
  for (i = 1; i <= PAIRS; i++)
    RANK[i] = TOP_PAIRS + 1
  for (i = 1; i <= TOP_PAIRS; i++)
    RANK[ORDER[i]] = i
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
      "and the pair's part of all that time." intervals_longest_said()
  time_known(FIRST, LAST, "event")
  page_head("Times between events", s choice_words() time_remark())
  if (intervals_longest_said() != "")
    page_legend("the longest", colour("222222", 0), "○")
  page_legend("median", 0, "│")
  if (PAIRS > TOP_PAIRS)
    page_legend("other pairs", colour("999999", 0.4))
  page_legend_write()
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

# Among millions of dots one does not stand out: the longest has a ring around it.
function intervals_longest_said()
{
  return DOTS < 2 || !MAX_US ? "" : " Ringed: the longest, " text_time(MAX_US) ", " \
         text_fit(PAIR[MAX_PAIR], HEAD_SIZE, 600) "."
}

function intervals_longest_write()
{
  block("longest", "time\tinterval_us")
  if (intervals_longest_said() != "")
    row(sprintf("%.10g\t%.5g", time_x(MAX_AT), MAX_US > LEAST_US ? MAX_US : LEAST_US))
}

# Whole decades around the data, with ticks written as times.
function intervals_axis(    low, high, i, ticks)
{
  low = int(log(MIN_US > LEAST_US ? MIN_US : LEAST_US) / log(10) + 100.0000001) - 100
  high = 100 - int(100.0000001 - log(MAX_US > LEAST_US ? MAX_US : LEAST_US) / log(10))
  if (high <= low)
    high = low + 1
  for (i = low; i <= high; i++)
    page_tick(++ticks, intervals_tick(i), sprintf("%.6g", 10 ^ i))
  page_set("y_from", sprintf("%.6g", 10 ^ low * 0.8))
  page_set("y_to", sprintf("%.6g", 10 ^ high * 1.25))
  page_set("ticks", ticks)
  Y_SCALE = (SPLIT - PAGE_TOP - 10) / (high - low + 2 * log(1.25) / log(10))
}

function intervals_tick(decade)
{
  if (decade >= 3)
    return decade >= 6 ? 10 ^ (decade - 6) " s" : 10 ^ (decade - 3) " ms"
  return decade >= 0 ? 10 ^ decade " µs" : 10 ^ (decade + 3) " ns"
}

# Second pass: dots or cells, and the spread of each pair. The commonest pairs come first, so that rare ones lie on
# top of them; grey lies below all.
function intervals_dots(    i, size, rank, x_scale, y_scale)
{
  size = DOTS <= FEW_DOTS ? 2 * CELL : CELL
  page_set("dot_size", size)
  page_set("dot_width", sprintf("%.6g", size * (TIME_TO - TIME_FROM) / TIME_UNIT / PLOT_PIXELS))
  x_scale = PLOT_PIXELS / CELL / (TIME_TO - TIME_FROM)
  y_scale = Y_SCALE / CELL / log(10)
  while (intervals_next()) {
    if (NOW < TIME_FROM || NOW > TIME_TO)
      continue
    rank = RANK[PAIR_NUMBER[FROM, TO]]
    if (US < LEAST_US)
      US = LEAST_US
    if (rank <= TOP_PAIRS)
      spread_add(rank)
    if (DOTS > MOST_DOTS)
      HITS[(int((NOW - TIME_FROM) * x_scale) * 4096 + int(log(US) * y_scale + 1000)) * 16 + rank] += HERE
    else
      dots_keep(rank, RGB[rank], time_x(NOW), US)
  }
  cells_count()
  cells_keep()
  block("dots", "time\tinterval_us\tcolour")
  dots_write(TOP_PAIRS + 1)
  for (i = 1; i <= TOP_PAIRS; i++)
    dots_write(i)
  intervals_longest_write()
  time_unknown_write()
}

# From HITS[cell and rank], cell being column * 4096 + line (1000 for 1 us), the rank that each cell holds most of, of
# equals the first.
function cells_count(    key, rank, cell)
{
  for (key in HITS) {
    rank = key % 16
    cell = (key - rank) / 16
    if (HITS[key] > CELL_HITS[cell] || HITS[key] == CELL_HITS[cell] && rank < CELL_RANK[cell]) {
      CELL_HITS[cell] = HITS[key]
      CELL_RANK[cell] = rank
    }
    CELL_SUM[cell] += HITS[key]
    if (CELL_SUM[cell] > CELL_MOST)
      CELL_MOST = CELL_SUM[cell]
  }
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

# The intervals of a rank are counted in bins of a thousandth of their length (log(1.001)), each with their sum: the
# mean of a bin stands for what is in it. Bins are numbered from rank * BINS on, the one of 1 us is in the middle;
# keys that are joined strings would cost more than all else here.
function spread_add(rank,    bin)
{
  bin = rank * BINS + int(log(US) * 1000 + BINS / 2)
  BIN_COUNT[bin] += HERE
  BIN_SUM[bin] += US * HERE
}

# Q[1..k]: the intervals of a rank at the shares AT[1..k] (0..1, rising), by the nearest rank.
function spread_quantiles(rank, AT, k, Q,    bin, i, sum, count)
{
  count = PAIR_COUNT[ORDER[rank]]
  i = 1
  for (bin = rank * BINS; i <= k && bin < (rank + 1) * BINS; bin++) {
    if (!(bin in BIN_COUNT))
      continue
    sum += BIN_COUNT[bin]
    for (; i <= k && sum >= AT[i] * count - 1e-6; i++)
      Q[i] = BIN_SUM[bin] / BIN_COUNT[bin]
  }
}

# Distribution of each pair that has a row.
function pairs_write(    i, k, at, q)
{
  k = split("0.05 0.25 0.5 0.75 0.95", at, " ")
  block("spread", "row\tcolour\tp5_us\tp25_us\tmedian_us\tp75_us\tp95_us")
  for (i = 1; i <= TOP_PAIRS; i++) {
    spread_quantiles(i, at, k, q)
    MEDIAN[i] = q[3]
    row(sprintf("%d\t%d\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g", i, RGB[i], q[1], q[2], q[3], q[4], q[5]))
  }
  block("names", "row\tpair\tcolour")
  for (i = 1; i <= TOP_PAIRS; i++)
    row(i "\t" quote_field(text_fit(PAIR[ORDER[i]], 14, 420)) "\t" RGB[i])
  block("numbers", "row\tcount, median and share of the time")
  for (i = 1; i <= TOP_PAIRS; i++)
    row(sprintf("%d\t%s ×, median %s, %s of the time", i, text_short(PAIR_COUNT[ORDER[i]]), text_time(MEDIAN[i]),
                text_percent(SUM_US > 0 ? 100 * PAIR_SUM[ORDER[i]] / SUM_US : 0)))
}
