#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: what `make bench-ten` stands on, as far as it comes out equal every time: programs print the same with probes
# and in turns and bursts, no call is lost, and the figures are what ten.awk and its like say they are.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
# Takes 4 seconds.

. "$(dirname "$0")/../../lib/suite.sh"
bin=$build/bench/ten

own() { # PROGRAM DUMP
  "$build/hostdump" report --tsv -k "$bin/ours/$1" --table own "$2" 2>"$log" || echo "hostdump: $(tail -n 1 "$log")" >&2
}

# What the plain program prints it prints with its probes off, on, and in turns for a third of the time, too.
same() { # PROGRAM ARGUMENT...
  program=$1
  shift
  "$bin/plain/$program" "$@" >"$scratch/plain" || { echo "the plain program fails"; return; }
  "$bin/ours/$program" "$@" | cmp -s - "$scratch/plain" || echo "differs with its probes off"
  TEN_DUMP=$scratch/run.jxp "$bin/ours/$program" "$@" | cmp -s - "$scratch/plain" || echo "differs with probes"
  TEN_DUMP=$scratch/turns.jxp TEN_TURNS=300 "$bin/ours/$program" "$@" | cmp -s - "$scratch/plain" ||
    echo "differs in turns"
  own "$program" "$scratch/turns.jxp" | grep -q '^main	1	' || echo "main() is not in the table of turns"
  in_bursts ours "$@"
  in_bursts counted "$@"
}

# What a variant prints in bursts, and what the table of bursts says of it.
in_bursts() { # VARIANT ARGUMENT...
  variant=$1
  shift
  TEN_DUMP=$scratch/bursts.jxp TEN_BURSTS=300 TEN_HZ=5000 "$bin/$variant/$program" "$@" | cmp -s - "$scratch/plain" ||
    echo "$variant differs in bursts"
  "$build/hostdump" report --tsv -k "$bin/$variant/$program" --table counted "$scratch/bursts.jxp" 2>"$log" |
    awk -F '	' -v variant="$variant" '
    /^# note: bursts/ { bursts = 1 }
    /^#/ || $1 == "function" { next }
    $5 < $6 || $5 > $7 || ($2 != "-" && ($2 < $3 || $2 > $4)) { print variant ": " $1 " is not within its bounds" }
    { sum += $5 }
    END { if (!bursts || sum <= 0) print variant ": the table of bursts is empty" }'
}

# A function without calls, of the variant that bursts only count, is the plain one behind a site: no frame, no register
# saved, no site before its return.
counted_shape() {
  for variant in plain counted; do
    objdump -d --no-show-raw-insn --no-addresses "$bin/$variant/sorts" |
      awk '/^<by_key>:$/ { found = 1; next } found && NF == 0 { exit } found { print } found && /ret/ { exit }' \
        >"$scratch/$variant"
  done
  [ -s "$scratch/plain" ] || echo "there is no by_key() in the plain program"
  for i in 1 2 3 4 5; do echo "	nop"; done | cat - "$scratch/plain" | diff - "$scratch/counted"
}

