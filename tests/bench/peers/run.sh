#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: what `make bench-peers` stands on, as far as it comes out equal every time: the hosted profiler counts each call,
# turns see each function, and peers.awk computes what it says it does.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
# Takes 6 seconds.

. "$(dirname "$0")/../../lib/suite.sh"

# Without turns each call is counted.
hosted() {
  "$build/bench/peers/ours" 1000 recorded >"$scratch/out" 2>&1 && grep -qx '[0-9.]*' "$scratch/out" ||
    { echo "does not record each call: $(cat "$scratch/out")"; return; }
  ! "$build/bench/peers/ours" 1000 other >"$scratch/out" 2>&1 || { echo "takes any word"; return; }
  "$build/bench/peers/ours" 160000 5000 "$scratch/run.jxp" >"$scratch/out" 2>&1 ||
    { echo "fails: $(cat "$scratch/out")"; return; }
  "$build/hostdump" report --tsv -k "$build/bench/peers/ours" --table own "$scratch/run.jxp" \
    >"$scratch/table" 2>"$scratch/errors" ||
    { echo "hostdump: $(cat "$scratch/errors")"; return; }
  awk -F '\t' '
    { calls[$1] = $2 }
    END {
      if (calls["subject_caller"] != 160000 || calls["subject_leaf"] != 160000 || calls["subject_heavy"] != 10000)
        print "miscounted:", calls["subject_caller"], calls["subject_leaf"], calls["subject_heavy"]
    }' "$scratch/table"
}

# With turns no more calls than there were are counted, all functions are seen in turns sooner or later (the run is made
# longer until they are), and their times rest on turns.
turns() {
  calls=2000000
  while [ "$calls" -lt 200000000 ]; do
    "$build/bench/peers/ours" "$calls" 0 "$scratch/run.jxp" 300 >"$scratch/out" 2>&1 ||
      { echo "fails: $(cat "$scratch/out")"; return; }
    "$build/hostdump" report --tsv -k "$build/bench/peers/ours" --table own "$scratch/run.jxp" >"$scratch/table" 2>&1 ||
      { echo "hostdump: $(cat "$scratch/table")"; return; }
    awk -F '\t' '/^subject_(leaf|caller|heavy)/ && $11 >= 2 { seen++ } END { exit seen < 3 }' "$scratch/table" && break
    calls=$((calls * 3))
  done
  awk -F '\t' -v all="$calls" '
    /^subject_/ { counted[$1] = $2; rests[$1] = $10; seen++ }
    END {
      if (seen != 4)
        print "not all functions are in the table"
      for (f in counted)
        if (counted[f] > all)
          print f, "has", counted[f], "calls of", all
      for (f in counted)
        if (f != "subject_work" && rests[f] !~ /^turns/)
          print f, "rests on", rests[f]
    }' "$scratch/table"
}

# Side by side the profiled program and the truth end as they do alone, and each of the truth's functions takes time.
beside() {
  for shape in chain40 loads wide two fib; do
    printf 'export TEN_ABREAST=1 SHAPE=%s\nexec %s 20000 3000 %s 100 >/dev/null\n' "$shape" \
      "$build/bench/peers/shapes" "$scratch/run.jxp" >"$scratch/profiled.sh"
    printf 'export TEN_ABREAST=1 SHAPE=%s\nexec %s 1 >%s\n' "$shape" "$build/bench/peers/shapes_plain" \
      "$scratch/truth" >"$scratch/truth.sh"
    "$build/bench/ten/abreast" "$scratch/profiled.sh" "$scratch/truth.sh" >"$scratch/out" 2>&1 ||
      { echo "$shape: $(cat "$scratch/out")"; return; }
    awk -v s="$shape" 'index($1, s "_") != 1 || $1 ~ /_leaf$/ && $2 <= 0 { print "says: " $0 } END { exit !NR }' \
      "$scratch/truth" || echo "$shape has no truth"
    "$build/hostdump" report --tsv --no-symbols --table own "$scratch/run.jxp" >"$scratch/out" 2>&1 ||
      echo "$shape has no profile: $(tail -n 1 "$scratch/out")"
  done
}

# Three rounds made up: medians, ratios, bounds that do not hold the truth once, a tool that is not there.
judged() {
  printf '%s\n' 'leaf 10 9 11' 'caller 20 19 20' 'heavy 100 101 102' 'leaf 10 9 11' >"$scratch/bounds"
  printf 'event\t30\tcycles\nevent/rdtsc\t1.3\tratio\n' >"$scratch/probes"
  printf '%s\n' 'truth 9 10 20 100' 'ours 30 5 20 100' 'ours_turns 31 9 22 100 9 20 100' 'uftrace 100 20 40 150' \
    'truth 9 10 20 100' 'ours 90 5 20 101' 'ours_recorded 45 - - -' 'ours_turns 31 11 21 99 10 20 99' \
    'uftrace 90 20 40 150' 'truth 9 11 20 100' 'ours 31 5 20 104' 'ours_recorded 33 - - -' \
    'ours_turns 31 10.5 21 99 10 20 98' 'uftrace 110 20 40 150' >"$scratch/results"
  awk -f "$here/peers.awk" "$scratch/bounds" "$scratch/probes" "$scratch/results" >"$scratch/said"
  for line in 'peers/ours_to_uftrace	0.31	ratio	<= 0.35	holds' 'peers/ours_to_xray	-	ratio	<= 0.2	short' \
    'peers/recorded_to_uftrace	0.3	ratio	<= 0.4	holds	(0.3 to 0.5 in 2 rounds)' \
    'peers/event_to_rdtsc	1.3	ratio	<= 1.25	short' 'peers/outside_bounds	25	%	<= 5	short' \
    'peers/turns_leaf_error	5	%	<= 15	holds	(+0.0 to +10.0 in 3 rounds)' \
    'peers/turns_heavy_error	0	%	<= 3	holds	(+0.0 to +1.0 in 3 rounds)'; do
    grep -qxF "$line" "$scratch/said" || { echo "does not say: $line"; return; }
  done
}

try hosted_profile hosted
try turns_see_each_function turns
try truth_beside beside
try peers_judged judged
finish
