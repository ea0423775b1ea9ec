# SPDX-License-Identifier: GPL-2.0-or-later
#
# counters.awk: what two performance counters had counted by then, over the thread activity: the JX paper's figure 13.
#
# A curve for each counter rises by what was counted from one reading to the next, in the colour of the thread that
# ran; where it is horizontal the processor found everything. Below, a row for each thread, a bar wherever it ran,
# and how much of both counts is its own. Where a pixel holds more than one reading, the curve has the colour of the
# thread that counted most in it, and the bar's strength says how much of the pixel the thread had. Of what was
# counted from one reading to the next, a part of the run has as much as it has of that time.
#
# In: tables counterseries, collections (where objects were recorded), threads, run.  Out: blocks bands, first, second,
# bars, names, shares, unknown, lost.

BEGIN {
  MOST_BANDS = 300      # that leave something to be seen between them
  MOST_ROWS = 14        # above that those that counted least share a row
  PLOT_LEFT = 190
  PLOT_RIGHT = 1190     # what is right of it are the two columns of numbers
  ROW_HEIGHT = 30
  page_init("counters")
  time_init()
  rows_init(0, time_pixels(PLOT_RIGHT - PLOT_LEFT))
  series_read()
  threads_rows()
  series_draw()
  if ((" " RUN["modes"] " ") ~ /[ ,]objects[ ,]/)
    collections_read()
  counters_head()
  counters_layout()
  bands_write()
  curve_write("first", FIRST_OF)
  curve_write("second", SECOND_OF)
  bars_write()
  time_unknown_write()
}

# First pass: which threads ran in the stretch, and what each counted. SUM_FIRST, SUM_SECOND, SUM_INSTRUCTIONS[name].
function series_read(    name, from, to, part, known)
{
  table_open("counterseries", "start_us end_us thread instructions first second")
  while (table_row()) {
    from = number("start_us")
    to = number("end_us")
    name = text("thread")
    known[name] = 1
    if (BEGUN == "")
      BEGUN = from
    ENDED = to
    part = series_part(from, to, name)
    if (!part)
      continue
    if (!(name in SUM_FIRST))
      MET[++METS] = name
    SUM_FIRST[name] += part * number("first")
    SUM_SECOND[name] += part * number("second")
    if (text("instructions") == "-")
      UNKNOWN_INSTRUCTIONS = 1
    else
      SUM_INSTRUCTIONS[name] += part * number("instructions")
    SPANS++
  }
  page_thread_known(known)
  time_known(BEGUN, ENDED, "reading")
  if (!SPANS)
    die(3, RUN["counters_from"] == "absent" ? \
        "the values of the model that counted are not here; --counters names their file" : \
        (ENVIRON["RENDER_THREAD"] == "" ? "nothing was counted" : "thread " ENVIRON["RENDER_THREAD"] " never ran") \
        " in " time_words())
}

# The part of the time between two readings that is in the stretch; of another thread than is wanted, none.
function series_part(from, to, name,    a, b)
{
  if (ENVIRON["RENDER_THREAD"] != "" && ENVIRON["RENDER_THREAD"] != name)
    return 0
  if (from >= TIME_FROM && to <= TIME_TO)
    return 1
  a = from > TIME_FROM ? from : TIME_FROM
  b = to < TIME_TO ? to : TIME_TO
  return b > a ? (b - a) / (to - from) : 0
}

# Rows: interrupts on top, then threads in the order in which they first ran, idle at the bottom; of too many those
# that counted least are one row.
function threads_rows(    i, n, top, kept)
{
  n = order_top(MET, METS, SUM_FIRST, MOST_ROWS, top)
  for (i = 1; i <= n; i++)
    kept[top[i]] = 1
  for (i = 1; i <= METS; i++)
    if (!(MET[i] in kept))
      FOLDED[MET[i]] = 1
  OTHERS = METS > MOST_ROWS ? (METS - MOST_ROWS) " others" : ""
  threads_of("irq")
  threads_of("thread")
  if (OTHERS != "")
    ROW_NAME[++COUNT] = OTHERS
  threads_of("idle")
  for (i = 1; i <= METS; i++)
    if (MET[i] in FOLDED) {
      ROW_OF[MET[i]] = threads_others()
      SUM_FIRST[OTHERS] += SUM_FIRST[MET[i]]
      SUM_SECOND[OTHERS] += SUM_SECOND[MET[i]]
      SUM_INSTRUCTIONS[OTHERS] += SUM_INSTRUCTIONS[MET[i]]
    }
}

