#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: calls recorded one by one, of the real kernel: whether their records are the calls of the call trees, which
# are made without them, path by path, in number and in time, on one processor and on four; where a ring keeps the
# newest, where only long calls are wanted, where a crash leaves calls open; and whether slices for other viewers nest.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
# Takes 40 seconds.
test_prefix='calls '
. "$(dirname "$0")/../../lib/suite.sh"

boot() { # NAME WORKLOAD OPTIONS [ARGUMENT OF RUN.SH...]: its result is not asked for
  name=$1 workload=$2 options=$3
  shift 3
  bash "$tree/host-tools/run/run.sh" --build "$build" --elf "$build/test-kernel.elf" --input "$tree/README.md" \
    --workload "$workload" --prof calls --append "$options" --out "$scratch/$name" --no-tables "$@" \
    >"$scratch/$name.log" 2>&1
}

tables() { # NAME: of calls and of call trees
  "$build/hostdump" tables --no-symbols --table tree,calls,run -o "$scratch/$1/tables" "$scratch/$1/run.jxp" 2>&1
}

# same_as_trees NAME LEAST: each path has as many calls as its records say, those that ended and those that are open,
# and they took as long: to half a nanosecond a record, to which a record's time is rounded. LEAST calls there are at
# least.
same_as_trees() {
  awk -F '\t' -v least="$2" '
    /^#/ { next }
    FILENAME != last { last = FILENAME; file++; for (i = 1; i <= NF; i++) column[file, $i] = i; next }
    file == 1 {
      parent[$column[1, "id"]] = $column[1, "parent"]
      thread = $column[1, "thread"]
      depth = $column[1, "depth"]
      if (!depth) next
      key = thread SUBSEP depth SUBSEP $column[1, "function"]
      calls[key] += $column[1, "calls"]
      open[key] += $column[1, "open"] > 0
      time[key] += $column[1, "incl_us"]
    }
    file == 2 {
      key = $column[2, "thread"] SUBSEP $column[2, "depth"] SUBSEP $column[2, "function"]
      all++
      made[key]++
      still[key] += $column[2, "ended"] == "open"
      took[key] += $column[2, "time_us"]
      start = $column[2, "start_us"] + 0; end = $column[2, "end_us"] + 0
      off = end - start - $column[2, "raw_us"] - $column[2, "away_us"]
      if (off > 0.004 || off < -0.004) wrong = "call " $column[2, "call"] " lasts otherwise than its parts"
    }
    END {
      for (key in calls) {
        name = key
        gsub(SUBSEP, " ", name)
        if (made[key] != calls[key] + open[key])
          print name ": " made[key] + 0 " records of " calls[key] " calls and " open[key] " that are open"
        off = took[key] - time[key]
        if (off > 0.001 * made[key] + 0.01 || off < -0.001 * made[key] - 0.01)
          print name ": records take " took[key] " us, the path " time[key]
      }
      for (key in made) if (!(key in calls)) print key ": there is no such path"
      if (all < least) print "only " all + 0 " calls"
      if (wrong) print wrong
    }' "$scratch/$1/tables/tree.tsv" "$scratch/$1/tables/calls.tsv" | head -n 5
}

compared() { # NAME LEAST WORKLOAD OPTIONS [ARGUMENT...]
  name=$1 least=$2 workload=$3 options=$4
  shift 4
  boot "$name" "$workload" "$options" "$@" || { echo "the run failed: $(tail -n 2 "$scratch/$name.log")"; return; }
  said=$(tables "$name") || { echo "tables: $said"; return; }
  same_as_trees "$name" "$least"
}

# The newest calls of a ring are there, and it is said that older ones are not.
ring_keeps() {
  boot ring accuracy 'ring=calls callrecords=4k stream=timing' || { echo "the run failed"; return; }
  "$build/hostdump" tree "$scratch/ring/run.jxp" >"$scratch/said" 2>&1
  grep -q '^incomplete: .*call' "$scratch/said" || echo "nothing is said of calls that were overwritten"
  grep -q 'run_workload (open)' "$scratch/said" || echo "the call that was open at the end is missing"
  "$build/hostdump" report --tsv --table calls "$scratch/ring/run.jxp" 2>/dev/null | grep -vc '^#' >"$scratch/rows"
  [ "$(cat "$scratch/rows")" -eq 4097 ] || echo "$(cat "$scratch/rows") rows, not 4096 and a head"
}

# Of long calls the callers are there, and nothing else that is short.
over_chooses() {
  boot over accuracy 'calls-over=100us' || { echo "the run failed"; return; }
  "$build/hostdump" report --tsv --table calls --no-symbols "$scratch/over/run.jxp" 2>/dev/null |
    awk -F '\t' '/^#/ { next } !head { for (i = 1; i <= NF; i++) c[$i] = i; head = 1; next }
      $c["ended"] == "returned" && $c["time_us"] < 100 && !$c["inside"] { print "a short call without callees"; exit }
      { rows++ }
      END { if (rows < 10) print "only " rows + 0 " calls" }'
}

# Behind records_are_the_calls, whose run it exports.
slices_nest() {
  "$build/hostdump" export chrome "$scratch/one/run.jxp" -o "$scratch/one.json" 2>"$scratch/errors" ||
    { echo "export fails: $(tail -n 1 "$scratch/errors")"; return; }
  said=$(python3 "$here/nest.py" "$scratch/one.json" 2>&1)
  [ "${said% *}" -ge 1500000 ] && [ "${said#* }" = 0 ] || echo "slices, and those that cross another: $said"
}

crash_leaves_calls_open() {
  boot crash panic '' && echo "the run did not fail"
  "$build/hostdump" tree -D 0 "$scratch/crash/run.jxp" >"$scratch/said" 2>&1
  grep -q '(open)' "$scratch/said" || echo "no call is open"
}

try records_are_the_calls compared one 1500000 accuracy 'nodes=65536 callrecords=2m' --mem 512
try slices_nest slices_nest
try on_four_processors compared several 1500000 accuracy 'nodes=65536 callrecords=8m' --smp 4 --mem 1024
try ring_keeps_the_newest ring_keeps
try long_calls_and_their_callers over_chooses
try a_crash_leaves_calls_open crash_leaves_calls_open
finish
