#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: each call of a Java program, as the profiler records it in the kernel, is the call that an agent in the JDK is
# told of when it runs the same program: `stock', 521,410 calls of about 150 methods in 496 threads.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says. DAYS=330 in the environment plays so many days instead of
# 165: more than a million calls (`make accuracy-calls').
# Takes 45 seconds.
test_prefix='java calls '
. "$(dirname "$0")/../../lib/suite.sh"
: "${DAYS:=165}"
failure_logs="$scratch/javac.log $scratch/run.log"

on_jdk() {
  local home
  home=$(dirname "$(dirname "$(PATH=${PATH#*/tests/lib/jdk:}; readlink -f "$(command -v javac)")")")
  gcc -std=gnu11 -O2 -Wall -Wextra -Werror -shared -fPIC -I"$home/include" -I"$home/include/linux" -o "$scratch/agent.so" \
    "$here/agent.c" &&
    javac -proc:none -encoding UTF-8 -nowarn -d "$scratch/classes" "$tree"/tests/java/apps/jdk/jx/prof/EventLog.java \
      "$tree"/translator-instr/library/jx/app/*.java "$tree"/kernel/programs/java/apps/stock/*.java &&
    java -agentpath:"$scratch/agent.so=Lstock/,$scratch/called" -cp "$scratch/classes" stock.Main "$DAYS" \
      >"$scratch/want"
} >"$scratch/javac.log" 2>&1

in_kernel() {
  bash "$tree/host-tools/run/java.sh" --build "$build" --app stock --objects none --profile 'stock.*' --threshold 0 -- \
    --build "$build" --input "$tree/README.md" --prof calls --args "$DAYS" --no-tables \
    --append 'threads=4096 timed=stock.* calls=stock.*' \
    --out "$scratch/run" >"$scratch/run.log" 2>&1 || return
  "$build/hostdump" tables --no-symbols --table calls -o "$scratch/run/tables" "$scratch/run/run.jxp" >>"$scratch/run.log" 2>&1
}

# Thread, calls inside, method without what stands behind its name, how it ended; of each thread in the order of the ends.
# The agent's lines are written so.
ours() {
  awk -F '\t' '
    /^#/ { next }
    !c["call"] { for (i = 1; i <= NF; i++) c[$i] = i; next }
    {
      f = $c["function"]
      sub(/\(.*/, "", f)
      sub(/\$\$Lambda:.*\./, "$$Lambda.", f)
      print $c["thread"] "\t" $c["inside"] "\t" f "\t" $c["ended"]
    }' "$scratch/run/tables/calls.tsv" | sort -s -t '	' -k 1,1
}

same_calls() {
  sort -s -t '	' -k 1,1 "$scratch/called" >"$scratch/theirs"
  ours >"$scratch/ours"
  awk -v days="$DAYS" 'END { if (days == 165 ? NR != 521410 : !NR) print "the agent was told of " NR " calls" }' \
    "$scratch/theirs"
  cmp -s "$scratch/theirs" "$scratch/ours" ||
    echo "$(diff "$scratch/theirs" "$scratch/ours" | grep -c '^[<>]') lines differ: $(diff "$scratch/theirs" "$scratch/ours" |
      sed -n '2,3p' | tr '\n\t' '  ')"
}

same_result() {
  grep '^result: ' "$scratch/run/console.txt" | tr -d '\r' | cmp - "$scratch/want"
}

on_jdk || give_up same_calls 'the JDK has not run the program'
in_kernel || give_up same_calls 'the kernel has not run the program'
try same_calls same_calls
try same_result same_result
[ "$DAYS" = 165 ] ||
  echo "# $(wc -l <"$scratch/theirs") calls, $(diff "$scratch/theirs" "$scratch/ours" | grep -c '^[<>]') lines differ"
finish
