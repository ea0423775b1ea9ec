#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: the short form of `make scale`: a dump of a million records. That its tables are right is shown by counting them
# in another way: binned, and in pieces. Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
# Takes 6 seconds.

. "$(dirname "$0")/../../lib/suite.sh"

RECORDS=1000000
# These would take 112 MB as arrays; a report keeps of them the samples, the objects' ages, and the events in which a
# cycle is looked for.
MANY=4000000
MEMORY_MIB=64

# Sum of COLUMN (by name), times the rows' counts, of a table; the number of records without one.
sum() { # FILE COLUMN
  awk -F '\t' -v want="$2" '
    /^#/ { next }
    !head { for (i = 1; i <= NF; i++) column[$i] = i; head = 1; next }
    {
      count = "count" in column ? $column["count"] : 1
      if (want == "sum_bytes" && !(want in column)) total += $column["bytes"]
      else if (want == "sum_bytes") total += $column[want]
      else if (want == "ran") total += $column["end_us"] - $column["start_us"]
      else total += want == "" ? count : $column[want] * count
    }
    END { printf "%.0f\n", total }' "$1"
}

memory() {
  "$build/mkscale" $MANY >"$scratch/many.jxp" || { echo "mkscale fails"; return; }
  "$build/bench/spent" "$scratch/spent" "$build/hostdump" report --no-symbols "$scratch/many.jxp" \
    >"$scratch/report" 2>"$scratch/errors" ||
    { echo "report fails: $(tail -n 1 "$scratch/errors")"; return; }
  awk -v most="$MEMORY_MIB" '$2 > most { print $2, "MiB are more than", most }' "$scratch/spent"
}

# add_up ALL OPTION...: each record is in a row of the binned tables, and what is measured adds up to the tables in ALL.
add_up() {
  of=$1
  shift
  "$build/hostdump" tables --no-symbols --bins 500 --bins-above 1000 -o "$scratch/binned" "$@" "$scratch/run.jxp" \
    2>"$scratch/errors" ||
    { echo "tables fails: $(tail -n 1 "$scratch/errors")"; return; }
  for check in events: intervals: wakes: objects: objects:sum_bytes activity: activity:ran; do
    all=$(sum "$of/${check%:*}.tsv" "${check#*:}")
    got=$(sum "$scratch/binned/${check%:*}.tsv" "${check#*:}")
    [ "$all" = "$got" ] && [ "$all" -gt 0 ] || echo "$check $*: $all in all, $got binned"
  done
}

# The tables of a window that cuts stretches off at both ends, and in bins.
binned_in_a_window() {
  "$build/hostdump" tables --no-symbols --from 150000.5 --to 150900.7 -o "$scratch/window" "$scratch/run.jxp" \
    2>"$scratch/errors" || echo "tables fails: $(tail -n 1 "$scratch/errors")"
  add_up "$scratch/window" --from 150000.5 --to 150900.7
}

binned() {
  add_up "$scratch/all"
  rows=$(wc -l <"$scratch/binned/events.tsv")
  [ "$rows" -lt 50000 ] || echo "events are binned into $rows rows"
}

# Windows that cut the run where no event is: together they have all events.
windows() {
  parts=0
  for window in '-1 100000' '100000.0001 200000' '200000.0001 1e9'; do
    part=$("$build/hostdump" report --no-symbols --tsv --table events --from "${window% *}" --to "${window#* }" \
      "$scratch/run.jxp" | grep -c -v -e '^#' -e '^time_us')
    parts=$((parts + part))
  done
  all=$(sum "$scratch/all/events.tsv" '')
  [ "$parts" = "$all" ] || echo "the parts have $parts events, the whole $all"
}

