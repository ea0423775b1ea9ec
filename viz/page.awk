# SPDX-License-Identifier: GPL-2.0-or-later
#
# page.awk: index.html, the page that shows the charts of a run in the order of the JX paper's figures 3 to 13, each
# with a sentence that has the run's own numbers in it.
#
#   RENDER_TABLES=tables RENDER_CHART=index awk -f page.awk -f lib/table.awk -f lib/probes.awk -v present="boxes events"
#
# Needs tables as host-tools/TABLES.md describes them, and the names of the charts that there are; those are shown.
# What always holds: a sentence is of complete tables or says that they are not; one whose numbers are missing is left
# out; names and notes are escaped; charts lie beside the page, which refers to nothing else.

function escape(s)
{
  gsub(/&/, "\\&amp;", s)
  gsub(/</, "\\&lt;", s)
  gsub(/>/, "\\&gt;", s)
  gsub(/"/, "\\&quot;", s)
  return s
}

# A time in the unit that fits.
function time_text(us)
{
  if (us >= 1e6)
    return sprintf("%.2f s", us / 1e6)
  if (us >= 1e3)
    return sprintf("%.2f ms", us / 1e3)
  return sprintf("%.2f µs", us)
}

function bytes_text(n)
{
  if (n >= 1e6)
    return sprintf("%.1f MB", n / 1e6)
  if (n >= 1e4)
    return sprintf("%.1f KB", n / 1e3)
  return sprintf("%d bytes", n)
}

function share(part, whole)
{
  return sprintf("%.1f %%", whole > 0 ? 100 * part / whole : 0)
}

# Own time of functions and what of it the largest has, of all threads but idle.
function say_boxes(    own, f, most, all)
{
  table_open("tree", "thread function excl_us")
  while (table_row())
    if (KIND[text("thread")] != "idle") {
      own[text("function")] += number("excl_us")
      all += number("excl_us")
    }
  for (f in own)
    if (most == "" || own[f] > own[most] || (own[f] == own[most] && f < most))
      most = f
  if (most == "")
    return ""
  return "Of " time_text(all) " in all threads but idle, " most " took the largest part itself: " \
    time_text(own[most]) ", " share(own[most], all) "." REMARK["tree"]
}

# Pairs are in the order of their time: the first with a caller that is no thread, and the one called most.
function say_callgraph(    pairs, most, who, long)
{
  table_open("pairs", "caller callee calls incl_us")
  while (table_row()) {
    if (text("caller") ~ /^\[/)
      continue
    pairs++
    if (long == "")
      long = text("caller") " calls " text("callee") " for " time_text(number("incl_us"))
    if (number("calls") > most) {
      most = number("calls")
      who = text("callee") " from " text("caller")
    }
  }
  if (!pairs)
    return ""
  return pairs " pairs of caller and callee; most time goes where " long ", most calls, " most ", go to " who "." \
    REMARK["pairs"]
}

function say_events(    kinds, all, name)
{
  table_open("eventstats", "event count")
  while (table_row()) {
    if (!kinds++)
      name = text("event") ", logged " text("count") " times"
    all += number("count")
  }
  return kinds ? all " events of " kinds " kinds; the most frequent is " name "." : ""
}

function say_intervals()
{
  table_open("eventstats", "event count mean_us sd_us median_us")
  if (!table_row() || text("mean_us") == "-" || text("sd_us") == "-")
    return ""
  return "From one " text("event") " to the next it takes " time_text(number("median_us")) " (median), " \
    time_text(number("mean_us")) " on average, with a standard deviation of " time_text(number("sd_us")) "."
}

function say_threads(    first, switches, count)
{
  table_open("threads", "thread kind cpu_us cpu_pct switches")
  while (table_row()) {
    count++
    if (text("switches") != "-")
      switches += number("switches")
    if (first == "" && text("kind") == "thread")
      first = text("thread") " ran longest, " time_text(number("cpu_us")) " (" text("cpu_pct") " % of the time)"
  }
  return first == "" ? "" : count " threads and interrupts in " time_text(RUN["duration_us"]) ", " switches \
    " switches; " first "."
}

# Where the threads but idle were met: innermost functions, the profiler's own left out.
function say_samples(    own, f, most, all, probes, n, path)
{
  probes_read()
  table_open("stacks", "thread stack samples")
  while (table_row()) {
    if (KIND[text("thread")] == "idle")
      continue
    n = split(probes_fold(text("stack")), path, ";")
    all += number("samples")
    if (IN_PROBES)
      probes += number("samples")
    else
      own[path[n]] += number("samples")
  }
  for (f in own)
    if (most == "" || own[f] > own[most] || (own[f] == own[most] && f < most))
      most = f
  if (!all)
    return ""
  return all " samples outside the idle thread" (probes ? ", of them " share(probes, all) " in the probes" : "") \
    (most == "" ? "." : "; the CPU was met most often in " most ", " own[most] " times (" \
    share(own[most], all - probes) (probes ? " of the others)." : ")."))
}

# Paths of calls, those that end in the profiler up to there, and the one met most.
function say_flame(    met, where, stacks, s, most, n, path)
{
  probes_read()
  table_open("stacks", "thread stack samples")
  while (table_row()) {
    if (KIND[text("thread")] == "idle")
      continue
    s = probes_fold(text("stack"))
    n = split(s, path, ";") - IN_PROBES
    s = text("thread") SUBSEP (IN_PROBES ? substr(s, 1, length(s) - length(PROBES) - (n > 0)) : s)
    stacks += !(s in met)
    met[s] += number("samples")
    where[s] = (n ? path[n] : PROBES) ", " n " calls deep, in thread " text("thread")
  }
  for (s in met)
    if (most == "" || met[s] > met[most] || (met[s] == met[most] && s < most))
      most = s
  return most == "" ? "" : stacks " different paths of calls were met; the most frequent, in " met[most] \
    (met[most] > 1 ? " samples" : " sample") ", leads to " where[most] "."
}

function say_creation(    objects, bytes, first, first_bytes)
{
  table_open("sites", "class method where objects_of objects bytes")
  while (table_row()) {
    objects += number("objects")
    bytes += number("bytes")
    if (first == "") {
      first = text("objects_of") " in " text("class") "." text("method") " (" text("where") ")"
      first_bytes = number("bytes")
    }
  }
  return first == "" ? "" : objects " objects of " bytes_text(bytes) "; the largest part, " \
    share(first_bytes, bytes) ", is " first "."
}

function say_lifetime(    objects, live)
{
  table_open("classes", "objects live_objects")
  while (table_row()) {
    objects += number("objects")
    live += number("live_objects")
  }
  if (!objects)
    return ""
  return "Of " objects " objects, " live " (" share(live, objects) ") still lived at the end, or were not yet " \
    "found dead."
}

function say_age(    sites, dead, of)
{
  table_open("sites", "class method median_age_bytes")
  while (table_row()) {
    sites++
    if (text("median_age_bytes") == "-")
      continue
    dead++
    if (of == "")
      of = "; of those of " text("class") "." text("method") ", half do not live beyond the next " \
        bytes_text(number("median_age_bytes")) " of allocation"
  }
  return sites == 0 ? "" \
    : "Objects come from " sites " places; at " dead + 0 " of them more than half were seen to die" of "."
}

# The share that is left where a half, and where a tenth is.
function say_survival(    half, tenth, last)
{
  table_open("survival", "age_bytes objects_pct")
  while (table_row()) {
    last = number("objects_pct")
    if (half == "" && last <= 50)
      half = number("age_bytes")
    if (tenth == "" && last <= 10)
      tenth = number("age_bytes")
  }
  if (last == "")
    return ""
  return (half == "" ? "More than half of the objects lived as long as was looked" \
    : "Half of the objects live less than " bytes_text(half) " of allocation") \
    (tenth == "" ? "; " last " % outlive the oldest age seen." : ", nine in ten less than " bytes_text(tenth) ".")
}

function say_heap(    n, sum, longest, most)
{
  table_open("collections", "pause_us")
  while (table_row()) {
    n++
    sum += number("pause_us")
    if (number("pause_us") > longest)
      longest = number("pause_us")
  }
  table_open("heap", "used_bytes")
  while (table_row())
    if (number("used_bytes") > most)
      most = number("used_bytes")
  if (most == "")
    return ""
  return "At most " bytes_text(most) " were in use; " (n ? n " collection" (n > 1 ? "s" : "") " stopped the world " \
    "for " time_text(sum) (n > 1 ? " together, the longest for " time_text(longest) : "") "." : "there was no collection.")
}

# Who counted most of what a counter of table counters (`column`, first or second) counted; `name` is what that is.
function say_counter(column, name,    all, most, who, rate)
{
  table_open("counters", "thread " column " " column "_per_million")
  while (table_row()) {
    all += number(column)
    if (who == "" || number(column) > most) {
      most = number(column)
      who = text("thread")
      rate = text(column "_per_million")
    }
  }
  if (who == "")
    return ""
  return all " " name ", of them " share(most, all) " in " who \
    (rate == "-" ? "" : ", " sprintf("%.2f", rate / 1000) " in 1,000 of its instructions")
}

function say_counters(    first, second)
{
  first = say_counter("first", RUN["counter_first"])
  second = say_counter("second", RUN["counter_second"])
  if (first == "" || second == "")
    return ""
  return first "; " second (RUN["counters_from"] ~ /^model: / \
    ? ". Not measured: a model counted them (" substr(RUN["counters_from"], 8) ")." : ".")
}

function sentence(chart)
{
  if (chart == "boxes") return say_boxes()
  if (chart == "callgraph") return say_callgraph()
  if (chart == "events") return say_events()
  if (chart == "intervals") return say_intervals()
  if (chart == "threads") return say_threads()
  if (chart == "samples") return say_samples()
  if (chart == "flame") return say_flame()
  if (chart == "creation") return say_creation()
  if (chart == "lifetime") return say_lifetime()
  if (chart == "age") return say_age()
  if (chart == "counters") return say_counters()
  if (chart == "survival") return say_survival()
  return say_heap()
}

function figure(chart, paper, title,    i, said)
{
  if (index(" " present " ", " " chart " ") == 0)
    return
  NOTES_COUNT = 0
  said = sentence(chart)
  printf "<figure id=\"%s\">\n<h2>%s</h2>\n", chart, escape(title)
  printf "<p>%s%s</p>\n", escape(said), paper == "" ? "" : " <small>(as " paper " of the paper)</small>"
  for (i = 1; i <= NOTES_COUNT; i++)
    printf "<p class=\"loss\">Incomplete: %s</p>\n", escape(NOTES[i])
  printf "<a href=\"%s.svg\"><img src=\"%s.svg\" alt=\"%s\"></a>\n</figure>\n", chart, chart, escape(title)
}

# A row of a table on the page.
function cells(tag, a, b, c, d)
{
  printf "<tr><%s>%s</%s><%s>%s</%s><%s>%s</%s><%s>%s</%s></tr>\n", tag, escape(a), tag, tag, escape(b), tag, tag, \
    escape(c), tag, tag, escape(d), tag
}

# Steps of the cycle, and which of them but the wait is the longest.
function read_cycle()
{
  STEPS = 0
  table_open("cycle", "what thread from to rounds mean_us sd_us mean_pct")
  while (table_row()) {
    if (text("what") == "period") {
      PERIOD = time_text(number("mean_us"))
      ROUNDS = number("rounds")
      DEVIATION = text("sd_us") == "-" ? "" : time_text(number("sd_us"))
    } else if (text("what") == "busy") {
      BUSY = time_text(number("mean_us"))
    } else {
      STEP[++STEPS] = text("from") " → " text("to") (text("what") == "wait" ? " (the wait for the next)" : "")
      THREAD[STEPS] = text("thread")
      TOOK[STEPS] = number("mean_us")
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

# What the paper's authors did by eye, found: the events that recur, and where their time goes.
function cycle_of_events(    i, said)
{
  read_cycle()
  if (STEPS < 2)
    return
  NOTES_COUNT = 0
  said = STEPS " events recur in the same order, " ROUNDS " times: every " PERIOD (DEVIATION == "" ? "" \
    : " (standard deviation " DEVIATION ")") ", of which " BUSY " from the first to the last."
  if (LONGEST != "")
    said = said " Most of that goes from " STEP[LONGEST] ", " time_text(TOOK[LONGEST]) "."
  printf "<section id=\"cycle\">\n<h2>What recurs, and where its time goes</h2>\n<p>%s %s%s</p>\n<table>\n", \
    escape(said), escape(say_outliers()), \
    " <small>(section 4 and figure 6 of the paper; hostdump cycles says more)</small>"
  cells("th", "from one event to the next", "thread", "mean", "share")
  for (i = 1; i <= STEPS; i++)
    cells("td", STEP[i], THREAD[i], time_text(TOOK[i]), SHARE[i] " %")
  print "</table>"
  for (i = 1; i <= NOTES_COUNT; i++)
    printf "<p class=\"loss\">Incomplete: %s</p>\n", escape(NOTES[i])
  print "</section>"
}

function opening(    name)
{
  name = RUN["system"] (RUN["program"] == "" || RUN["program"] == "-" ? "" : ", program " RUN["program"])
  print "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">"
  printf "<title>%s</title>\n", escape(name)
  print "<style>\nbody { font-family: sans-serif; max-width: 1600px; margin: 2em auto; padding: 0 1em; color: #222 }"
  print "figure { margin: 0 0 3em 0 }\nh2 { font-size: 1.2em }\nimg { max-width: 100%; border: 1px solid #ddd }"
  print "table { border-collapse: collapse }\ntd, th { text-align: left; padding: 0.1em 1.5em 0.1em 0 }"
  print "small { color: #666 }\n.loss { color: #a00 }\n</style>\n</head>\n<body>"
  printf "<h1>%s</h1>\n", escape(name)
  printf "<p>%s; recorded: %s. Command line: <code>%s</code></p>\n", time_text(RUN["duration_us"]), \
    escape(RUN["modes"]), escape(RUN["command"])
}

BEGIN {
  table_run()
  table_lookup("threads", "thread kind")
  while (table_row())
    KIND[text("thread")] = text("kind")
  opening()
  cycle_of_events()
  figure("callgraph", "figure 3", "Who calls whom")
  figure("boxes", "figure 4", "Where the time goes")
  figure("events", "figure 5", "Events over time")
  figure("intervals", "figures 6 and 7", "Times between events")
  figure("threads", "figure 8", "Which thread ran when")
  figure("creation", "figure 9", "Which code makes objects, and when")
  figure("lifetime", "figures 10 and 11", "When objects are born and die")
  figure("age", "figure 12", "How old objects become, by the place that made them")
  figure("counters", "figure 13", "What the performance counters counted")
  figure("survival", "", "What share of the objects reaches an age")
  figure("heap", "", "How full the heap was")
  figure("samples", "", "Where the CPU was met")
  figure("flame", "", "By which path of calls")
  print "</body>\n</html>"
}
