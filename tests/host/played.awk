# SPDX-License-Identifier: GPL-2.0-or-later
#
# played.awk: whether the tables of a dump say what was played (tests/golden/play.h).
#
#   awk -f played.awk TRUTH processors.tsv busy.tsv ...
#
# Prints a line for each figure that is otherwise. Times in tables are microseconds, in TRUTH nanoseconds.

BEGIN { FS = "\t" }

function differ(what, is, should)
{
  checked++
  if (is != should)
    print FILENAME ": " what " is " is ", was " should
}

# Microseconds with three decimals.
function us(ns)
{
  return sprintf("%.3f", ns / 1000)
}

function mean(ns, count)
{
  return count ? us(ns / count) : "-"
}

# Means are rounded to nanoseconds, halves either way.
function differ_mean(what, is, should)
{
  differ(what, is - should <= 0.001 && should - is <= 0.001 && (is == "-") == (should == "-") ? should : is, should)
}

/^#/ { next }

FILENAME ~ /truth$/ {
  for (i = 3; i <= NF; i++)
    T[$1, $2, i] = $i
  if ($1 == "thread") {
    moves += $3
    woken["no"] += $4
    woken["yes"] += $6
  } else if ($1 == "processor") {
    ran += $3 + $4 + $5
    processors++
  } else {
    busy[$2] = $3
  }
  next
}

FNR == 1 || $1 == "cpu" || $1 == "busy" || $1 == "thread" || $1 == "after" || $1 ~ /_us$/ {
  split("", at)
  for (i = 1; i <= NF; i++)
    at[$i] = i
  next
}

FILENAME ~ /processors.tsv$/ {
  differ("busy_us of " $1, $at["busy_us"], us(T["processor", $1, 3]))
  differ("interrupt_us of " $1, $at["interrupt_us"], us(T["processor", $1, 4]))
  differ("idle_us of " $1, $at["idle_us"], us(T["processor", $1, 5]))
  differ("unknown_us of " $1, $at["unknown_us"], us(0))
  differ("switches of " $1, $at["switches"], T["processor", $1, 6])
  differ("migrations_in of " $1, $at["migrations_in"], T["processor", $1, 7])
  differ("migrations_out of " $1, $at["migrations_out"], T["processor", $1, 8])
}

FILENAME ~ /busy.tsv$/ { differ("time_us of " $1, $at["time_us"], us(busy[$1])) }

FILENAME ~ /threads.tsv$/ && ("thread", $1, 3) in T {
  differ("migrations of " $1, $at["migrations"], T["thread", $1, 3])
  differ("local_wakeups of " $1, $at["local_wakeups"], T["thread", $1, 4])
  differ_mean("local_latency_mean_us of " $1, $at["local_latency_mean_us"], mean(T["thread", $1, 5], T["thread", $1, 4]))
  differ("remote_wakeups of " $1, $at["remote_wakeups"], T["thread", $1, 6])
  differ_mean("remote_latency_mean_us of " $1, $at["remote_latency_mean_us"], mean(T["thread", $1, 7], T["thread", $1, 6]))
}

FILENAME ~ /migrations.tsv$/ { moved += $at["count"] }
FILENAME ~ /latency.tsv$/ && $1 == "wakeup" { waits[$at["crossed"]] += $at["count"] }
FILENAME ~ /activity.tsv$/ { spans[FILENAME, $at["cpu"]] += $2 - $1 }
FILENAME ~ /busysteps.tsv$/ { steps[FILENAME, $at["busy"]] += $2 - $1 }

END {
  FILENAME = "all"
  differ("the sum of migrations", moved, moves)
  differ("the wakeups on one processor in latency", waits["no"] + 0, woken["no"])
  differ("the wakeups across processors in latency", waits["yes"] + 0, woken["yes"])
  for (key in spans)
    differ("the time of " key, us(1000 * spans[key]), us(ran / processors))
  for (key in steps)
    differ("the time of " key, us(1000 * steps[key]), us(busy[substr(key, length(key))]))
  if (checked < 80)
    print "only " checked + 0 " figures were looked at"
}