# A file with an index and one without say the same of any window, and all ways of receiving make the same file.
index() {
  mkdir "$scratch/indexed" "$scratch/plain"
  "$build/hostdump" -o "$scratch/indexed/run.jxp" <"$scratch/run.jxp" 2>"$scratch/errors" ||
    { echo "hostdump fails: $(tail -n 1 "$scratch/errors")"; return; }
  [ "$(stat -c %s "$scratch/indexed/run.jxp")" -gt "$(stat -c %s "$scratch/run.jxp")" ] || echo "there is no index"
  cp "$scratch/run.jxp" "$scratch/plain"
  for window in '150000 150500' '-1 10' '300000 1e9' '1e8 1e9'; do
    for where in indexed plain; do
      (cd "$scratch/$where" && "$build/hostdump" tables --no-symbols --from "${window% *}" --to "${window#* }" -o tables \
        run.jxp 2>&1)
    done
    diff -r "$scratch/indexed/tables" "$scratch/plain/tables" | sed "s/^/$window: /"
  done
  "$build/hostdump" -o "$scratch/again.jxp" <"$scratch/indexed/run.jxp" 2>"$scratch/errors"
  cmp "$scratch/again.jxp" "$scratch/indexed/run.jxp" 2>&1
  "$build/hostdump" -c -o "$scratch/again.jxp" </dev/null 2>"$scratch/errors" # the old index goes, and a new one is made
  cmp "$scratch/again.jxp" "$scratch/indexed/run.jxp" 2>&1
  at=$(grep -a -b -o "$(printf '\376JX')$" "$scratch/run.jxp" | sed -n '30s/:.*//p') # a frame
  head -c "$at" "$scratch/run.jxp" >"$scratch/again.jxp"
  tail -c "+$((at + 1))" "$scratch/run.jxp" | "$build/hostdump" -c -o "$scratch/again.jxp" 2>"$scratch/errors"
  cmp "$scratch/again.jxp" "$scratch/indexed/run.jxp" 2>&1
}

# draw CHART FROM TO ARGS...: a chart of a stretch of time.
draw() {
  chart=$1 from=$2 to=$3
  shift 3
  HOSTDUMP=$scratch/asking sh "$tree/viz/render.sh" "$chart" --from "$from" --to "$to" --format svg "$@" \
    >"$scratch/out" 2>"$scratch/errors"
}

# Charts of a stretch are drawn from tables of that stretch, and are those that the tables of the whole run give; where
# more is needed, as by lifetime for what was born before, all is read.
charts_of_a_window() {
  printf '#!/bin/sh\necho "$*" >>"%s/asked"\nexec "%s/hostdump" "$@" --no-symbols\n' "$scratch" "$build" \
    >"$scratch/asking"
  chmod +x "$scratch/asking"
  draw creation 150ms 150500us "$scratch/run.jxp" -o "$scratch/part" &&
    draw creation 150ms 150500us --tables "$scratch/all" -o "$scratch/whole" ||
    { echo "creation: $(tail -n 1 "$scratch/errors")"; return; }
  cmp "$scratch/part/creation.tsv" "$scratch/whole/creation.tsv" 2>&1
  grep -q -e '--from 150000.000 --to 150500.000' "$scratch/asked" || echo "hostdump was asked for all"
  draw lifetime 150ms 150500us "$scratch/run.jxp" -o "$scratch/part" ||
    echo "lifetime: $(tail -n 1 "$scratch/errors")"
  tail -n 1 "$scratch/asked" | grep -q -e '--from' && echo "lifetime is drawn from a part of the objects"
  draw events 165ms 165001us "$scratch/run.jxp" -o "$scratch/part" # in the long wait
  grep -q 'events: skipped: no event in 1.00' "$scratch/errors" ||
    echo "of no event it is said: $(cat "$scratch/errors")"
}

"$build/mkscale" $RECORDS >"$scratch/run.jxp" || give_up scale "mkscale fails"
"$build/hostdump" tables --no-symbols -o "$scratch/all" "$scratch/run.jxp" 2>"$scratch/errors" ||
  give_up scale "tables fails: $(tail -n 1 "$scratch/errors")"
try memory_of_a_report memory
try binned_tables_add_up binned
try binned_windows_add_up binned_in_a_window
try windows_add_up windows
try index_says_the_same index
try charts_of_a_window charts_of_a_window
finish
