# SPDX-License-Identifier: GPL-2.0-or-later
#
# events.awk: logged events over time, the JX paper's figure 5: a row for each name, a tick for each event. As chart
# `rounds`, figure 6: the same of some rounds of the events that recur.
#
# Rows are in the order in which the events first happened, so that a pattern that repeats reads downwards; an event
# that several threads log has a lane for each of them. Few events are drawn one by one, and joined by a line in the
# order they happened; many are summed by pixel, the darker the more.
#
# In: tables events, threads, run; for `rounds` also cycle, rounds.
# Out: blocks ticks, bars, path, names, counts, unknown, lost.

BEGIN {
  MOST_ROWS = 40     # names that can be read beside each other
  MOST_LANES = 4     # threads that can be told apart in a row; the others share a grey lane
  MOST_TICKS = 2000  # above that ticks of their own would only cover each other
  MOST_JOINED = 300  # the same for the line
  PLOT_RIGHT = 1490
  page_init("events")
  time_init()
  ROUNDS = ENVIRON["RENDER_CHART"] == "rounds"
  if (ROUNDS)
    rounds_stretch()
  if (ENVIRON["RENDER_STRETCH"] != "") { # for chart.sh, which makes the table of that stretch alone
    printf "%.3f %.3f\n", TIME_FROM - 1, TIME_TO + 1
    exit
  }
  choice_init()
  events_read()
  events_rows()
  events_head()
  events_write()
}

# Begins with the first event.
function events_open()
{
  table_open("events", "time_us thread event")
  AT_TIME = COLUMN["time_us"]
  AT_THREAD = COLUMN["thread"]
  AT_EVENT = COLUMN["event"]
}

# Reads the events of the stretch and the choice: counts, names in the order in which they first happened, and, of as
# many as are drawn one by one, when and of which sort each was; where there are more, events_bars() reads them again.
function events_read(    now, sort, here)
{
  events_open()
  if (ROUNDS && AT_COUNT)
    die(3, "there are too many events to be drawn one by one; choose a stretch with --from and --to")
  while (table_row()) {
    now = number("time_us")
    if (!READ++)
      FIRST = now
    sort = events_sort(FIELD[AT_EVENT], FIELD[AT_THREAD])
    if (now < TIME_FROM || now > TIME_TO || !SORT_WANTED[sort])
      continue
    here = table_count()
    if (!SORT_HITS[sort])
      THREADS_OF[SORT_NAME[sort]] = THREADS_OF[SORT_NAME[sort]] "\n" SORT_THREAD[sort]
    SORT_HITS[sort] += here
    EVENTS += here
    if (EVENTS > MOST_TICKS)
      continue
    EVENT_AT[++TICKS] = now
    EVENT_SORT[TICKS] = sort
  }
  LAST = now
  for (sort = 1; sort <= SORTS; sort++)
    HITS[SORT_NAME[sort]] += SORT_HITS[sort]
  choice_check()
  if (!EVENTS && METS)
    die(3, "no such event in " time_words())
  if (!EVENTS)
    die_of_none("event")
}

# The number of a sort of events: a name and the thread that logged it.
function events_sort(name, thread)
{
  if ((name, thread) in SORT)
    return SORT[name, thread]
  SORT[name, thread] = ++SORTS
  SORT_NAME[SORTS] = name
  SORT_THREAD[SORTS] = thread
  choice_see(name, thread)
  SORT_WANTED[SORTS] = choice_wants(name, thread)
  if (SORT_WANTED[SORTS] && !(name in HITS)) {
    HITS[name] = 0
    MET[++METS] = name
  }
  return SORTS
}

# Rows for the names that happened; where there are too many, for the most frequent.
function events_rows(    i, n, happened, busy, keep)
{
  for (i = 1; i <= METS; i++)
    if (HITS[MET[i]])
      happened[++n] = MET[i]
  MISSING = n > MOST_ROWS ? n - MOST_ROWS : 0
  n = order_top(happened, n, HITS, MOST_ROWS, busy)
  for (i = 1; i <= n; i++)
    keep[busy[i]] = 1
  for (i = 1; i <= METS; i++)
    if (MET[i] in keep) {
      ROW_NAME[++COUNT] = MET[i]
      ROW_OF[MET[i]] = COUNT
      events_lanes(MET[i])
    }
  for (i = 1; i <= SORTS; i++)
    SORT_LANE[i] = LANE[SORT_NAME[i], SORT_THREAD[i]] + 0
}

