#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# shapes.sh BUILD [ROUNDS]: what table `own` says of functions whose times are known (shapes.c), side by side with the
# plain program, 20 ms each in turn (abreast.c): medians of both and of their differences, and in how many percent of
# (function, round) the bounds do not hold the truth. Where the user may, both run with real-time priority.

build=$1 rounds=${2:-5}
bin=$build/bench/peers
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
calls=5000000
ms=500

# Writes what both do: SHAPE
scripts() {
  printf 'export TEN_ABREAST=1 SHAPE=%s\nexec %s %s 3000 %s 100 >/dev/null\n' "$1" "$bin/shapes" "$calls" \
    "$scratch/run.jxp" >"$scratch/profiled.sh"
  printf 'export TEN_ABREAST=1 SHAPE=%s\nexec %s %s >%s\n' "$1" "$bin/shapes_plain" "$ms" "$scratch/truth" \
    >"$scratch/truth.sh"
}

. "$(dirname "$0")/../realtime.sh" # which says whether they may
for ((round = 0; round < rounds; round++)); do
  for shape in chain40 chain80 chain200 loads wide two fib; do
    scripts "$shape"
    "$build/bench/ten/abreast" "$scratch/profiled.sh" "$scratch/truth.sh" &&
      "$build/hostdump" report --tsv -k "$bin/shapes" --table own "$scratch/run.jxp" |
      awk -F '\t' -v OFS=' ' -v s="$shape" -v truth="$scratch/truth" '
        BEGIN {
          FS = " "
          while ((getline <truth) > 0)
            ns[$1] = $2
          FS = "\t"
        }
        $1 in ns { print $1, ns[$1], $6, $7, $8 }' >>"$scratch/all"
  done
done
awk '
  function sort(list, v,    n, i, k, x) {
    n = split(list, v, " ")
    for (i = 1; i <= n; i++)
      for (k = i + 1; k <= n; k++)
        if (v[k] + 0 < v[i] + 0) {
          x = v[i]; v[i] = v[k]; v[k] = x
        }
    return n
  }
  function median(list,    n, v) {
    n = sort(list, v)
    return v[int((n + 1) / 2)]
  }
  {
    all++
    held += $2 >= $4 && $2 <= $5
    if ($3 != "-") {
      truths[$1] = truths[$1] " " $2
      owns[$1] = owns[$1] " " $3
      errors[$1] = errors[$1] " " 100 * ($3 - $2) / $2
    }
  }
  END {
    for (f in owns) {
      n = sort(errors[f], v)
      printf "%-16s truth %8.2f ns, own %8.2f ns, %+.1f %% (%+.1f to %+.1f)\n", f, median(truths[f]), median(owns[f]),
        median(errors[f]), v[1], v[n]
      if (f ~ /^chain.*leaf/) {
        off = median(errors[f])
        off = off < 0 ? -off : off
        printf "peers/%s_error\t%.3g\t%%\t<= 3\t%s\t(%+.1f to %+.1f in %d rounds)\n", f, off,
          off <= 3 ? "holds" : "short", v[1], v[n], n
      }
    }
    out = all ? 100 * (1 - held / all) : 100
    printf "peers/shapes_outside_bounds\t%.3g\t%%\t<= 5\t%s\t(of %d)\n", out, out <= 5 ? "holds" : "short", all
  }' "$scratch/all"
