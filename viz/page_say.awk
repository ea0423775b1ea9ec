# SPDX-License-Identifier: GPL-2.0-or-later
#
# page_say.awk: the sentences of the page (page.awk), one for each chart, with the run's own numbers. "" where a table
# has none.

# Own time of functions, and which has most of it, of all threads but idle; threads are no functions.
function say_boxes(    own, most, all)
{
  table_open("tree", "thread function excl_us")
  while (table_row()) {
    if (KIND[text("thread")] == "idle")
      continue
    if (text("function") !~ /^\[/)
      own[text("function")] += number("excl_us")
    all += number("excl_us")
  }
  most = largest(own)
  if (most == "")
    return ""
  return "Of " text_time(all) " in all threads but idle, " most " took the largest part itself: " \
    text_time(own[most]) ", " share(own[most], all) "." REMARK["tree"] plain_remark()
}

# What `make plain' has found of this run's image; "" where it has not run.
function plain_remark(    line)
{
  if ((getline line < table_path("plain")) <= 0)
    return ""
  table_open("plain", "corrected_us plain_us ratio")
  return table_row() ? sprintf(" Without probes, where gcc may inline all calls, the program took %s in place of %s " \
    "(%.2f times as long; make plain).", text_time(number("plain_us")), text_time(number("corrected_us")), \
    number("ratio")) : ""
}

# Of all threads but idle: the pair of caller and callee that is called most, and the one whose callee took most time
# itself. Threads are no callers.
function say_callgraph(    function_of, calls, own, pair, pairs, often, long)
{
  table_open("tree", "id parent thread function calls excl_us")
  while (table_row()) {
    function_of[text("id")] = text("function")
    if (KIND[text("thread")] == "idle" || !(text("parent") in function_of) || function_of[text("parent")] ~ /^\[/)
      continue
    pair = function_of[text("parent")] SUBSEP text("function")
    pairs += !(pair in own)
    calls[pair] += number("calls")
    own[pair] += number("excl_us")
  }
  if (!pairs)
    return ""
  often = largest(calls)
  long = largest(own)
  return "Of " pairs " pairs of caller and callee, " pair_text(often) " most often, " calls[often] \
    " times; most time goes where " pair_text(long) ", which takes " text_time(own[long]) " itself." REMARK["tree"]
}

# Whose value is the largest; of several the first by name.
function largest(of,    most, name)
{
  for (name in of)
    if (most == "" || of[name] > of[most] || (of[name] == of[most] && name < most))
      most = name
  return most
}

function pair_text(pair,    names)
{
  split(pair, names, SUBSEP)
  return names[1] " calls " names[2]
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

# The lock that was waited for longest, and who held it.
function say_locks(    all, waits, first, total, holder)
{
  table_open("locks", "lock waits total_us holder")
  while (table_row()) {
    if (!all++) {
      first = text("lock")
      holder = text("holder")
    }
    if (text("lock") == first)
      total += number("total_us")
    waits += number("waits")
  }
  return all ? waits " acquisitions of locks waited; longest those of " first ", " text_time(total) " in all, most of it for " \
    (holder == "-" ? "a thread that is not known" : holder) "." : ""
}

function say_intervals()
{
  table_open("eventstats", "event count mean_us sd_us median_us")
  if (!table_row() || text("mean_us") == "-" || text("sd_us") == "-")
    return ""
  return "From one " text("event") " to the next it takes " text_time(number("median_us")) " (median), " \
    text_time(number("mean_us")) " on average, with a standard deviation of " text_time(number("sd_us")) "."
}

function say_threads(    first, switches, count)
{
  table_open("threads", "thread kind cpu_us cpu_pct switches")
  while (table_row()) {
    count++
    if (text("switches") != "-")
      switches += number("switches")
    if (first == "" && text("kind") == "thread")
      first = text("thread") " ran longest, " text_time(number("cpu_us")) " (" text("cpu_pct") " % of the time)"
  }
  return first == "" ? "" : count " threads and interrupts in " text_time(RUN["duration_us"]) ", " switches \
    " switches; " first "."
}

function say_busy(    all, sum, least, most)
{
  table_open("busy", "busy time_us time_pct")
  while (table_row())
    if (text("busy") != "-") {
      all += number("time_us")
      sum += number("busy") * number("time_us")
      if (number("busy") == 0)
        least = text("time_pct")
      most = number("busy") ", " text("time_pct") " % of it"
    }
  return all ? sprintf("%.2f processors of %d were busy on average; none in %s %% of the time; at most %s.", \
    sum / all, RUN["processors"] + 0 > 1 ? RUN["processors"] : 1, least == "" ? "0.00" : least, most) : ""
}

function say_latency(    count)
{
  table_open("latency", "after crossed count")
  while (table_row())
    if (text("after") == "wakeup")
      count[text("crossed")] += number("count")
  return "Of " count["no"] + count["yes"] " waits of threads that were woken, " count["yes"] + 0 \
    " ended on another processor than the waker's."
}

# Where the threads but idle were met: innermost functions, the profiler's own left out.
function say_samples(    own, most, all, probes, n, path)
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
  most = largest(own)
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
  most = largest(met)
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
      first = (text("objects_of") == "several" ? "of several classes, made" : text("objects_of")) " in " text("class") \
        "." text("method") " (" text("where") ")"
      first_bytes = number("bytes")
    }
  }
  return first == "" ? "" : objects " objects of " text_bytes(bytes) "; the largest part, " \
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

function say_newest(    from, objects, live)
{
  from = newest_from(0, RUN["duration_us"])
  if (from == "")
    return ""
  newest_open()
  while (newest_row(from, RUN["duration_us"])) {
    objects += table_count()
    live += text("death_us") == "-" ? table_count() : 0
  }
  return "The last tenth of the objects, " objects " of " NEWEST_ALL ", were born from " text_time(from) " on; " \
    live " of them (" share(live, objects) ") were not found dead before the end."
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
        text_bytes(number("median_age_bytes")) " of allocation"
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
    : "Half of the objects live less than " text_bytes(half) " of allocation") \
    (tenth == "" ? "; " share(last, 100) " outlive the oldest age seen." \
    : ", nine in ten less than " text_bytes(tenth) ".")
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
  return "At most " text_bytes(most) " were in use; " (n ? n " collection" (n > 1 ? "s" : "") " stopped the world " \
    "for " text_time(sum) (n > 1 ? " together, the longest for " text_time(longest) : "") "." : "there was no collection.")
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
  return first "; " second (RUN["counters_from"] == "model" \
    ? ". Not measured: a model counted them (" RUN["counter_model"] ")." : ".")
}
