#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# ten.sh BUILD [ROUNDS [PROGRAM...]]: ten programs that our profiler was not made for, profiled on the real clock with
# 2 % of turns, beside the same programs without probes. For each: by how much the sum of the functions' own times
# differs from the time of the plain run (median of the rounds; in brackets also from that of the same image with its
# probes off, for where code lies makes a difference, too), and how well the order of the ten hottest functions is
# perf's (Kendall's tau; perf's samples of all rounds). BUILD/bench/ten/run has each program's functions.
#
# What a function of the C library takes is its caller's, here and in perf's stacks. Where the user may, programs run
# with real-time priority.

build=${1-} rounds=${2:-5}
[ -d "$build" ] && [ "$rounds" -gt 0 ] 2>/dev/null ||
  { echo "usage: ten.sh BUILD [ROUNDS [PROGRAM...]]" >&2; exit 2; }
shift 2 2>/dev/null || shift
build=$(cd "$build" && pwd -P) # as perf names programs
here=$(cd "$(dirname "$0")" && pwd)
bin=$build/bench/ten
dir=$bin/run
export LC_ALL=C
rm -rf "$dir"
mkdir -p "$dir" || exit 1
. "$here/../realtime.sh"
patience=120 # seconds for each program
hz=2000      # of perf

fail() { echo "ten: $*" >&2; exit 1; }

# What a program is given: it then takes one or two seconds.
arguments() { # PROGRAM
  case $1 in
    graph) echo 80 ;;
    sorts) echo 150 ;;
    hashes) echo "$build/text.txt" 16 ;;
    interpreter) echo 1500 ;;
    trees) echo 90 ;;
    patterns) echo "$build/text.txt" 5 ;;
    lzo) echo "$build/text.txt" 150 ;;
    fdlibm) echo 500 ;;
    reader) echo report --no-symbols "$dir/large.jxp" ;;
    jxtr) echo --list; for _ in 1 2 3 4 5 6 7 8 9 10; do cat "$dir/classes"; done ;;
    *) fail "there is no program $1" ;;
  esac
}

run() { # VARIANT PROGRAM: what it prints goes to PROGRAM.VARIANT.out
  # shellcheck disable=SC2046
  timeout "$patience" "${fifo[@]}" "$bin/$1/$2" $(arguments "$2") >"$dir/$2.$1.out" 2>"$dir/$2.$1.err" ||
    fail "$2 fails; see $dir/$2.$1.err"
}

by_perf() { # PROGRAM: adds a line a function to PROGRAM.perf: samples, name
  # shellcheck disable=SC2046
  timeout "$patience" perf record -q -e cpu-clock -F "$hz" --call-graph dwarf,4096 -o "$dir/perf.data" \
    "$bin/plain/$1" $(arguments "$1") >/dev/null 2>"$dir/perf.said" &&
    timeout "$patience" perf script -i "$dir/perf.data" --no-inline -F ip,sym,dso 2>/dev/null |
      awk -v program="$bin/plain/$1" -f "$here/stacks.awk" >>"$dir/$1.perf"
}

measure() { # PROGRAM
  TEN_TIME=$dir/off run ours "$1"
  TEN_TIME=$dir/time run plain "$1"
  TEN_DUMP=$dir/$1.jxp TEN_TURNS=20 run ours "$1"
  cmp -s "$dir/$1.plain.out" "$dir/$1.ours.out" || fail "$1 prints something else with probes"
  "$build/hostdump" report --tsv -k "$bin/ours/$1" --table own "$dir/$1.jxp" >"$dir/$1.own" 2>"$dir/log" &&
    "$build/hostdump" report --tsv -k "$bin/ours/$1" --table methods "$dir/$1.jxp" >"$dir/$1.methods" 2>>"$dir/log" ||
    fail "the profile of $1 could not be read; see $dir/log"
  awk -v plain="$(cat "$dir/time")" -v off="$(cat "$dir/off")" -f "$here/sums.awk" \
    "$dir/$1.own" "$dir/$1.methods" >>"$dir/$1.sums"
}

command -v perf >/dev/null || fail "there is no perf: apt-get install linux-perf"
[ $# -gt 0 ] || set -- graph sorts hashes interpreter trees patterns lzo fdlibm reader jxtr
find "$build/java/classes/java.base" -name '*.class' | sort >"$dir/classes"
case " $* " in *' reader '*)
  { "$build/mkscale" 4000000 >"$dir/large.stream" &&
    "$build/hostdump" -o "$dir/large.jxp" <"$dir/large.stream"; } >"$dir/log" 2>&1 ||
    fail "there is no large dump; see $dir/log" ;;
esac
for ((round = 0; round < rounds; round++)); do
  for program; do
    measure "$program"
    by_perf "$program" && [ -s "$dir/$program.perf" ] || fail "perf saw no function of $program; see $dir/perf.said"
  done
done
for program; do
  awk -v name="ten/$program" -f "$here/ten.awk" "$dir/$program.sums" "$dir/$program.perf" "$dir/$program.own"
done
