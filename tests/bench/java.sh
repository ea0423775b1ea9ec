#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# java.sh: the programs of tests/bench/java, translated, beside HotSpot: each program's time by HotSpot's (its default
# compilers and collector, the same largest heap), their geometric mean, and the time in jxtr by gcc's.
# The two sides take turns, a process each; a program's figure is the median of the turns' ratios, beside the least and
# the largest. Programs measure themselves (Bench.java), for a few milliseconds at a time, and say the least time, so
# that on a busy machine some of their runs go through undisturbed.
# Usage: java.sh BUILD [PROGRAM...]; ROUNDS=n in the environment: turns, default 3.

build=$(cd "$1" && pwd) || exit 2
shift
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
rounds=${ROUNDS:-3}
heap=-Xmx1g
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
library=$build/java/classes/java.base
flags="$(cat "$build/java/emitted.flags") -I$tree/translator-instr/contract"
[ $# -gt 0 ] || set -- $(cd "$here/java" && ls ./*.java | sed -n 's|^\./\(.*\)\.java$|\1|p' | grep -vx Bench)

javac -proc:none -d "$dir/theirs" "$here"/java/*.java &&
  javac --system none --module-path "$build/java/classes" -XDstringConcat=inline -g -proc:none -d "$dir/ours" \
    "$here"/java/*.java || exit 1

figure() { # NAME VALUE UNIT GOAL
  awk -v name="$1" -v value="$2" -v unit="$3" -v goal="$4" 'BEGIN {
    printf "%s\t%s\t%s\t<= %s\t%s\n", name, value == "" ? "-" : sprintf("%.3g", value), unit, goal,
      value != "" && value + 0 <= goal + 0 ? "holds" : "short" }'
}

user_seconds() { # COMMAND...: adds what it took to $taken
  TIMEFORMAT=%U
  { time "$@" >&2; } 2>"$dir/time" || { cat "$dir/time" >&2; exit 1; }
  taken=$(awk -v sum="$taken" -v now="$(tail -1 "$dir/time")" 'BEGIN { print sum + now }')
}

translating=0 compiling=0
for name; do
  taken=$translating
  user_seconds "$build/jxtr" -c "$library:$dir/ours" -o "$dir/$name.c" "$name"
  translating=$taken taken=$compiling
  # shellcheck disable=SC2086
  user_seconds gcc $flags -c -o "$dir/$name.o" "$dir/$name.c/jxg_all.c"
  compiling=$taken
  gcc -no-pie -o "$dir/$name" "$dir/$name.o" "$build/java/libjxrt.a" -lpthread -lm || exit 1
done

for name; do
  for _ in $(seq "$rounds"); do
    "$dir/$name" $heap >>"$dir/$name.ours" || exit 1
    java $heap -cp "$dir/theirs" "$name" >>"$dir/$name.theirs" || exit 1
  done
  paste "$dir/$name.ours" "$dir/$name.theirs" | awk '{ print $1 / $2 }' | sort -g >"$dir/$name.ratios"
  ratio=$(sed -n "$(((rounds + 1) / 2))p" "$dir/$name.ratios")
  echo "$ratio" >>"$dir/ratios"
  spread=$(awk 'NR == 1 { least = $1 } END { printf "%.2f to %.2f", least, $1 }' "$dir/$name.ratios")
  figure "java_$name/hotspot" "$ratio" "ratio, $spread" 2
done
figure java_geometric_mean/hotspot "$(awk '{ sum += log($1) } END { print exp(sum / NR) }' "$dir/ratios")" ratio 1.2
figure jxtr_time/gcc_time "$(awk -v a="$translating" -v b="$compiling" 'BEGIN { print a / b }')" ratio 0.2
