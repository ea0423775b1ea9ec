# SPDX-License-Identifier: GPL-2.0-or-later
#
# heap.awk: the heap over time: how much of it objects take up, how large it is, and the collections as bands; below,
# how long each collection took, in the colour of its reason.
#
# Where there are more than MOST_POINTS, those of a pixel are drawn as the first, least, most and last of them; of
# several collections in a pixel the longest is drawn below, and a band is the paler the less of its pixel they took.
#
# In: tables heap, collections, threads, run.  Out: blocks bands, used, size, pauses, unknown, lost.

BEGIN {
  MOST_POINTS = 4000
  MOST_BANDS = 300     # that leave something to be seen between them
  PLOT_LEFT = 120
  PLOT_RIGHT = 1560
  PAUSES_HEIGHT = 190  # of the panel below, without its axis
  page_init("objects")
  time_init()
  rows_init(1, time_pixels(PLOT_RIGHT - PLOT_LEFT))
  collections_read()
  heap_read()
  heap_head()
  heap_layout()
  curve_write("used")
  curve_write("size")
  bands_write()
  pauses_write()
  time_unknown_write()
}

function heap_read(    now)
{
  table_open("heap", "time_us used_bytes heap_bytes")
  while (table_row()) {
    now = number("time_us")
    if (!ROWS_READ++)
      FIRST = now
    LAST = now
    curve_add("used", now, number("used_bytes"))
    if (text("heap_bytes") != "-")
      curve_add("size", now, number("heap_bytes"))
  }
  if (!POINTS["used"])
    die(3, ROWS_READ ? "nothing is known of the heap in " time_words() : "nothing is known of the heap in this run")
}

# Adds a point to a curve; where an end of the stretch lies between two points, also that on the line between them.
# POINT_AT and POINT_VALUE [curve, 1..POINTS[curve]]; MOST[curve] is the highest.
function curve_add(curve, now, value)
{
  if (curve in BEFORE_AT) {
    curve_between(curve, TIME_FROM, now, value)
    if (now > TIME_TO)
      curve_between(curve, TIME_TO, now, value)
  }
  if (time_shown(now))
    curve_point(curve, now, value)
  BEFORE_AT[curve] = now
  BEFORE_VALUE[curve] = value
}

function curve_between(curve, at, now, value)
{
  if (BEFORE_AT[curve] < at && now > at)
    curve_point(curve, at, BEFORE_VALUE[curve] + (value - BEFORE_VALUE[curve]) * \
                           (at - BEFORE_AT[curve]) / (now - BEFORE_AT[curve]))
}

function curve_point(curve, at, value,    n)
{
  n = ++POINTS[curve]
  POINT_AT[curve, n] = at
  POINT_VALUE[curve, n] = value
  if (value > MOST[curve])
    MOST[curve] = value
}

function heap_head(    s)
{
  s = "Above: blue, the bytes that objects take up, at most " text_bytes(MOST["used"]) \
      (MOST["size"] ? "; black, the size of the heap where it was collected, at most " text_bytes(MOST["size"]) \
                    : "") ", in " time_words() "."
  time_known(FIRST, LAST, "birth collection")
  page_legend("in use", colour("4E79A7", 0))
  if (POINTS["size"])
    page_legend("size of the heap", colour("333333", 0), "•")
  if (GCS && GCS <= MOST_BANDS)
    page_legend("a collection", colour("E8A59D", 0))
  page_head("Heap and collections", s heap_collections() time_remark())
  pauses_legend()
  page_legend_write()
}

# The collections in words; where the stretch cuts one, only the part in it counts to the share of the time.
function heap_collections(    i, us)
{
  if (!GCS)
    return collections_none() (time_whole() ? "" : " in that time") "."
  for (i = 1; i <= GCS; i++)
    us += (GC_TO[i] < TIME_TO ? GC_TO[i] : TIME_TO) - (GC_FROM[i] > TIME_FROM ? GC_FROM[i] : TIME_FROM)
  return (GCS > MOST_BANDS ? " " : " Red bands: ") text_some(GCS, "collection") ", " \
         text_percent(100 * us / (TIME_TO - TIME_FROM)) " of the time. Below: how long each took, in the colour of" \
         " its reason; together " text_time(GC_US) ", the longest " text_time(GC_LONGEST) ", on average " \
         text_time(GC_US / GCS) "."
}

