#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: the calls of several nodes as one tree, beside the tree that was played. Usage: run.sh BUILD [CASE...], as
# tests/lib/suite.sh says.
# Takes 14 seconds.

. "$(dirname "$0")/../../lib/suite.sh"
cd "$scratch" || exit 2
export TMPDIR="$scratch"
hostdump=$build/hostdump
readonly SEEDS='1 2 3 4 5'

play() { # SEED
  mkdir -p "$1" && "$build/play-tree" "$1" "$1" >"$1.truth" || echo "seed $1 cannot be played"
}

tree() { # SEED OPTION...
  seed=$1
  shift
  "$hostdump" tree --no-symbols --depth 0 --children 0 "$@" "$seed" 2>errors || echo "tree $*: $(cat errors)"
}

# Each call stands under its caller, in whatever node that is.
each_call_stands_under_its_caller() {
  for seed in $SEEDS; do
    play "$seed"
    tree "$seed" >"$seed.tree"
    python3 -B "$here/judge.py" tree "$seed.truth" "$seed.tree" 2>&1
    grep incomplete "$seed.tree"
  done
}

# Thirty calls of the truth, from all over it.
some_calls() { # SEED
  awk 'NR % step == 1 { print $1 }' step=$(($(wc -l <"$1.truth") / 30)) "$1.truth"
}

the_way_out_goes_through_the_nodes() {
  play 1
  for call in $(some_calls 1); do
    tree 1 --path "$call" >path
    python3 -B "$here/judge.py" path 1.truth path "$call" 2>&1
  done
}

# What is found below a call is below it in the truth, and all that is below it is found.
finds_below_in_all_nodes() {
  play 2
  roots=$(awk '{ of[$1] = $2 } END { for (c in of) { n = 0; for (p = of[c]; p != "-"; p = of[p]) n++; print n, c } }' 2.truth |
    awk '$1 == 0 { print $2 }' | sort | awk 'NR % 9 == 1' | head -n 2)
  for root in $roots; do
    python3 -B "$here/judge.py" below 2.truth "$root" $(cut -f 1 2.truth) | awk '$2 { print $1 }' | sort >wanted
    : >found
    after=
    while tree 2 --find '*' --below "$root" ${after:+--after $after} >out && ! grep -q '^no such call' out; do
      after=$(awk '$1 ~ /:/ && $1 ~ /\// { last = $1 } END { print last }' out)
      echo "$after" >>found
    done
    sort found | cmp -s - wanted || echo "below $root: $(wc -l <found) found of $(wc -l <wanted)"
  done
}

# Spans for other programs are the same tree, and what serves a call lies in the time of that call.
spans_are_the_tree() {
  for seed in $SEEDS; do
    [ -e "$seed.truth" ] || play "$seed"
    "$hostdump" export otlp --no-symbols -o "$seed.otlp" "$seed" 2>errors || echo "export: $(cat errors)"
    python3 -B "$here/judge.py" otlp "$seed.truth" "$seed.otlp" 2>&1
  done
}

# A node that never talks to the first one has its clock by way of the others.
spans_of_a_chain() {
  mkdir chain && "$build/play-tree" 3 chain chain >chain.truth || echo "it cannot be played"
  "$hostdump" export otlp --no-symbols -o chain.otlp chain 2>&1
  ! grep -q 'jx\.clock"' chain.otlp || echo "a node has no clock"
  python3 -B "$here/judge.py" otlp chain.truth chain.otlp 2>&1
}

# With --epoch all spans are so much later.
spans_have_dates() {
  play 2
  "$hostdump" export otlp --no-symbols -o zero.otlp 2 2>&1
  "$hostdump" export otlp --no-symbols --epoch 1700000000 -o dated.otlp 2 2>&1
  python3 -B "$here/judge.py" dates zero.otlp dated.otlp 1700000000 2>&1
}

usage() {
  expect export_session_of_other_formats 2 'one dump at a time' "$hostdump" export perfetto --no-symbols -o no.pftrace \
    1/n0.jxp 1/n1.jxp
  play 3
  expect tree_between 2 'give one dump with it' "$hostdump" tree --no-symbols --between start,end 3
  expect tree_two_ways 2 'give one of --at' "$hostdump" tree --no-symbols --at n0/3:1 --find '*' 3
  expect tree_behind_nothing 2 'give --find, too' "$hostdump" tree --no-symbols --after n0/3:1 3
  expect tree_no_node 2 'there is no call 3:1' "$hostdump" tree --no-symbols --at 3:1 3
  expect tree_other_node 2 'there is no call x/3:1' "$hostdump" tree --no-symbols --at x/3:1 3
  expect tree_no_session 2 'there is no call n0/3:1' "$hostdump" tree --no-symbols --at n0/3:1 3/n0.jxp
}

# A dump that is cut off leaves the other nodes as they are.
without_a_node() {
  play 4
  echo nothing >4/n2.jxp
  "$hostdump" tree --no-symbols 4 >out 2>errors
  [ $? -eq 3 ] || echo "it ends with another status"
  grep -q '^incomplete: n2 is left out' out || echo "it is not said: $(tail -n 3 out)"
  grep -q 'to 10.77.0.3 (not traced here)' out || echo "calls to it are not there"
  "$hostdump" remote --tsv 4 2>errors | awk -F '\t' '
    /^#/ { next }
    !n++ { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { to = $at["server"] ~ /not traced/; from = $at["client"] ~ /not traced/; seen[to ? "to" : from ? "from" : "both"]++
      if (($at["executions"] == "-") != to || ($at["sends"] == "-") != from) wrong = $0 }
    END { if (!seen["to"] || !seen["from"] || !seen["both"] || wrong) print "sends and executions of remote: " wrong }'
  "$hostdump" export otlp --no-symbols -o 4.otlp 4 >out 2>errors
  [ $? -eq 3 ] || echo "the export ends with another status"
  grep -q 'n2 is left out' errors || echo "the export does not say it: $(tail -n 3 errors)"
  grep -q '"service.name","value":{"stringValue":"n3"}' 4.otlp || echo "the other nodes are not in the export"
}

try tree_each_call_stands_under_its_caller each_call_stands_under_its_caller
try tree_the_way_out_goes_through_the_nodes the_way_out_goes_through_the_nodes
try tree_finds_below_in_all_nodes finds_below_in_all_nodes
try otlp_spans_are_the_tree spans_are_the_tree
try otlp_spans_of_a_chain spans_of_a_chain
try otlp_spans_have_dates spans_have_dates
usage
try tree_without_a_node without_a_node
finish
