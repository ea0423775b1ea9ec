#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# shapes.sh BUILD [ROUNDS]: what table `own` says of functions whose times are known (shapes.c), each round beside the
# plain program: medians of both, and in how many percent of (function, round) the bounds do not hold the truth. Where
# the user may, both run with real-time priority.

build=$1 rounds=${2:-5}
bin=$build/bench/peers
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
calls=5000000
. "$(dirname "$0")/../realtime.sh"

for ((round = 0; round < rounds; round++)); do
  "${fifo[@]}" "$bin/shapes_plain" 1000000 | awk '{ print "truth", $2, $3 }' >>"$scratch/all"
  for shape in chain40 chain80 chain200 loads wide two fib; do
    SHAPE=$shape "${fifo[@]}" "$bin/shapes" "$calls" 3000 "$scratch/run.jxp" 100 >/dev/null &&
      "$build/hostdump" report --tsv -k "$bin/shapes" --table own "$scratch/run.jxp" |
        awk -F '\t' -v OFS=' ' -v s="$shape" 'index($1, s "_") == 1 { print "own", $1, $6, $7, $8 }' >>"$scratch/all"
  done
  echo end >>"$scratch/all"
done
awk '
  function median(list, n,    v, i, k, x) {
    n = split(list, v, " ")
    for (i = 1; i <= n; i++)
      for (k = i + 1; k <= n; k++)
        if (v[k] + 0 < v[i] + 0) {
          x = v[i]; v[i] = v[k]; v[k] = x
        }
    return v[int((n + 1) / 2)]
  }
  $1 == "truth" { truth[$2] = $3; truths[$2] = truths[$2] " " $3 }
  $1 == "own" && $2 in truth {
    all++
    held += truth[$2] >= $4 && truth[$2] <= $5
    if ($3 != "-")
      owns[$2] = owns[$2] " " $3
  }
  END {
    for (f in truths)
      if (owns[f] != "") {
        t = median(truths[f]); o = median(owns[f])
        printf "%-16s truth %8.2f ns, own %8.2f ns, %+.1f %%\n", f, t, o, 100 * (o - t) / t
        if (f ~ /^chain.*leaf/) {
          off = 100 * (o > t ? o - t : t - o) / t
          printf "peers/%s_error\t%.3g\t%%\t<= 3\t%s\n", f, off, off <= 3 ? "holds" : "short"
        }
      }
    out = all ? 100 * (1 - held / all) : 100
    printf "peers/shapes_outside_bounds\t%.3g\t%%\t<= 5\t%s\n", out, out <= 5 ? "holds" : "short"
  }' "$scratch/all"
