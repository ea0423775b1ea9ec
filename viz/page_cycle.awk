# SPDX-License-Identifier: GPL-2.0-or-later
#
# page_cycle.awk: what stands on top of the page (page.awk): the events that recur, where their time goes, and what
# ran in the rounds that took far longer than the others.

# Steps of the cycle, and which of them but the wait is the longest.
function read_cycle()
{
  STEPS = 0
  table_open("cycle", "what thread from to rounds mean_us sd_us median_us mean_pct")
  while (table_row()) {
    if (text("what") == "period") {
      PERIOD = text_time(number("mean_us"))
      MEDIAN = text_time(number("median_us"))
      ROUNDS = number("rounds")
      DEVIATION = text("sd_us") == "-" ? "" : text_time(number("sd_us"))
    } else if (text("what") == "busy") {
      BUSY = text_time(number("mean_us"))
    } else {
      STEP[++STEPS] = text("from") " → " text("to") (text("what") == "wait" ? " (the wait for the next)" : "")
      THREAD[STEPS] = text("thread")
      TOOK[STEPS] = number("mean_us")
      SPREAD[STEPS] = text("sd_us") == "-" ? "-" : text_time(number("sd_us"))
      SHARE[STEPS] = text("mean_pct")
      if (text("what") == "step" && (LONGEST == "" || TOOK[STEPS] > TOOK[LONGEST]))
        LONGEST = STEPS
    }
  }
}

# What made the longest outliers long, most of them first.
function say_outliers(    count, why, n, w, most, said)
{
  table_open("rounds", "period_us outlier slow_from slow_to ran ran_more_us collections")
  while (table_row()) {
    if (text("outlier") != "outlier")
      continue
    count++
    w = number("collections") > 0 ? "a collection of garbage" \
      : text("ran") == "-" ? text("slow_from") " → " text("slow_to") : text("ran") " ran longer"
    why[w]++
  }
  if (!count)
    return "No round took far longer than the others."
  while (n++ < 3) {
    most = ""
    for (w in why)
      if (most == "" || why[w] > why[most] || (why[w] == why[most] && w < most))
        most = w
    if (most == "")
      break
    said = said (said == "" ? "" : "; ") "in " why[most] " of them, " most
    delete why[most]
  }
  return count " round" (count > 1 ? "s" : "") " took far longer than the others: " said "."
}

# The outliers that took longest: SLOW_US, and in SLOW a row of the page's table; at most SLOW_MOST.
function read_slow(    now, i)
{
  SLOW_MOST = 5
  SLOWS = 0
  table_open("rounds", "start_us period_us outlier slow_from slow_to slow_us ran ran_more_us interrupts collections")
  while (table_row()) {
    now = number("period_us")
    if (text("outlier") != "outlier" || (SLOWS == SLOW_MOST && now <= SLOW_US[SLOWS]))
      continue
    SLOWS += SLOWS < SLOW_MOST
    for (i = SLOWS; i > 1 && SLOW_US[i - 1] < now; i--) {
      SLOW_US[i] = SLOW_US[i - 1]
      SLOW[i] = SLOW[i - 1]
    }
    SLOW_US[i] = now
    SLOW[i] = text_time(now) "\t" text_time(number("start_us")) "\t" text("slow_from") " → " text("slow_to") ", " \
      text_time(number("slow_us")) "\t" slow_reason()
  }
}

# What ran longer in the round at hand than on average, and what else was there.
function slow_reason(    s)
{
  if (text("ran") != "-" && number("ran_more_us") > 0)
    s = text("ran") ", " text_time(number("ran_more_us")) " longer than on average"
  if (number("interrupts"))
    s = s (s == "" ? "" : "; ") number("interrupts") (number("interrupts") == 1 ? " interrupt" : " interrupts")
  if (number("collections"))
    s = s (s == "" ? "" : "; ") "a collection of garbage"
  return s
}

function slow_rounds(    i)
{
  read_slow()
  if (!SLOWS)
    return
  print "<p>The longest of them:</p>\n<div><table>"
  cells("th", "period\tbegan at\tthe interval far longer than on average\twhat ran in it")
  for (i = 1; i <= SLOWS; i++)
    cells("td", SLOW[i])
  print "</table></div>"
}

# What the paper's authors did by eye, found: the events that recur, and where their time goes.
function cycle_of_events(    i, said)
{
  NOTES_COUNT = 0
  read_cycle()
  if (STEPS < 2)
    return
  said = STEPS " events recur in the same order, " ROUNDS " times: every " PERIOD (DEVIATION == "" ? "" \
    : " (standard deviation " DEVIATION ")") ", of which " BUSY " from the first to the last."
  if (LONGEST != "")
    said = said " Longest of that is " STEP[LONGEST] ", " text_time(TOOK[LONGEST]) "."
  printf "<section id=\"cycle\">\n<h2>What recurs, and where its time goes</h2>\n<p>%s %s%s</p>\n<div><table>\n", \
    quote_html(said), quote_html(say_outliers()), \
    " <small>(section 4 of the paper; hostdump cycles says more)</small>"
  cells("th", "from one event to the next\tthread\tmean\tstandard deviation\tshare")
  for (i = 1; i <= STEPS; i++)
    cells("td", STEP[i] (i == LONGEST ? " (the longest but the wait)" : "") "\t" THREAD[i] "\t" text_time(TOOK[i]) \
      "\t" SPREAD[i] "\t" SHARE[i] " %")
  print "</table></div>"
  slow_rounds()
  write_notes()
  print "</section>"
}

# What the chart shows is measured in table cycle; read_cycle() has read it.
function say_rounds()
{
  if (STEPS < 2)
    return ""
  return "A round of " STEPS " events takes " MEDIAN " (median of " ROUNDS "); drawn are those in a row that are" \
    " nearest to that, event by event."
}
