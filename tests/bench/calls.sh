#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# calls.sh: what it costs to record each call of a program, one by one: `stock', a stock exchange of about 150 methods
# whose calls are as many as those of the largest program of JaViz's paper (I. H. Kazi et al., "JaViz: A client/server
# Java profiling tool", IBM Systems Journal 39-1, 2000), which ran 1.5 times as long and took about half an hour to
# become a tree. The program runs without probes, with timed methods, and with each call recorded besides. Times count
# instructions (-icount: one is a nanosecond), so they repeat, whatever else the host does.
#
# What millions of calls cost the host is measured with a dump that was made for it (scale/mkcalls.c), beside a bare loop
# that unpacks its records.
#
#   calls.sh BUILD
#
# Prints a figure a line: name, value, unit, goal, holds or short. Exit status: 1 when something could not be run.
set -euo pipefail

here=$(dirname "$0")
tree=$here/../..
build=$1
out=$build/bench/calls
mkdir -p "$out"

# run NAME PROF OPTIONS JAVA-OPTION...: its dump is OUT/NAME/run.jxp.
run()
{
  local name=$1 prof=$2 options=$3
  shift 3
  bash "$tree/host-tools/run/java.sh" --build "$build" --app stock --objects none "$@" -- --build "$build" \
    --input "$build/text.txt" --prof "$prof" --append "$options" --mem 700 --no-charts --no-tables --out "$out/$name" \
    >"$out/$name.said" 2>&1 || { echo "calls: stock failed; see $out/$name.said" >&2; exit 1; }
  "$build/hostdump" report --tsv --table=run "$out/$name/run.jxp" >"$out/$name.run"
}

value() { awk -F '\t' -v key="$2" '$1 == key { print $2; exit }' "$out/$1.run"; }

figure() # NAME VALUE UNIT [GOAL HOLDS]
{
  printf '%s\t%s\t%s%s\n' "$1" "$2" "$3" "${4:+	$4	$([ "$5" = 1 ] && echo holds || echo short)}"
}

ratio() { awk -v a="$(value "$1" duration_us)" -v b="$(value "$2" duration_us)" 'BEGIN { printf "%.4f", a / b }'; }
at_most() { awk -v a="$1" -v b="$2" 'BEGIN { print a + 0 <= b + 0 }'; }

timed=(--profile 'stock.*' --threshold 0)
run plain moments '' --profile none # no probes, and no moment is asked for
run timing timing 'threads=1024 timed=stock.*' "${timed[@]}"
run calls calls 'threads=1024 timed=stock.* calls=stock.*' "${timed[@]}"
run kept calls 'threads=1024 timed=stock.* calls=stock.* stream=none callrecords=600k' "${timed[@]}" # sent behind the run

calls=$(value calls made.call)
figure calls/recorded "$calls" calls '521410' "$([ "$calls" = 521410 ] && echo 1)"
plain=$(ratio calls plain) timing=$(ratio calls timing)
figure calls/plain "$plain" 'ratio of instructions' '<= 1.10' "$(at_most "$plain" 1.10)"
figure calls/timing "$timing" 'ratio of instructions' '<= 1.15' "$(at_most "$timing" 1.15)"
figure timing/plain "$(ratio timing plain)" 'ratio of instructions'
# each NAME BASE KEY: how much more of KEY the run NAME has than BASE, a call.
each()
{
  awk -v a="$(value "$1" "$3")" -v b="$(value "$2" "$3")" -v n="$calls" -v us="$4" 'BEGIN { printf "%.3g", us * (a - b) / n }'
}
instructions='instructions a call'
figure calls/program "$(awk -v a="$(value plain duration_us)" -v n="$calls" 'BEGIN { printf "%.0f", 1000 * a / n }')" "$instructions"
figure calls/timed "$(each timing plain duration_us 1000)" "$instructions"
figure calls/kept "$(each kept timing duration_us 1000)" "$instructions"
figure calls/kept_and_sent "$(each calls timing duration_us 1000)" "$instructions"
bytes=$(each calls timing wire_bytes 1)
figure calls/bytes "$bytes" 'bytes a call' '<= 3' "$(at_most "$bytes" 3)"

# The tree that one can browse: from the dump to its first levels; the best of five, for the machine is shared.
for _ in 1 2 3 4 5; do
  before=$(date +%s%N)
  "$build/hostdump" tree -D 2 "$out/calls/run.jxp" >"$out/tree" 2>&1
  echo $((($(date +%s%N) - before) / 1000))
done | sort -n | head -n 1 >"$out/opened"
opened=$(awk '{ printf "%.3f", $1 / 1e6 }' "$out/opened")
figure calls/tree "$opened" s '<= 0.1' "$(at_most "$opened" 0.1)"

# ---- many calls ----

# spend NAME COMMAND...: seconds of the processor and MiB that it takes, in OUT/NAME.spent.
spend()
{
  local name=$1
  shift
  "$build/bench/spent" "$out/$name.spent" "$@" >"$out/$name.out" 2>&1 ||
    { echo "calls: $* failed: $(tail -n 1 "$out/$name.out")" >&2; exit 1; }
}
seconds() { cut -d ' ' -f 1 "$out/$1.spent"; }
mib() { cut -d ' ' -f 2 "$out/$1.spent"; }

# many CALLS: a dump of so many, with its index, as hostdump receives it.
many()
{
  [ -e "$out/$1.jxp" ] || { "$build/mkcalls" "$1" | "$build/hostdump" -o "$out/$1.jxp" >"$out/made" 2>&1; }
}

many 100000000
bare=$("$build/bench/bench_decode" "$out/100000000.jxp" bare)
spend opened "$build/hostdump" tree --no-symbols -D 2 "$out/100000000.jxp"
times=$(awk -v a="$(seconds opened)" -v b="$bare" 'BEGIN { printf "%.2f", a / b }')
figure calls/100M_tree "$times" "x a bare loop ($bare s)" '<= 5' "$(at_most "$times" 5)"
figure calls/100M_memory "$(mib opened)" MiB '<= 512' "$(at_most "$(mib opened)" 512)"
rm "$out/100000000.jxp"
many 10000000
# One of the innermost functions.
function=$("$build/hostdump" tree --no-symbols --depth 0 --children 1 "$out/10000000.jxp" | awk '$NF ~ /^0x/ { f = $NF } END { print f }')
for _ in 1 2 3 4 5; do
  spend found "$build/hostdump" tree --no-symbols --find "$function" "$out/10000000.jxp"
  seconds found >&3
done 3>"$out/finds"
grep -q "  $function\$" "$out/found.out" || { echo "calls: $function was not found among 10 M calls" >&2; exit 1; }
read -r least _ median _ most <<<"$(sort -n "$out/finds" | tr '\n' ' ')"
figure calls/10M_find "$median" "s, opening and all ($least to $most)" '<= 1' "$(at_most "$median" 1)"
