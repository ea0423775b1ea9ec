# SPDX-License-Identifier: GPL-2.0-or-later
#
# threads.awk: thread activity, the JX paper's figure 8: a row for each thread, a bar wherever it ran.
#
# Interrupt contexts are on top, then threads by when they first ran, the profiler's own, idle at the bottom; on the right
# is each one's share: of the run as table threads has it, which no loss touches, and of a part of the run as the
# stretches tell, of the time that they cover. Where a pixel holds more than one stretch, the bar's strength says how much of the pixel
# the thread had. Zoomed in far enough, arrows show who unblocked whom.
#
# In: tables activity, wakes, threads, run.  Out: blocks bars, names, shares, wakes, woken, unknown, lost.

BEGIN {
  MOST_ROWS = 40    # above that the least busy share a row
  MOST_WAKES = 150  # arrows that can still be told apart
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
  while (table_row()) {
    from = number("start_us")
    to = number("end_us")
    name = text("thread")
    known[name] = 1
    if (FIRST == "")
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
  threads_rows("irq")
  threads_rows("thread")
  threads_rows("profiler")
  threads_rows("idle")
  threads_shares()
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
  return KNOWN_TO > KNOWN_FROM ? 100 * RAN[name] / (KNOWN_TO - KNOWN_FROM) : 0
}

# SHARE[row's name], of those that table threads knows.
function threads_shares(    i, name)
{
  for (i = 1; i <= FOUNDS; i++) {
    name = FOUND[i]
    if (CPU_PCT[name] ~ /^[0-9.]+$/)
      SHARE[ROW_NAME[ROW_OF[name]]] += CPU_PCT[name]
  }
}

# KEEP[name]: the MOST_ROWS busiest; the rest is folded into one row, OTHERS.
function threads_keep(    i, n, busy)
{
  n = order_top(FOUND, FOUNDS, RAN, MOST_ROWS, busy)
  for (i = 1; i <= n; i++)
    KEEP[busy[i]] = 1
  OTHERS = FOUNDS > MOST_ROWS ? (FOUNDS - MOST_ROWS) " others" : ""
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
    if (!(FOUND[i] in KEEP)) {
      ROW_OF[FOUND[i]] = COUNT
      RAN[OTHERS] += RAN[FOUND[i]]
    }
}

# Second pass: the bars.
function threads_read(    name)
{
  rows_init(COUNT, time_pixels(PLOT_RIGHT - PLOT_LEFT))
  table_open("activity", "start_us end_us thread why")
  while (table_row()) {
    name = text("thread")
    if (name in ROW_OF)
      rows_span(ROW_OF[name], text("start_us"), text("end_us"))
  }
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
  s = s threads_within()
  wakes_read()
  if (WAKES > MOST_WAKES)
    s = s " Zoom in (--from, --to) to see who unblocked whom."
  else if (WAKES)
    s = s " Arrows: from the one who unblocked to the one unblocked."
  if (WAKES && WAKES <= MOST_WAKES)
    page_legend("unblocked", colour("333333", 0), "→")
  page_head("Thread activity", s time_remark())
  page_legend_write()
  if (COUNT < 8)
    PAGE_HEIGHT = PAGE_TOP + 120 + 90 * COUNT
  page_set("height", PAGE_HEIGHT)
  page_set("count", COUNT)
  page_set("left", PLOT_LEFT)
  page_set("right", PLOT_RIGHT)
}

# Of what the shares of a run with threads of the profiler's own are.
function threads_less_said(    i)
{
  for (i = 1; i <= FOUNDS; i++)
    if (KIND[FOUND[i]] == "profiler" && threads_share(FOUND[i]) >= 0.095) # what text_percent() gives a digit
      return " less what the profiler's own threads took"
  return ""
}

function threads_write(    i, name, hex)
{
  block("bars", "from\tto\ttop\tbottom\tcolour")
  for (i = 1; i <= COUNT; i++) {
    hex = ROW_NAME[i] in COLOUR ? COLOUR[ROW_NAME[i]] : "707070"
    rows_write(i, i - 0.32, i + 0.32, hex, 1, 0)
  }
  block("names", "row\tthread")
  for (i = 1; i <= COUNT; i++)
    row(i "\t" quote_field(text_fit(ROW_NAME[i], 15, PLOT_LEFT - 40)))
  block("shares", "row\tshare")
  for (i = 1; i <= COUNT; i++)
    row(i "\t" text_percent(threads_share(ROW_NAME[i])))
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