# REASON_HEX[reason], in the order in which the reasons first came.
function pauses_legend(    i, n, hex, reason, count, order, reasons)
{
  n = split("C0392B 4E79A7 D4A92A 59A14F B07AA1", hex, " ")
  for (i = 1; i <= GCS; i++) {
    reason = GC_REASON[i]
    if (!count[reason]++)
      order[++reasons] = reason
  }
  for (i = 1; i <= reasons; i++) {
    REASON_HEX[order[i]] = i <= n ? hex[i] : "707070"
    page_legend("pause: " order[i] " (" text_short(count[order[i]]) ")", colour(REASON_HEX[order[i]], 0))
  }
}

# Where the panels are, and their scales: whole units of bytes above, of time below.
function heap_layout(    unit, name, most)
{
  page_set("left", PLOT_LEFT)
  page_set("right", PLOT_RIGHT)
  page_set("split", GCS ? PAGE_HEIGHT - 75 - PAUSES_HEIGHT - 40 : PAGE_HEIGHT - 75)
  page_set("pauses", GCS > 0)
  page_set("dense", GCS > MOST_BANDS)
  most = MOST["size"] > MOST["used"] ? MOST["size"] : MOST["used"]
  BYTE_UNIT = 1
  split("B KiB MiB GiB", name, " ")
  for (unit = 1; most / BYTE_UNIT >= 2048 && unit < 4; unit++)
    BYTE_UNIT *= 1024
  page_set_text("y_label", "heap (" name[unit] ")")
  page_set("y_to", sprintf("%.8g", 1.04 * most / BYTE_UNIT + 1e-9))
  PAUSE_UNIT = GC_LONGEST >= 2e6 ? 1e6 : GC_LONGEST >= 2e3 ? 1e3 : 1
  page_set_text("pause_label", "pause (" (PAUSE_UNIT == 1e6 ? "s" : PAUSE_UNIT == 1e3 ? "ms" : "µs") ")")
  page_set("pause_to", sprintf("%.6g", GC_LONGEST > 0 ? 1.12 * GC_LONGEST / PAUSE_UNIT : 1))
}

# A curve in axis units; of more points than MOST_POINTS, those of each pixel together.
function curve_write(curve,    i, n, pixel, open, first, low, high)
{
  block(curve, "time\tbytes")
  n = POINTS[curve]
  for (i = 1; i <= n; i++) {
    pixel = n > MOST_POINTS ? rows_column(POINT_AT[curve, i]) : i
    if (i == 1 || pixel != open) {
      if (i > 1)
        curve_pixel(curve, first, i - 1, low, high)
      open = pixel
      first = low = high = i
    }
    if (POINT_VALUE[curve, i] < POINT_VALUE[curve, low])
      low = i
    if (POINT_VALUE[curve, i] > POINT_VALUE[curve, high])
      high = i
  }
  if (n)
    curve_pixel(curve, first, n, low, high)
}

# The points first, low, high and last of a pixel, in the order of time, each once.
function curve_pixel(curve, first, last, low, high,    least, most)
{
  least = low < high ? low : high
  most = low < high ? high : low
  curve_row(curve, first)
  if (least > first)
    curve_row(curve, least)
  if (most > least)
    curve_row(curve, most)
  if (last > most)
    curve_row(curve, last)
}

function curve_row(curve, i)
{
  row(sprintf("%.9g\t%.7g", time_x(POINT_AT[curve, i]), POINT_VALUE[curve, i] / BYTE_UNIT))
}

function bands_write(    i)
{
  for (i = 1; i <= GCS && GCS <= MOST_BANDS; i++)
    rows_span(1, GC_FROM[i], GC_TO[i] > GC_FROM[i] ? GC_TO[i] : GC_FROM[i] + 0.5 / ROW_SCALE)
  block("bands", "from\tto\tfrom\tto\tcolour")
  rows_write(1, 0, 1, "E8A59D", 1, 0)
}

# A pause for each collection, of those of a pixel the longest.
function pauses_write(    i, column, longest, last)
{
  block("pauses", "time\tpause\tcolour")
  last = -1
  for (i = 1; i <= GCS; i++) {
    column = rows_column(GC_FROM[i])
    if (column != last && last >= 0)
      pauses_row(longest)
    if (column != last || GC_PAUSE[i] > GC_PAUSE[longest])
      longest = i
    last = column
  }
  if (GCS)
    pauses_row(longest)
}

function pauses_row(i,    from)
{
  from = GC_FROM[i] > TIME_FROM ? GC_FROM[i] : TIME_FROM
  row(sprintf("%.9g\t%.6g\t%d", time_x(from), GC_PAUSE[i] / PAUSE_UNIT, colour(REASON_HEX[GC_REASON[i]], 0)))
}