# Whoever is neither an interrupt nor idle counts as a thread.
function threads_of(kind,    i, name)
{
  for (i = 1; i <= METS; i++) {
    name = MET[i]
    if (!(name in FOLDED) && (KIND[name] ~ /^(irq|idle)$/ ? KIND[name] : "thread") == kind) {
      ROW_NAME[++COUNT] = name
      ROW_OF[name] = COUNT
    }
  }
}

function threads_others(    i)
{
  for (i = 1; i <= COUNT; i++)
    if (ROW_NAME[i] == OTHERS)
      return i
}

# Second pass: the bars, and of each column of the plot what both curves rise by, and whose most of that is.
function series_draw(    name, from, to, part, column)
{
  rows_init(COUNT, ROW_PIXELS)
  LAST_COLUMN = -1
  table_open("counterseries", "start_us end_us thread instructions first second")
  while (table_row()) {
    from = number("start_us")
    to = number("end_us")
    name = text("thread")
    part = series_part(from, to, name)
    if (!part)
      continue
    rows_span(ROW_OF[name], from, to)
    column = rows_column(to)
    curve_gap(from)
    curve_add(FIRST_OF, column, rows_column(from), part * number("first"), ROW_OF[name])
    curve_add(SECOND_OF, column, rows_column(from), part * number("second"), ROW_OF[name])
    LAST_TO = to
  }
}

# Where no reading tells what was counted the curve has a gap, if that can be seen.
function curve_gap(from)
{
  if (LAST_TO != "" && rows_column(from) > rows_column(LAST_TO))
    GAP_AT[rows_column(from)] = 1
}

# CURVE[column of the end]: what was counted; CURVE[column, "from"]: where the longest that ends there began;
# CURVE[column, "row"]: who counted most.
function curve_add(CURVE, column, begun, counted, at)
{
  if (!((column, "from") in CURVE) || begun < CURVE[column, "from"])
    CURVE[column, "from"] = begun
  CURVE[column] += counted
  CURVE[column, at] += counted
  if (!((column, "row") in CURVE) || CURVE[column, at] > CURVE[column, CURVE[column, "row"]])
    CURVE[column, "row"] = at
}

function counters_sum(SUM,    i, sum)
{
  for (i = 1; i <= COUNT; i++)
    sum += SUM[ROW_NAME[i]]
  return sum
}

function counters_head(    s)
{
  ALL_FIRST = counters_sum(SUM_FIRST)
  ALL_SECOND = counters_sum(SUM_SECOND)
  s = "Counted by then, in the colour of who ran: " text_count(ALL_FIRST) " " \
      RUN["counter_first"] ", " text_count(ALL_SECOND) " " RUN["counter_second"] ", in " time_words() \
      (ENVIRON["RENDER_THREAD"] == "" ? "" : ", of thread " ENVIRON["RENDER_THREAD"] " only") "."
  if (counters_modelled())
    s = s "\nNot measured, but what a model of caches counted: " RUN["counter_model"] "."
  else
    s = s "\nCounted by the processor."
  s = s " Beside each thread its share of both" \
      (UNKNOWN_INSTRUCTIONS ? "." : ", and what it counted in 1,000 instructions.") counters_collections()
  page_head("Performance counters" (counters_modelled() ? " of a model" : ""), s time_remark())
  if (counters_collections() != "")
    page_legend("a garbage collection", colour("E8A59D", 0))
  page_legend_write()
}

function counters_modelled()
{
  return RUN["counters_from"] == "model"
}

