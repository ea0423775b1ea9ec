#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# ten.sh BUILD [ROUNDS [PROGRAM...]]: ten programs that our profiler was not made for, profiled on the real clock with
# 2 % of the run in bursts (profiler/probes/bursts.h), beside the same programs without probes. For each: by how much
# the sum of the functions' own times (table counted) differs from the time of the plain run, and how well the order of
# the ten hottest functions is perf's (Kendall's tau). BUILD/bench/ten/run has each program's functions.
#
# The profiled program has sites that bursts count, and no others: its code is the plain program's else (COUNTED_FLAGS).
#
# How much of the order is chance says perf itself: in each round it looks at the plain program in a second layout, too,
# as often a second as the profiler does, and how well that order is the first one's stands beside ours, and so does
# tau of the pairs of functions that perf's runs tell apart (ten.awk). The goal is for tau of all pairs.
#
# Where code lies changes what a program takes by up to 30 %, with probes or without, so each round links the plain
# program and the profiled one anew, each with its functions in another order (layout.sh), and the means of the rounds
# are compared; so are the sums of the samples, perf's and ours. What else runs on the machine, and on its host, changes
# that by half, so the programs of a round run side by side, 20 ms each in turn (abreast.c), and what counts is how long
# each had the processor. A second layout of the plain program is among them: by how much it differs from the first is
# what this bench cannot tell from nothing. By how much the sum differs from the time of the profiled image with its
# probes off ("of that image") is the profiler's own error, whatever that image's layout. There are ROUNDS of them (12),
# and more, up to sixteen times as many or a quarter of an hour of them, until half of the 95 % interval of the
# difference is 1 %, and until perf's order is settled, whatever ours is: two looks of that many rounds are expected to
# agree to a tau of 0.95 (ten.awk). Beside them stands by how much the sum by turns (profiler/probes/turns.h) differs,
# in one run of the program with probes of calls.
#
# What a function of the C library takes is its caller's, here and in perf's stacks. Where the user may, programs run
# with real-time priority.

build=${1-} rounds=${2:-12}
[ -d "$build" ] && [ "$rounds" -gt 0 ] 2>/dev/null ||
  { echo "usage: ten.sh BUILD [ROUNDS [PROGRAM...]]" >&2; exit 2; }
shift 2 2>/dev/null || shift
build=$(cd "$build" && pwd -P) # as perf names programs
here=$(cd "$(dirname "$0")" && pwd)
bin=$build/bench/ten
dir=$bin/run
top=$(cd "$here/../../.." && pwd) # of which the names of objects are
export LC_ALL=C
rm -rf "$dir"
mkdir -p "$dir" || exit 1
. "$here/../realtime.sh"
patience=120 # seconds for each program
hz=2000      # of perf
precise=1    # half of the 95 % interval, %
settled=0.95 # tau that two looks of perf are expected to have
more=16      # times ROUNDS, at most
longest=900  # seconds that a program's rounds may take
layouts="plain again still burst" # of a round; names of one length, which is in what a program's stack begins with

# By the clock, of which a program has a quarter. What comes due while it waits comes with its next 20 ms: of samples
# 500 a second of its own time, for a signal takes 30 us in a virtual machine, and the program some 10 more behind it;
# of bursts one in 50 ms.
slow_hz=450 slow_bursts=5
again_hz=500 # of perf's second look: samples as many as ours

fail() { echo "ten: $*" >&2; exit 1; }

# What a program is given: it then takes most of a second, for samples enough.
arguments() { # PROGRAM
  case $1 in
    graph) echo 32 ;;
    sorts) echo 45 ;;
    hashes) echo "$build/text.txt" 28 ;;
    interpreter) echo 600 ;;
    trees) echo 60 ;;
    patterns) echo "$build/text.txt" 2 ;;
    lzo) echo "$build/text.txt" 30 ;;
    fdlibm) echo 800 ;;
    reader) echo report --no-symbols "$dir/large.jxp" ;;
    jxtr) echo --list; for _ in 1 2 3; do cat "$dir/classes"; done ;;
    *) fail "there is no program $1" ;;
  esac
}

# Writes the script of a layout's run for abreast. Each has variables of the same length, so that its stack begins where
# the others' do; where that is each round draws.
script() { # LAYOUT PROGRAM
  local image=$dir/$2.$1
  rm -f "$image.time"
  {
    printf 'export TEN_ABREAST=1 TEN_TIME=%s TEN_PAD=%s TEN_%s=%s TEN_BURSTS=%s TEN_HZ=%s\nexec %s' "$image.time" \
      "$pad" "$([ "$1" = burst ] && echo DUMP || echo NONE)" "$dir/$2.jxp" "$slow_bursts" "$slow_hz" "$image"
    # shellcheck disable=SC2046
    printf " '%s'" $(arguments "$2")
    printf ' >%s 2>%s\n' "$image.out" "$image.err"
  } >"$image.sh"
}

run() { # IMAGE PROGRAM WHAT: what it prints goes to PROGRAM.WHAT.out
  # shellcheck disable=SC2046
  timeout "$patience" "${fifo[@]}" "$1" $(arguments "$2") >"$dir/$2.$3.out" 2>"$dir/$2.$3.err" ||
    fail "$2 fails; see $dir/$2.$3.err"
}

