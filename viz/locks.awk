# SPDX-License-Identifier: GPL-2.0-or-later
#
# locks.awk: the locks that threads waited for longest, a dark bar each, and below each lock who waited for whom, a pale
# bar for each two threads and functions. A bar is the time that was waited, by all threads together.
#
# In: tables locks, threads, run.  Out: blocks bars, locks, pairs, numbers.

BEGIN {
  MOST_ROWS = 22
  MOST_PAIRS = 5   # of a lock
  PLOT_RIGHT = 1240
  page_init("locks")
  locks_read()
  locks_choose()
  locks_head()
  locks_write()
}

# The table has the rows of a lock together: the locks by their time, and so the rows of each.
function locks_read(    name, pair, known)
{
  table_open("locks", "lock kind way waiter waits_in holder holds_in waits holds total_us max_us")
  while (table_row()) {
    known[text("waiter")] = known[text("holder")] = 1
    if (!locks_wanted(text("waiter"), text("holder")))
      continue
    name = text("lock") SUBSEP text("kind")
    if (!(name in TOTAL))
      LOCK[++LOCKS] = name
    TOTAL[name] += number("total_us")
    WAITS[name] += number("waits")
    WAY[name] = text("way")
    WAITED_US += number("total_us")
    WAITED += number("waits")
    pair = name SUBSEP text("waiter") SUBSEP text("waits_in") SUBSEP text("holder") SUBSEP text("holds_in")
    if (!(pair in TOTAL))
      PAIR[name, ++PAIRS[name]] = pair
    TOTAL[pair] += number("total_us")
    WAITS[pair] += number("holds")
    MOST[pair] = larger(number("max_us"), MOST[pair])
    WAY[pair] = text("way")
  }
  page_thread_known(known)
  if (!LOCKS)
    die_of_none("wait for a lock")
}

function locks_wanted(waiter, holder)
{
  return ENVIRON["RENDER_THREAD"] == "" || ENVIRON["RENDER_THREAD"] == waiter || ENVIRON["RENDER_THREAD"] == holder
}

function larger(a, b)
{
  return a > b ? a : b
}

# The rows: each lock as long as there is room for it and one pair, and of its pairs those with most time.
function locks_choose(    i, k, n, name, names, most)
{
  order_names(LOCK, LOCKS)
  LOCKS_SHOWN = order_top(LOCK, LOCKS, TOTAL, int(MOST_ROWS / 2), names)
  for (i = 1; i <= LOCKS_SHOWN && ROWS + 2 <= MOST_ROWS; i++) {
    name = names[i]
    ROW[++ROWS] = name
    n = locks_top_pairs(name, most)
    for (k = 1; k <= n && ROWS < MOST_ROWS; k++)
      ROW[++ROWS] = most[k]
    SHOWN_US += TOTAL[name]
  }
  LOCKS_SHOWN = i - 1
}

function locks_top_pairs(name, most,    i, pairs)
{
  for (i = 1; i <= PAIRS[name]; i++)
    pairs[i] = PAIR[name, i]
  order_names(pairs, PAIRS[name])
  return order_top(pairs, PAIRS[name], TOTAL, MOST_PAIRS, most)
}

function locks_is_pair(row,    parts)
{
  return split(row, parts, SUBSEP) > 2
}

# Each name is shortened for itself: all of them have room, whatever is in one.
function locks_label(row,    parts)
{
  split(row, parts, SUBSEP)
  if (!locks_is_pair(row))
    return text_fit_name(parts[1], 15, 500) " (" parts[2] ")"
  return locks_fit(parts[3]) " in " locks_fit(parts[4]) " waits for " \
    (parts[5] == "-" ? "an unknown thread" : locks_fit(parts[5])) (parts[6] == "-" ? "" : " in " locks_fit(parts[6]))
}

function locks_fit(name)
{
  return text_fit_name(name, 13, 170)
}

function locks_numbers(row)
{
  return text_time(TOTAL[row]) ", " WAITS[row] (WAITS[row] == 1 ? " wait, " : " waits, ") \
    (locks_is_pair(row) ? "longest " text_time(MOST[row]) : WAITS[row] ? "mean " text_time(TOTAL[row] / WAITS[row]) : "")
}

function locks_size(row)
{
  return locks_is_pair(row) ? 13 : 15
}

function locks_head(    i, width, most, left_out, ways)
{
  left_out = WAITED_US - SHOWN_US
  for (i = 1; i <= ROWS; i++) {
    width = larger(width, text_width(locks_label(ROW[i]), locks_size(ROW[i])))
    most = larger(most, TOTAL[ROW[i]])
    ways[WAY[ROW[i]]] = 1
  }
  if ("block" in ways) {
    page_legend("suspended, by lock", colour("4E79A7", 0))
    page_legend("of it, by waiter and holder", colour("4E79A7", 0.55))
  }
  if ("spin" in ways) {
    page_legend("spinning, by lock", colour("E15759", 0))
    page_legend("of it, by waiter and holder", colour("E15759", 0.55))
  }
  page_head("Waits for locks", WAITED " acquisitions of " LOCKS (LOCKS == 1 ? " lock" : " locks") " waited, " \
            text_time(WAITED_US) " in all threads together." \
            (LOCKS > LOCKS_SHOWN ? " " LOCKS - LOCKS_SHOWN " more with " text_time(left_out) " are not shown." : ""))
  page_legend_write()
  page_set("left", int(45 + width))
  page_set("right", PLOT_RIGHT)
  locks_unit(most)
  page_set("most", sprintf("%.6g", most * 1.03 / UNIT_US))
  page_set_text("x_label", "time waited (" UNIT_NAME ")")
  page_set("count", ROWS)
  if (ROWS < 18)
    PAGE_HEIGHT = PAGE_TOP + 130 + 42 * ROWS
  page_set("height", PAGE_HEIGHT)
}

function locks_unit(most)
{
  UNIT_US = most >= 1e6 ? 1e6 : most >= 1000 ? 1000 : 1
  UNIT_NAME = most >= 1e6 ? "s" : most >= 1000 ? "ms" : "µs"
}

function locks_colour(row)
{
  return colour(WAY[row] == "spin" ? "E15759" : "4E79A7", locks_is_pair(row) ? 0.55 : 0)
}

function locks_write(    i)
{
  block("bars", "row\ttime\tcolour")
  for (i = 1; i <= ROWS; i++)
    row(sprintf("%d\t%.6f\t%d", i, TOTAL[ROW[i]] / UNIT_US, locks_colour(ROW[i])))
  locks_names("locks", 0)
  locks_names("pairs", 1)
  block("numbers", "row\ttotal, number, longest")
  for (i = 1; i <= ROWS; i++)
    row(i "\t" quote_field(locks_numbers(ROW[i])))
}

# One block for the lettering of each size. gnuplot wants a row in each.
function locks_names(name, pairs,    i)
{
  block(name, "row\tname")
  for (i = 1; i <= ROWS; i++)
    if (locks_is_pair(ROW[i]) == pairs)
      row(i "\t" quote_field(locks_label(ROW[i])))
}
