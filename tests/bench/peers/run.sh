#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: what `make bench-peers` stands on, as far as it comes out equal every time: the hosted profiler counts each call,
# its samples come with symbols, and peers.awk computes what it says it does. And in the kernel, where counted
# instructions make corrected times exact, time per call from samples agrees with them.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
# Takes 3 seconds.

. "$(dirname "$0")/../../lib/suite.sh"

# Calls, and samples at all: 300,000 calls take 30 ms or more.
hosted() {
  "$build/bench/peers/ours" 160000 5000 "$scratch/run.jxp" >"$scratch/out" 2>&1 ||
    { echo "fails: $(cat "$scratch/out")"; return; }
  "$build/hostdump" report --tsv -k "$build/bench/peers/ours" --table fused "$scratch/run.jxp" \
    >"$scratch/table" 2>"$scratch/errors" ||
    { echo "hostdump: $(cat "$scratch/errors")"; return; }
  awk -F '\t' '
    { calls[$1] = $2; samples[$1] = $3; all += $3 }
    END {
      if (calls["subject_caller"] != 160000 || calls["subject_leaf"] != 160000 || calls["subject_heavy"] != 10000)
        print "miscounted:", calls["subject_caller"], calls["subject_leaf"], calls["subject_heavy"]
      else if (samples["(probes)"] < all / 4)
        print "of", all, "samples only", samples["(probes)"] + 0, "in the probes"
    }' "$scratch/table"
}

# Of functions with enough samples three of four at least have the corrected time within the 95 % interval (by chance fewer
# have it in one build of a thousand), and the probes' time by samples is the one taken out, within 10 %.
agrees() {
  bash "$tree/host-tools/run/run.sh" --build "$build" --input "$build/text.txt" --prof timing,samples --append hz=20000 \
    --out "$scratch/kernel" --no-charts >"$scratch/out" 2>&1 || { echo "the run failed: $(tail -n 1 "$scratch/out")"; return; }
  awk -F '\t' '
    /^#/ { next }
    $1 == "(probes)" { taken = $4; seen = $5 }
    $3 >= 50 && $2 > 0 {
      rows++
      within += $6 >= $8 && $6 <= $9
    }
    END {
      if (rows < 8)
        print "only", rows + 0, "functions with 50 samples"
      else if (within < 0.75 * rows)
        print "of", rows, "functions only", within + 0, "agree"
      else if (seen < 0.9 * taken || seen > 1.1 * taken)
        print "probes: taken out", taken, "us, by samples", seen
    }' "$scratch/kernel/tables/fused.tsv"
}

# Three rounds made up: medians, ratios, the last row of fused, a tool that is not there.
judged() {
  printf '%s\n' 'subject_leaf 10 200 1' 'subject_caller 10 100 1' 'subject_leaf 10 200 1' >"$scratch/fused"
  printf 'event\t30\tcycles\nevent/rdtsc\t1.3\tratio\n' >"$scratch/probes"
  printf '%s\n' 'truth 9 10 20 100' 'ours 30 5 20 100' 'ours_fused - 9 22 100' 'uftrace 100 20 40 150' \
    'truth 9 10 20 100' 'ours 90 5 20 101' 'ours_fused - 11 21 99' 'uftrace 90 20 40 150' \
    'truth 9 11 20 100' 'ours 31 5 20 104' 'ours_fused - 10.5 21 99' 'uftrace 110 20 40 150' >"$scratch/results"
  awk -f "$here/peers.awk" "$scratch/fused" "$scratch/probes" "$scratch/results" >"$scratch/said"
  for line in 'peers/ours_to_uftrace	0.31	ratio	<= 0.35	holds' 'peers/ours_to_xray	-	ratio	<= 0.2	short' \
    'peers/event_to_rdtsc	1.3	ratio	<= 1.25	short' 'peers/fused_leaf_error	5	%	<= 10	holds' \
    'peers/corrected_heavy_error	1	%	<= 3	holds'; do
    grep -qxF "$line" "$scratch/said" || { echo "does not say: $line"; return; }
  done
}

try hosted_profile hosted
try fused_agrees_with_corrected agrees
try peers_judged judged
finish
