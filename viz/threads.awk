# SPDX-License-Identifier: GPL-2.0-or-later
#
# threads.awk: thread activity, the JX paper's figure 8: a row for each thread, a bar wherever it ran. Of several processors
# each has a row, too, above the threads, with bars in the colours of the threads that ran there; where they are few
# enough, a mark in a thread's bar says by its height on which processor it was.
#
# Interrupt contexts are on top, then threads by when they first ran, the profiler's own, idle at the bottom; on the right
# is each one's share: of the run as table threads has it, which no loss touches, and of a part of the run as the
# stretches tell, of the time that they cover. Where a pixel holds more than one stretch, the bar's strength says how much of the pixel
# the thread had. Zoomed in far enough, arrows show who unblocked whom.
#
# In: tables activity, wakes, threads, run.  Out: blocks bars, marks, names, shares, wakes, woken, unknown, lost.

BEGIN {
  MOST_ROWS = 40    # above that the least busy share a row
  MOST_WAKES = 150  # arrows that can still be told apart
  MOST_LANES = 32   # processors that have a row
  MOST_MARKED = 16  # processors whose marks can still be told apart
  MOST_MARKS = 20000
  PLOT_LEFT = 190
  PLOT_RIGHT = 1480
  page_init("sched")
  time_init()
  threads_order()
  threads_read()
  threads_head()
  threads_write()
  wakes_write()
}

# First pass: run time in the stretch, and threads in the order in which they first ran; then the rows.
function threads_order(    name, from, to, known, i)
{
  table_open("activity", "start_us end_us thread why")
  HAS_CPU = "cpu" in COLUMN
  while (table_row()) {
    from = number("start_us")
    to = number("end_us")
    name = text("thread")
    known[name] = 1
    if (HAS_CPU && number("cpu") >= PROCESSORS)
      PROCESSORS = number("cpu") + 1
    if (FIRST == "" || from < FIRST)
      FIRST = from
    if (to > LAST)
      LAST = to
    if (!(name in RAN)) {
      RAN[name] = 0
      MET[++METS] = name
    }
    if (to <= TIME_FROM || from >= TIME_TO || (ENVIRON["RENDER_THREAD"] != "" && ENVIRON["RENDER_THREAD"] != name))
      continue
    RAN[name] += (to < TIME_TO ? to : TIME_TO) - (from > TIME_FROM ? from : TIME_FROM)
    STRETCHES += table_count()
  }
  page_thread_known(known)
  time_known(FIRST, LAST, "sched")
  for (i = 1; i <= METS; i++)
    if (RAN[MET[i]] > 0)
      FOUND[++FOUNDS] = MET[i]
  if (FOUNDS)
    threads_unseen()
  if (!METS)
    die_of_none("stretch of a thread")
  if (!FOUNDS)
    die(3, (ENVIRON["RENDER_THREAD"] == "" ? "no thread" : "thread " ENVIRON["RENDER_THREAD"] " never") " ran in " \
           time_words())
  threads_keep()
  threads_lanes()
  threads_rows("irq")
  threads_rows("thread")
  threads_rows("profiler")
  if (!LANES)
    threads_rows("idle")
  threads_shares()
}

# Gives rows to the processors, where there are several. Their idle threads then need none: where none ran is told by
# the rows of the processors.
function threads_lanes(    i)
{
  if (!HAS_CPU)
    return
  if (RUN["processors"] + 0 > PROCESSORS)
    PROCESSORS = RUN["processors"] + 0
  LANES = PROCESSORS < MOST_LANES ? PROCESSORS : MOST_LANES
  for (i = 1; i <= LANES; i++)
    ROW_NAME[++COUNT] = "processor " (i - 1)
  MARKED = PROCESSORS <= MOST_MARKED && STRETCHES <= MOST_MARKS
}

# Adds the threads that ran, but of which no stretch was kept.
function threads_unseen(    i, name)
{
  if (!time_whole())
    return
  for (i = 1; i <= THREADS; i++) {
    name = THREAD[i]
    if (!(name in RAN) && CPU_PCT[name] > 0 && (ENVIRON["RENDER_THREAD"] == "" || ENVIRON["RENDER_THREAD"] == name)) {
      RAN[name] = 0
      FOUND[++FOUNDS] = name
    }
  }
}

# The share of a row, in percent.
function threads_share(name)
{
  if (time_whole() && name in SHARE)
    return SHARE[name]
  return KNOWN_TO > KNOWN_FROM ? 100 * RAN[name] / (KNOWN_TO - KNOWN_FROM) / (LANES ? PROCESSORS : 1) : 0
}

# The share of a processor's time in which it was not idle.
function threads_lane_share(at)
{
  return KNOWN_TO > KNOWN_FROM ? 100 * LANE_RAN[at] / (KNOWN_TO - KNOWN_FROM) : 0
}

