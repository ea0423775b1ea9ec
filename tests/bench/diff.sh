#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# diff.sh: how often `hostdump diff` calls runs of one image different: 50 comparisons of 5 boots with 5 others, drawn from
# boots by the host's time, and from boots that count instructions, each with a run= of its own; and of boots that are
# alike, of which none may differ at all. Prints figures: name, value, unit, goal, holds or short.
#
#   diff.sh BUILD [BOOTS]      boots of each kind (20): three seconds each
set -euo pipefail

[ $# -ge 1 ] || { sed -n 's/^# \{0,1\}//; 4,8p' "$0" >&2; exit 2; }
build=$1 boots=${2:-20} pairs=50
tree=$(cd "$(dirname "$0")/../.." && pwd)
out=$build/bench/diff
rm -rf "$out"
mkdir -p "$out"

boot() { # NAME ICOUNT OPTIONS
  bash "$tree/host-tools/run/run.sh" --build "$build" --input "$build/text.txt" --icount "$2" --append "$3" \
    --out "$out/run" --no-charts >"$out/$1.log" 2>&1 || { tail -n 5 "$out/$1.log" >&2; exit 1; }
  mv "$out/run/run.jxp" "$out/$1.jxp"
}

# Prints how many of the comparisons found something worse or better, and how many were not judged.
draw() { # KIND
  local n alarms=0 unjudged=0 files status
  for ((n = 1; n <= pairs; n++)); do
    mapfile -t files < <(seq -f "$out/$1-%g.jxp" "$boots" | shuf --random-source=<(yes "$1 $n") -n 10)
    status=0
    "$build/hostdump" diff --json "${files[@]:0:5}" -- "${files[@]:5}" >"$out/diff.json" || status=$?
    case $status in
      0 | 5) ! grep -qE '^ *"(worse|better)": [1-9]' "$out/diff.json" || alarms=$((alarms + 1)) ;;
      *) unjudged=$((unjudged + 1)) ;;
    esac
  done
  awk -v name="diff/$1_alarms" -v n=$alarms -v of=$pairs -v un=$unjudged 'BEGIN {
    printf "%s\t%.3g\t%%\t<= 5\t%s\n", name, 100 * n / of, un ? "short" : 100 * n / of <= 5 ? "holds" : "short" }'
}

for ((n = 1; n <= boots; n++)); do
  boot "time-$n" off "run=$n"
  boot "counted-$n" on "run=$n"
done
boot alike-1 on run=1
boot alike-2 on run=1
draw time
draw counted
"$build/hostdump" diff --least 0 "$out/alike-1.jxp" "$out/alike-2.jxp" --json >"$out/diff.json" || true
awk '/^ *"(worse|better|new|gone)":/ { n += $2 } /^ *"same":/ { same = $2 + 0 }
  END { printf "diff/alike_differences\t%d\tfigures\t<= 0\t%s\n", n, n || !same ? "short" : "holds" }' "$out/diff.json"
