#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# diff.sh: how often `hostdump diff` calls runs of one image different: 50 comparisons of 5 boots with 5 others, drawn from
# boots by the host's time, and from boots that count instructions, each with a run= of its own; and of boots that are
# alike, of which none may differ at all. Prints figures: name, value, unit, goal, holds or short. On a host that is
# very busy, boots by its time measure other clocks, and sample in another way: such boots cannot be compared
# with the others, and are left out and counted.
#
#   diff.sh BUILD [BOOTS]      boots of each kind (20): three seconds each
set -euo pipefail

[ $# -ge 1 ] || { sed -n 's/^# \{0,1\}//; 4,10p' "$0" >&2; exit 2; }
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

# Prints the numbers of the boots of a kind that can be compared with most of them.
comparable() { # KIND
  local n m
  for ((n = 1; n <= boots; n++)); do
    for ((m = 1; m <= boots; m++)); do
      "$build/hostdump" diff --json "$out/$1-$n.jxp" "$out/$1-$m.jxp" >"$out/diff.json" || true
      grep -q '"decided": "refused"' "$out/diff.json" || echo "$m"
    done >"$out/with"
    [ "$(wc -l <"$out/with")" -le $((boots / 2)) ] || { cat "$out/with"; return; }
  done
}

# Prints in how many comparisons something was worse or better, of those that were judged, and how many were not.
draw() { # KIND
  local n alarms=0 unjudged=0 files status
  comparable "$1" >"$out/boots"
  for ((n = 1; n <= pairs; n++)); do
    mapfile -t files < <(python3 -c 'import random, sys
for boot in random.Random(sys.argv[1]).sample(sys.stdin.read().split(), 10): print(sys.argv[2] + boot + ".jxp")' \
      "$1 $n" "$out/$1-" <"$out/boots")
    status=0
    "$build/hostdump" diff --json "${files[@]:0:5}" -- "${files[@]:5}" >"$out/diff.json" || status=$?
    case $status in
      0 | 5) ! grep -qE '^ *"(worse|better)": [1-9]' "$out/diff.json" || alarms=$((alarms + 1)) ;;
      *) unjudged=$((unjudged + 1)) ;;
    esac
  done
  awk -v name="diff/$1" -v n=$alarms -v of=$((pairs - unjudged)) -v un=$((boots - $(wc -l <"$out/boots"))) 'BEGIN {
    share = of ? 100 * n / of : 100
    printf "%s_alarms\t%.3g\t%%\t<= 5\t%s\n%s_left_out\t%d\tboots\n", name, share, share <= 5 ? "holds" : "short",
      name, un }'
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