# SHARE[row's name], of those that table threads knows.
function threads_shares(    i, name)
{
  for (i = 1; i <= FOUNDS; i++) {
    name = FOUND[i]
    if (name in ROW_OF && CPU_PCT[name] ~ /^[0-9.]+$/)
      SHARE[ROW_NAME[ROW_OF[name]]] += CPU_PCT[name]
  }
}

# KEEP[name]: the MOST_ROWS busiest; the rest is folded into one row, OTHERS.
function threads_keep(    i, n, busy, shown, count)
{
  for (i = 1; i <= FOUNDS; i++)
    if (!(HAS_CPU && KIND[FOUND[i]] == "idle"))
      shown[++count] = FOUND[i]
  n = order_top(shown, count, RAN, MOST_ROWS, busy)
  for (i = 1; i <= n; i++)
    KEEP[busy[i]] = 1
  OTHERS = count > MOST_ROWS ? (count - MOST_ROWS) " others" : ""
}

# Gives rows, from the top, to the threads of a kind; a thread that threads.tsv does not know counts as a thread.
function threads_rows(kind,    i, name)
{
  for (i = 1; i <= FOUNDS; i++) {
    name = FOUND[i]
    if ((name in KIND ? KIND[name] : "thread") == kind && name in KEEP) {
      ROW_NAME[++COUNT] = name
      ROW_OF[name] = COUNT
    }
  }
  if (kind != "thread" || OTHERS == "")
    return
  ROW_NAME[++COUNT] = OTHERS
  for (i = 1; i <= FOUNDS; i++)
    if (!(FOUND[i] in KEEP) && !(HAS_CPU && KIND[FOUND[i]] == "idle")) {
      ROW_OF[FOUND[i]] = COUNT
      RAN[OTHERS] += RAN[FOUND[i]]
    }
}

# Second pass: the bars.
function threads_read(    name, from, to, cpu)
{
  rows_init(COUNT, time_pixels(PLOT_RIGHT - PLOT_LEFT))
  table_open("activity", "start_us end_us thread why")
  while (table_row()) {
    name = text("thread")
    from = text("start_us")
    to = text("end_us")
    if (name in ROW_OF)
      rows_span(ROW_OF[name], from, to)
    cpu = HAS_CPU ? text("cpu") : 0
    if (MARKED && name in KEEP)
      rows_span(threads_mark(ROW_OF[name], cpu), from, to)
    if (cpu < LANES && KIND[name] != "idle" && (ENVIRON["RENDER_THREAD"] == "" || ENVIRON["RENDER_THREAD"] == name))
      threads_lane(cpu + 1, name, from, to)
  }
}

# The number, among rows.awk's, of the marks of a processor in a row.
function threads_mark(at, cpu)
{
  return COUNT + (at - 1) * PROCESSORS + cpu + 1
}

# Adds a stretch to the row of a processor. A column has the colour of the thread that ran there longest.
function threads_lane(at, name, from, to,    first, last, column, part)
{
  if (to <= TIME_FROM || from >= TIME_TO)
    return
  rows_span(at, from, to)
  LANE_RAN[at] += (to < TIME_TO ? to : TIME_TO) - (from > TIME_FROM ? from : TIME_FROM)
  first = rows_column(from)
  last = rows_column(to)
  for (column = first; column <= last; column++) {
    part = column > first && column < last ? 1 : (to - from) * ROW_SCALE
    part = LANE_PART[at, column, name] += part < 1 ? part : 1
    if (part > LANE_MOST[at, column]) {
      LANE_MOST[at, column] = part
      LANE_WHO[at, column] = name
    }
  }
}

# Writes the row of a processor as rows_write() does, in the colours of threads.
function threads_lane_write(at,    column, level, who, open, since, name)
{
  for (column = 0; column <= ROW_PIXELS; column++) {
    level = rows_level(at, column, 1, 0)
    who = level ? LANE_WHO[at, column] : ""
    if (level == open && who == name)
      continue
    if (open)
      row(sprintf("%.8g\t%.8g\t%s\t%s\t%d", rows_x(since), rows_x(level ? column : column + 0.5), at - 0.4, at + 0.4,
                  colour(threads_colour(name), 0.55 * (1 - open / LEVELS))))
    open = level
    name = who
    since = column
  }
}

# A thread that shares a row with others has that row's colour.
function threads_colour(name)
{
  return name in KEEP && name in COLOUR ? COLOUR[name] : "707070"
}

# Interrupts that no switch is recorded of, as NMIs: they have time, but no bars.
function threads_within(    i, names, n)
{
  for (i = 1; i <= FOUNDS; i++)
    if (!RAN[FOUND[i]] && KIND[FOUND[i]] == "irq")
      names[++n] = FOUND[i]
  return !n || NOTES_COUNT ? "" : " Of " text_names(names, n) " no switches are recorded: that time lies under others' bars."
}