# The calls of functions in the run without turns: FUNCTION CALLS...
counted() {
  own "$program" "$scratch/run.jxp" >"$scratch/own"
  while [ $# -gt 0 ]; do
    got=$(awk -F '	' -v f="$1" '$1 == f { print $2 }' "$scratch/own")
    [ "$got" = "$2" ] || echo "$1 has ${got:-no} calls, not $2"
    shift 2
  done
}

# Two rounds count eight digits each. A key goes down ten nodes and more.
sorts() { same sorts 2; counted count_digit 16 heap_sort 2 shell_sort 2; }
trees() {
  same trees 1
  counted main 1
  awk -F '	' '
    { calls[$1] = $2 }
    END { if (calls["avl_add"] < 20000 * 10) print "avl_add has " calls["avl_add"] " calls" }' "$scratch/own"
}
graph() { same graph 1; counted make_graph 1; }
interpreter() { same interpreter 20; counted main 1; }
hashes() {
  head -c 100000 "$build/text.txt" >"$scratch/text"
  same hashes "$scratch/text" 1
  counted hash_crc "$(words)"
}
words() { tr -cs 'A-Za-z' '\n' <"$scratch/text" | grep -c .; }
patterns() { head -c 20000 "$build/text.txt" >"$scratch/text"; same patterns "$scratch/text" 1; counted main 1; }

# Two rounds made up: means, an interval, a turned pair that perf cannot tell apart, a function that gcc has split.
judged() {
  cd "$scratch" || return
  printf 'function\tcalls\tcalls_low\tcalls_high\town_us\n' >counted
  printf '%s\t-\t-\t-\t%s\n' main 50 hot.part.0 42 '[timer signal]' 7 warm 10 >>counted
  awk -v plain=100 -v again=101 -v off=98 -v wall=310 -v running=305 -f "$here/sums.awk" counted >sums
  [ "$(cat sums)" = "97	100	101	98" ] || echo "sums.awk says: $(cat sums)"
  printf '%s\t100\t%s\t98\n' 102 106 100 94 >apart
  printf '%s\t100\t100\t98\n' 102 100 >sums
  printf '%s (%s)\n' 'a main' /p '' '' 'b memcpy' /libc 'b _init' /p 'b memcpy@plt' /p 'c hot.cold' /p 'd main' /p \
    '' '' 'e _start' /p | sed 's/^ ()$//' >stacks
  awk -v program=/p -v run=7 -f "$here/stacks.awk" stacks | sort >hits
  printf '7\t1\thot\n7\t1\tmain\n' | cmp -s - hits || echo "stacks.awk says: $(paste -s -d ' ' hits)"
  printf '%s\t%s\t%s\n' 0 480 hot 0 500 main 0 80 cold 0 20 warm 1 490 hot 1 450 main 1 40 cold 1 20 warm >perf
  printf '%s\t%s\t%s\n' 0 460 hot 0 490 main 0 60 cold 0 20 warm 1 480 hot 1 470 main 1 20 cold 1 90 warm >again
  printf '%s\t%s\n' main 50 hot.part.0 42 warm 8 cold 10 main 50 hot 40 cold 10 warm 9 >own
  awk -v name=ten/x -v turns=9 -f "$here/ten.awk" sums perf again own >said
  sum='(+1.00, 95 % +- 1.41, median +1.00; probes off -2.00 +- 0.00, of that image +3.06 +- 1.44; '
  sum="${sum}plain in other layouts"
  grep -F "ten/x/sum_error	1.00	%	<= 2	holds	$sum +0.00 +- 0.00; " said | grep -q '2 rounds; by turns +9.0' ||
    echo "the sum: $(sed -n 1p said)"
  awk -v name=ten/x -f "$here/ten.awk" apart perf again own |
    grep -qF "$sum +0.00 +- 8.49, too far apart to tell 2 %; " || echo "it is not said that plain layouts differ"
  order='(of 4; perf, again 0.333, in the mean 0.682; 1 of 6 pairs turned main>hot; '
  order="${order}of 4 pairs that perf tells apart 0: 1.000)"
  grep -qF "ten/x/order	0.667	tau	>= 0.9	short	$order" said ||
    echo "the order: $(sed -n 2p said)"
}

# Says whether these rounds are enough.
enough() { # PRECISE
  awk -v precise="$1" -v settled=0.95 -f "$here/ten.awk" three perf again
}

# There are rounds enough where the difference is known, and two looks of perf are expected to agree: here shares differ
# by more than three of their standard errors, then in one look, and in both, by less than one.
settled() {
  cd "$scratch" || return
  printf '%s\t100\t100\t98\n' 102 100 102 >three
  printf '%s\t%s\t%s\n' 0 62 main 0 38 hot 1 54 main 1 46 hot 2 58 main 2 42 hot >perf
  cp perf again
  [ "$(enough 1.1) $(enough 1.3)" = "0 1" ] || echo "how well the difference is known is told wrongly"
  printf '%s\t%s\t%s\n' 0 15 main 0 20 hot 1 20 main 1 15 hot 2 18 main 2 16 hot >again
  [ "$(enough 1.3)" = 0 ] || echo "looks that differ are enough"
  cp again perf
  [ "$(enough 1.3)" = 0 ] || echo "looks that are equal by chance are enough"
}

# A script for abreast: the program, or what else is given, as if it were the plain one in a round.
beside() { # NAME COMMAND...
  name=$1
  shift
  printf 'export TEN_ABREAST=1 TEN_TIME=%s.time\nexec %s >%s.out 2>%s.err\n' "$scratch/$name" "$*" "$scratch/$name" \
    "$scratch/$name" >"$scratch/$name"
}

# Programs side by side do what they do alone, and say how long they ran; one that fails is told.
abreast() {
  "$bin/plain/trees" 4 >"$scratch/alone"
  beside one "$bin/plain/trees" 4
  beside two "$bin/plain/trees" 4
  beside wrong "$bin/plain/trees" 0
  beside none true
  beside profiled "$bin/counted/trees" 4
  sed -i "1s|$| TEN_BURSTS=300 TEN_HZ=2000 TEN_DUMP=$scratch/run.jxp|" "$scratch/profiled"
  "$bin/abreast" "$scratch/one" "$scratch/profiled" "$scratch/two" || echo "three programs: status $?"
  for name in one profiled two; do
    cmp -s "$scratch/$name.out" "$scratch/alone" || echo "$name prints something else"
    awk 'NF != 2 || $2 <= 0 || $1 < $2 { print "is said to have run: " $0 }' "$scratch/$name.time"
    [ -s "$scratch/$name.time" ] || echo "it is not said how long $name ran"
  done
  "$build/hostdump" report --tsv -k "$bin/counted/trees" --table counted "$scratch/run.jxp" 2>"$log" \
    >"$scratch/counted" || echo "there is no table of the profiled one: $(tail -n 1 "$log")"
  grep '^stop	' "$scratch/counted" && echo "the program is said to run while it waits"
  "$bin/abreast" "$scratch/one" "$scratch/wrong" && echo "a program that fails is not told"
  "$bin/abreast" "$scratch/none" "$scratch/two" && echo "a program that never stops is not told"
  cmp -s "$scratch/two.out" "$scratch/alone" || echo "beside one that fails it prints something else"
}

# A link in another order has the same functions, in that order, and does the same; a seed has one order.
ordered() {
  program=trees
  for seed in 1 2; do
    (cd "$tree" && sh "$here/layout.sh" "$bin/ours" trees "$seed" "$scratch/$seed") || return
    nm -n "$scratch/$seed" | awk '$3 ~ /^(avl|treap)_/ { print $3 }' >"$scratch/$seed.names"
  done
  cmp -s "$scratch/1.names" "$scratch/2.names" && echo "both orders are the same"
  sort "$scratch/1.names" >"$scratch/sorted"
  sort "$scratch/2.names" | cmp -s - "$scratch/sorted" && [ -s "$scratch/sorted" ] || echo "functions are missing"
  (cd "$tree" && sh "$here/layout.sh" "$bin/ours" trees 2 "$scratch/again") && cmp -s "$scratch/2" "$scratch/again" ||
    echo "the order of a seed differs from link to link"
  "$bin/plain/trees" 1 >"$scratch/plain"
  "$scratch/1" 1 | cmp -s - "$scratch/plain" || echo "it prints something else"
}

for name in sorts trees graph interpreter hashes patterns; do
  try "same_$name" "$name"
done
try counted_shape counted_shape
try judged judged
try settled settled
try abreast abreast
try ordered ordered
finish