function counters_collections()
{
  return !GCS || GCS > MOST_BANDS ? "" : " Red bands: " text_some(GCS, "garbage collection") "."
}

# The collections behind the curves, in a row of their own: 0.
function bands_write(    i)
{
  for (i = 1; i <= GCS && GCS <= MOST_BANDS; i++)
    rows_span(0, GC_FROM[i], GC_TO[i] > GC_FROM[i] ? GC_TO[i] : GC_FROM[i] + 0.5 / ROW_SCALE)
  block("bands", "from\tto\tfrom\tto\tcolour")
  rows_write(0, 0, 1, "E8A59D", 1, 0)
}

function counters_layout(    rows_top)
{
  page_set("left", PLOT_LEFT)
  page_set("right", PLOT_RIGHT)
  page_set("count", COUNT)
  page_set("rates", UNKNOWN_INSTRUCTIONS ? 0 : 1)
  page_set("rows_top", rows_top = PAGE_HEIGHT - 75 - ROW_HEIGHT * COUNT)
  page_set("middle", int((PAGE_TOP + rows_top) / 2))
  UNIT["first"] = counters_unit("first", ALL_FIRST)
  UNIT["second"] = counters_unit("second", ALL_SECOND)
}

# The scale of a panel: its unit, a power of 1,000, its end and its name.
function counters_unit(name, all,    unit, word)
{
  unit = all >= 2e9 ? 1e9 : all >= 2e6 ? 1e6 : all >= 2e3 ? 1e3 : 1
  word = unit == 1e9 ? " (G)" : unit == 1e6 ? " (M)" : unit == 1e3 ? " (k)" : ""
  page_set_text(name "_name", RUN["counter_" name])
  page_set_text(name "_label", RUN["counter_" name] word)
  page_set(name "_to", sprintf("%.8g", all > 0 ? 1.05 * all / unit : 1))
  return unit
}

function counters_colour(at)
{
  return colour(ROW_NAME[at] in COLOUR ? COLOUR[ROW_NAME[at]] : "707070", 0)
}

# A curve as lines from corner to corner: time, count, how far to the right and up, colour.
function curve_write(name, CURVE,    column, sum, x)
{
  block(name, "time\tcount\tright\tup\tcolour")
  for (column = 0; column < ROW_PIXELS; column++) {
    if (!(column in CURVE))
      continue
    x = CURVE[column, "from"]
    if (!(x in GAP_AT) && x > LAST_X[name])
      x = LAST_X[name]
    row(sprintf("%.8g\t%.9g\t%.8g\t%.9g\t%d", rows_x(x), sum / UNIT[name], rows_x(column) - rows_x(x),
                CURVE[column] / UNIT[name], counters_colour(CURVE[column, "row"])))
    sum += CURVE[column]
    LAST_X[name] = column
  }
}

function bars_write(    i, name)
{
  block("bars", "from\tto\ttop\tbottom\tcolour")
  for (i = 1; i <= COUNT; i++)
    rows_write(i, i - 0.36, i + 0.36, ROW_NAME[i] in COLOUR ? COLOUR[ROW_NAME[i]] : "707070", 1, 0)
  block("names", "row\tthread")
  for (i = 1; i <= COUNT; i++)
    row(i "\t" quote_field(text_fit(ROW_NAME[i], 15, PLOT_LEFT - 40)))
  block("shares", "row\tshare of first\tin 1000 instructions\tshare of second\tin 1000 instructions")
  for (i = 1; i <= COUNT; i++) {
    name = ROW_NAME[i]
    row(i "\t" share_text(SUM_FIRST[name], ALL_FIRST, SUM_INSTRUCTIONS[name]) "\t" \
        share_text(SUM_SECOND[name], ALL_SECOND, SUM_INSTRUCTIONS[name]))
  }
}

function share_text(part, whole, instructions)
{
  return (whole > 0 ? text_percent(100 * part / whole) : "-") "\t" \
    (UNKNOWN_INSTRUCTIONS || instructions < 1 ? " " : sprintf("%.2f", 1000 * part / instructions))
}