function threads_head(    s)
{
  if (STRETCHES > ROW_PIXELS)
    s = ", the paler the less of that pixel's time"
  s = "A bar: the thread had the CPU" s ". " \
      text_count(STRETCHES) " stretches in " time_words() "; beside each thread its share of " \
      (time_whole() ? "the run" threads_less_said() : \
       KNOWN_TO - KNOWN_FROM < TIME_TO - TIME_FROM ? "the time that has records" : "that time") \
      ((" " RUN["modes"] " ") ~ /[ ,]timing[ ,]/ ? ", the time of the probes included." : ".")
  s = s threads_within() threads_lanes_said()
  wakes_read()
  if (WAKES > MOST_WAKES)
    s = s " Zoom in (--from, --to) to see who unblocked whom."
  else if (WAKES)
    s = s " Arrows: from the one who unblocked to the one unblocked."
  if (WAKES && WAKES <= MOST_WAKES)
    page_legend("unblocked", colour("333333", 0), "→")
  if (MARKED)
    page_legend("its processor: 0 on top", colour("222222", 0), "–")
  page_head("Thread activity", s time_remark())
  page_legend_write()
  if (COUNT < 8)
    PAGE_HEIGHT = PAGE_TOP + 120 + 90 * COUNT
  else if (PAGE_HEIGHT < PAGE_TOP + 120 + (MARKED ? 30 : 18) * COUNT)
    PAGE_HEIGHT = PAGE_TOP + 120 + (MARKED ? 30 : 18) * COUNT
  page_set("height", PAGE_HEIGHT)
  page_set("count", COUNT)
  page_set("left", PLOT_LEFT)
  page_set("right", PLOT_RIGHT)
}

# Of several processors, what their rows show.
function threads_lanes_said(    s)
{
  if (!LANES)
    return ""
  s = " Rows of processors: who ran there, in the colour of the thread's row below (grey: one without a row), and how much of" \
      " the time a thread or an interrupt ran there; blank: the processor was idle."
  if (PROCESSORS > LANES)
    s = s " Of " PROCESSORS " processors the first " LANES " have rows."
  if (!MARKED && PROCESSORS <= MOST_MARKED)
    s = s " Zoom in (--from, --to) to see on which processor a thread ran."
  return s
}

# Of what the shares of a run with threads of the profiler's own are.
function threads_less_said(    i)
{
  for (i = 1; i <= FOUNDS; i++)
    if (KIND[FOUND[i]] == "profiler" && threads_share(FOUND[i]) >= 0.095) # what text_percent() gives a digit
      return " less what the profiler's own threads took"
  return ""
}

# A mark is as high as its processor's part of the bar, but not so high that it hides the bar.
function threads_marks_write(at, cpu,    middle, half)
{
  middle = at - 0.32 + 0.64 * (cpu + 0.5) / PROCESSORS
  half = 0.64 / PROCESSORS < 0.1 ? 0.32 / PROCESSORS : 0.05
  rows_write(threads_mark(at, cpu), middle - half, middle + half, "222222", 1, 0)
}

function threads_write(    i, cpu, hex)
{
  block("bars", "from\tto\ttop\tbottom\tcolour")
  for (i = 1; i <= LANES; i++)
    threads_lane_write(i)
  for (i = LANES + 1; i <= COUNT; i++) {
    hex = ROW_NAME[i] in COLOUR ? COLOUR[ROW_NAME[i]] : "707070"
    rows_write(i, i - 0.32, i + 0.32, hex, 1, 0)
  }
  block("marks", "from\tto\ttop\tbottom\tcolour")
  for (i = LANES + 1; i <= COUNT && MARKED; i++)
    for (cpu = 0; cpu < PROCESSORS; cpu++)
      threads_marks_write(i, cpu)
  block("names", "row\tthread")
  for (i = 1; i <= COUNT; i++)
    row(i "\t" quote_field(text_fit(ROW_NAME[i], 15, PLOT_LEFT - 40)))
  block("shares", "row\tshare")
  for (i = 1; i <= COUNT; i++)
    row(i "\t" text_percent(i <= LANES ? threads_lane_share(i) : threads_share(ROW_NAME[i])))
  time_unknown_write()
}

# Unblocks between two rows of the chart, as long as they are few enough to draw.
function wakes_read(    now, by, woken)
{
  table_open("wakes", "time_us by woken")
  while (table_row()) {
    now = number("time_us")
    by = text("by")
    woken = text("woken")
    if (!time_shown(now) || !(by in ROW_OF) || !(woken in ROW_OF) || (WAKES += table_count()) > MOST_WAKES)
      continue
    WAKE[++ARROWS] = sprintf("%.8g\t%d\t%d", time_x(now), ROW_OF[by], ROW_OF[woken] - ROW_OF[by])
  }
}

function wakes_write(    i)
{
  block("wakes", "time\trow\trows down")
  for (i = 1; i <= ARROWS && WAKES <= MOST_WAKES; i++)
    row(WAKE[i])
}
