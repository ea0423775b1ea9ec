#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: what `make bench-ten` stands on, as far as it comes out equal every time: programs print the same with probes
# and in turns, no call is lost, and the figures are what ten.awk and its like say they are.
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

# Two rounds made up: medians, turned pairs of which perf tells one apart, a function that gcc has split, a time that
# is told between bounds alone.
judged() {
  cd "$scratch" || return
  printf 'function\tcalls\town_us\tlow_us\thigh_us\trests\n' >own
  printf '%s\t1\t%s\t%s\t%s\t%s\n' main 50 40 60 constants hot.part.0 30 30 30 turns warm - 5 15 turns \
    cold 11 0 20 turns >>own
  printf 'function\texcl_us\nmain\t60\nhot\t60\n' >methods
  awk -v plain=100 -v off=98 -f "$here/sums.awk" own methods >sums
  [ "$(cat sums)" = "1.000	20.000	50.5	100	-2.000" ] || echo "sums.awk says: $(cat sums)"
  printf '%s\t0\t0\t100\t-2\n' 3 -5 1 >sums
  printf '%s (%s)\n' 'a main' /p '' '' 'b memcpy' /libc 'c hot.cold' /p 'd main' /p | sed 's/^ ()$//' >stacks
  awk -v program=/p -f "$here/stacks.awk" stacks | sort >hits
  printf '1\thot\n1\tmain\n' | cmp -s - hits || echo "stacks.awk says: $(paste -s -d ' ' hits)"
  printf '%s\t%s\n' 500 hot 480 main 90 cold 20 warm 20 cold 10 warm >perf
  awk -v name=ten/x -f "$here/ten.awk" sums perf own >said
  grep -q '^ten/x/sum_error	1.00	%	<= 2	holds	(+1.00, -5.00 to +3.00;' said || echo "the sum: $(sed -n 1p said)"
  grep -q '^ten/x/order	0.667	tau	>= 0.9	short	(of 4; 1 of 6 pairs turned, 0 more than perf errs main>hot)' said ||
    echo "the order: $(sed -n 2p said)"
}

for name in sorts trees graph interpreter hashes patterns; do
  try "same_$name" "$name"
done
try judged judged
finish