# Adds a line a function to the file: round, samples, name. What the program prints goes to a file, as in a round: that
# takes jxtr's list_class() a tenth of its time. No other program's exec may come between perf and the image:
# perf then finds none of the callers of the C library, wherever it had met that library in the other one.
by_perf() { # IMAGE PROGRAM ROUND HZ FILE
  # shellcheck disable=SC2046
  timeout "$patience" perf record -q -e cpu-clock -F "$4" --call-graph dwarf,4096 -o "$dir/perf.data" \
    "$1" $(arguments "$2") >"$dir/$2.perf.out" 2>"$dir/perf.said" &&
    timeout "$patience" perf script -i "$dir/perf.data" --no-inline -F ip,sym,dso 2>/dev/null |
      awk -v program="$1" -v run="$3" -f "$here/stacks.awk" >>"$5"
}

# perf's two looks at a round: one at the layout that ran, one at another.
by_perf_twice() { # PROGRAM ROUND
  local image=$dir/$1
  { by_perf "$image.plain" "$1" "$2" "$hz" "$image.perf" &&
    by_perf "$image.again" "$1" "$2" "$again_hz" "$image.perf_again" && [ -s "$image.perf" ]; } ||
    fail "perf saw no function of $1; see $dir/perf.said"
}

table() { # NAME IMAGE DUMP
  "$build/hostdump" report --tsv -k "$2" --table "$1" "$3" 2>"$dir/log" || fail "$3 could not be read; see $dir/log"
}

# One round: three layouts, one of them with sites that are off and that bursts use, side by side. Which one is first
# goes round.
measure() { # PROGRAM ROUND
  local image=$dir/$1 what scripts=() first=$(($2 % 4))
  (cd "$top" && sh "$here/layout.sh" "$bin/plain" "$1" $((2 * $2)) "$image.plain" &&
    sh "$here/layout.sh" "$bin/plain" "$1" $((2 * more * rounds + $2)) "$image.again" &&
    sh "$here/layout.sh" "$bin/counted" "$1" $((2 * $2 + 1)) "$image.burst" &&
    cp "$image.burst" "$image.still") || fail "$1 could not be linked"
  pad=$(printf '%*s' $(($2 * 1237 % 4096)) '' | tr ' ' .)
  for what in $layouts; do
    script "$what" "$1"
    scripts+=("$image.$what.sh")
  done
  timeout $((4 * patience)) "$bin/abreast" "${scripts[@]:first}" "${scripts[@]:0:first}" >"$dir/abreast.said" 2>&1 ||
    fail "$1 fails; see $image.*.err"
  cmp -s "$image.plain.out" "$image.burst.out" || fail "$1 prints something else with probes"
  table counted "$image.burst" "$image.jxp" >"$image.counted"
  awk -v plain="$(running plain "$1")" -v again="$(running again "$1")" -v off="$(running still "$1")" \
    -v wall="$(cut -f 1 "$image.burst.time")" -v running="$(running burst "$1")" -f "$here/sums.awk" \
    "$image.counted" >>"$image.sums"
  grep -v '^#' "$image.counted" | tail -n +2 | cut -f 1,5 >>"$image.own"
}

# How long a layout's run had the processor, microseconds.
running() { # LAYOUT PROGRAM
  cut -f 2 "$dir/$2.$1.time"
}

# The sum by turns, of one run as the linker has laid it out, in % of the plain one.
by_turns() { # PROGRAM
  TEN_TIME=$dir/time run "$bin/plain/$1" "$1" plain
  TEN_DUMP=$dir/$1.jxp TEN_TURNS=20 run "$bin/ours/$1" "$1" turns
  table own "$bin/ours/$1" "$dir/$1.jxp" >"$dir/$1.turns"
  awk -F '\t' -v plain="$(cut -f 1 "$dir/time")" '
    $1 == "function" || /^#/ { next }
    { sum += $3 == "-" ? ($4 + ($5 == "-" ? 0 : $5)) / 2 : $3 }
    END { printf "%.1f\n", 100 * (sum - plain) / plain }' "$dir/$1.turns"
}

command -v perf >/dev/null || fail "there is no perf: apt-get install linux-perf"
[ $# -gt 0 ] || set -- graph sorts hashes interpreter trees patterns lzo fdlibm reader jxtr
find "$build/java/classes/java.base" -name '*.class' | sort >"$dir/classes"
case " $* " in *' reader '*)
  { "$build/mkscale" 4000000 >"$dir/large.stream" &&
    "$build/hostdump" -o "$dir/large.jxp" <"$dir/large.stream"; } >"$dir/log" 2>&1 ||
    fail "there is no large dump; see $dir/log" ;;
esac
for program; do
  enough=0 begun=$SECONDS
  for ((round = 0; round < rounds || (round < more * rounds && SECONDS - begun < longest && ! enough); round++)); do
    measure "$program" "$round"
    by_perf_twice "$program" "$round"
    enough=$(awk -v name= -v precise="$precise" -v settled="$settled" -f "$here/ten.awk" "$dir/$program.sums" \
      "$dir/$program.perf" "$dir/$program.perf_again")
  done
  awk -v name="ten/$program" -v turns="$(by_turns "$program")" -f "$here/ten.awk" "$dir/$program.sums" \
    "$dir/$program.perf" "$dir/$program.perf_again" "$dir/$program.own"
done