# Lanes of a row: one for each thread that logged the event, in the order of the legend. LANE[name, thread] counts
# from 1 over the whole chart (SORT_LANE is the same by sort, 0 without a row); LANE_TOP and LANE_BOTTOM are in rows.
function events_lanes(name,    n, i, threads, lanes, from)
{
  n = split(substr(THREADS_OF[name], 2), threads, "\n")
  lanes = n > MOST_LANES ? MOST_LANES : n
  from = LANES
  for (i = 1; i <= n; i++) {
    LANE[name, threads[i]] = from + (i > lanes ? lanes : i)
    USED[threads[i]] = 1
  }
  for (i = 1; i <= lanes; i++) {
    LANES++
    LANE_TOP[LANES] = ROW_OF[name] - 0.36 + (i - 1) * 0.72 / lanes
    LANE_BOTTOM[LANES] = LANE_TOP[LANES] + 0.72 / lanes
    LANE_HEX[LANES] = n > lanes && i == lanes || !(threads[i] in COLOUR) ? "707070" : COLOUR[threads[i]]
  }
}

function events_head(    s, i, name, width, order)
{
  s = (EVENTS <= MOST_TICKS ? "A tick is an event" : "Events are summed by pixel, the darker the more") "; " \
      text_count(EVENTS) " in " time_words() ", by the thread that logged them; counts are on the right."
  if (EVENTS <= MOST_JOINED)
    s = s " The grey line joins them in the order they happened."
  if (MISSING)
    s = s " " MISSING " rarer events are not shown; choose events with --events."
  if (ROUNDS)
    s = s rounds_remark()
  time_known(FIRST, LAST, "event")
  page_head(ROUNDS ? "Rounds of the events that recur" : "Events", s choice_words() time_remark())
  page_by_name(order)
  for (i = 1; i <= THREADS; i++)
    if (order[i] in USED)
      page_legend(order[i], colour(COLOUR[order[i]], 0))
  if (EVENTS <= MOST_JOINED)
    page_legend("the order of the events", colour("BBBBBB", 0), "—")
  page_legend_write()
  for (i = 1; i <= COUNT; i++) {
    name = text_fit(ROW_NAME[i], 15, 340)
    if (text_width(name, 15) > width)
      width = text_width(name, 15)
  }
  PLOT_LEFT = int(40 + (width > 60 ? width : 60))
  if (COUNT < 8)
    PAGE_HEIGHT = PAGE_TOP + 120 + 90 * COUNT
  page_set("height", PAGE_HEIGHT)
  page_set("count", COUNT)
  page_set("left", PLOT_LEFT)
  page_set("right", PLOT_RIGHT)
}

function events_write(    i, lane)
{
  rows_init(LANES, time_pixels(PLOT_RIGHT - PLOT_LEFT))
  if (EVENTS <= MOST_TICKS)
    events_ticks()
  else
    events_bars()
  block("names", "row\tevent")
  for (i = 1; i <= COUNT; i++)
    row(i "\t" quote_field(text_fit(ROW_NAME[i], 15, 340)))
  block("counts", "row\tcount")
  for (i = 1; i <= COUNT; i++)
    row(i "\t" text_short(HITS[ROW_NAME[i]]))
  time_unknown_write()
}

function events_ticks(    i, lane)
{
  block("ticks", "time\ttop\trows down\tcolour")
  for (i = 1; i <= TICKS; i++) {
    lane = SORT_LANE[EVENT_SORT[i]]
    if (!lane)
      continue
    row(sprintf("%.10g\t%.4g\t%.4g\t%d", time_x(EVENT_AT[i]), LANE_TOP[lane], LANE_BOTTOM[lane] - LANE_TOP[lane],
                colour(LANE_HEX[lane], 0)))
  }
  block("path", "time\trow")
  for (i = 1; i <= TICKS && EVENTS <= MOST_JOINED; i++)
    if (SORT_LANE[EVENT_SORT[i]])
      row(sprintf("%.10g\t%d", time_x(EVENT_AT[i]), ROW_OF[SORT_NAME[EVENT_SORT[i]]]))
}

# Counts the events by pixel, in numbered places: joined keys for every event would cost more than reading it.
function events_bars(    now, lane, most, column, wide, here, at)
{
  wide = ROW_PIXELS + 1
  events_open()
  while (table_row()) {
    now = FIELD[AT_TIME] + 0
    if (now < TIME_FROM || now > TIME_TO)
      continue
    lane = SORT_LANE[SORT[FIELD[AT_EVENT], FIELD[AT_THREAD]]]
    if (lane)
      here[lane * wide + rows_column(now)] += table_count()
  }
  for (at in here) {
    column = at % wide
    rows_add((at - column) / wide, column, here[at])
    if (here[at] > most)
      most = here[at]
  }
  block("bars", "from\tto\ttop\tbottom\tcolour")
  for (lane = 1; lane <= LANES; lane++)
    rows_write(lane, sprintf("%.4g", LANE_TOP[lane]), sprintf("%.4g", LANE_BOTTOM[lane]), LANE_HEX[lane], most, 1)
}
