#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: what a profile of four processors says, beside that of one. Usage: run.sh BUILD [CASE...], as
# tests/lib/suite.sh says.
#
# What the text job does does not depend on who runs when, so the calls of its functions must be the same to the call.
# With time by instructions the processors take turns; without, they run at the same time.
# Takes 25 seconds.

. "$(dirname "$0")/../../lib/suite.sh"

# Leaves the results of a run of the text job in a folder of that name.
text_job() { # NAME PROCESSORS ICOUNT [OPTION...]
  name=$1 processors=$2 icount=$3
  shift 3
  [ -d "$scratch/$name" ] && return
  bash "$tree/host-tools/run/run.sh" --build "$build" --input "$build/text.txt" --smp "$processors" \
    --icount "$icount" --out "$scratch/$name" --no-charts "$@" >"$scratch/$name.log" 2>&1 && return
  echo "the run on $processors processors failed: $(tail -n 3 "$scratch/$name.log")"
  return 1
}

# Prints the calls of the functions whose work is the text's: those of its files, but for what waits and what begins and
# ends a thread.
calls_of() { # NAME
  awk -F'\t' '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    !/^#/ && $at["function"] ~ /^(text_|skip_gap|gather_word|compress_block|expand_block|parse_|print_top)/ {
      calls[$at["function"]] += $at["calls"]
    }
    END { for (f in calls) print f, calls[f] }' "$scratch/$1/tables/tree.tsv" | sort
}

# A run on four processors must have the calls of one, contradict itself nowhere, and have records of each processor.
is_like_one() { # NAME
  calls_of one >"$scratch/one.calls"
  calls_of "$1" >"$scratch/$1.calls"
  [ "$(wc -l <"$scratch/one.calls")" -ge 5 ] || echo "the run on one processor has hardly any of the text's functions"
  diff "$scratch/one.calls" "$scratch/$1.calls"
  grep contradict "$scratch/$1/tables/"*.tsv
  awk -F'\t' '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    !/^#/ { rows++; switches += $at["switches"] > 0; unknown += $at["unknown_us"] }
    END { if (rows != 4 || switches != 4) print rows + 0 " processors, " switches + 0 " with switches, not 4" }
  ' "$scratch/$1/tables/processors.tsv"
}

four_have_the_calls_of_one() {
  text_job one 1 on && text_job four 4 on && is_like_one four
  grep -q '^nothing was lost$' "$scratch/four.log" || echo "something was lost"
}

# Where time stamp counters are 50 to 150 ms apart, ahead and behind, the kernel finds out how far and the profile takes
# that out: no record contradicts another, no thread has run for less than no time, and each idle thread, which began by
# the first processor's counter, has the time in which the records say that it ran. (Samples are left out: what an NMI
# takes, which is in those times, is in no thread's.)
counters_apart_make_no_difference() {
  text_job one 1 on && text_job apart 4 on --elf "$build/test-kernel.elf" --prof timing,events,sched \
    --append skew=50000000 && is_like_one apart
  grep -q '^nothing was lost$' "$scratch/apart.log" || echo "something was lost"
  awk -F'\t' '
    FNR == 1 { file++; split("", at) }
    /^#/ { next }
    !at[0] { at[0] = 1; for (i = 1; i <= NF; i++) at[$i] = i; next }
    file == 1 && $at["cpu_us"] < 0 { print $0 }
    file == 1 && $at["kind"] == "idle" { ran[substr($at["thread"], 6) + 0] = $at["cpu_us"] }
    file == 2 {
      rows++
      off = ran[$at["cpu"]] - $at["idle_us"]
      if (off ^ 2 > 10000 ^ 2)
        print "the idle thread of processor " $at["cpu"] " ran for " ran[$at["cpu"]] " us, not " $at["idle_us"]
    }
    END { if (rows != 4) print rows + 0 " processors" }' \
    "$scratch/apart/tables/threads.tsv" "$scratch/apart/tables/processors.tsv"
}

# How much the line takes meanwhile depends on the host: records may be lost, and are counted.
four_at_once_have_the_calls_of_one() {
  text_job one 1 on && text_job at_once 4 off && is_like_one at_once
}

# The buffers of each processor overflow by themselves: what is there and what is lost add up.
full_buffers_are_counted() {
  text_job full 4 on --line uart --append 'events=256 sched=128 samples=64 addresses=512' || return
  awk -F'\t' '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    !/^#/ { lost[$at["what"]] += $at["records"] }
    END { if (!lost["event"]) print "no event was lost"; if (!lost["sched"]) print "no switch was lost" }
  ' "$scratch/full/tables/lost.tsv"
  ! grep -l contradict "$scratch/full/tables/"*.tsv
}

# Functions that are shorter than their probes are switched off while all processors stand still; what they counted up to
# then stays, and nothing contradicts itself.
throttle_works() { # NAME ICOUNT
  text_job "$1" 4 "$2" --append throttle=100 || return
  awk -F'\t' '
    /^#/ { next }
    !at["calls"] { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $NF ~ /throttled/ { off++; if ($at["calls"] < 100) print $1 " was switched off after " $at["calls"] " calls" }
    END { if (off < 3) print off + 0 " functions were switched off" }' "$scratch/$1/tables/methods.tsv"
  grep contradict "$scratch/$1/tables/"*.tsv
}

# QEMU's model has the caches of one processor.
refuses() {
  name=refused-${1%%=*}
  text_job "$name" 4 on --append "$1" >"$scratch/said" && echo "$1 was taken"
  grep -q "error: option .*$1\|error: option ${1%%=*}:" "$scratch/$name/console.txt" || echo "the console does not say why"
}

try four_have_the_calls_of_one four_have_the_calls_of_one
try four_at_once_have_the_calls_of_one four_at_once_have_the_calls_of_one
try counters_apart_make_no_difference counters_apart_make_no_difference
try full_buffers_are_counted full_buffers_are_counted
try throttle_in_turns throttle_works throttled on
try throttle_at_once throttle_works throttled_at_once off
try a_models_counters_are_refused refuses counters=model
finish
