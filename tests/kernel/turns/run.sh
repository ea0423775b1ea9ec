#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: turns with other probes (profiler/probes/turns.h), and bursts (bursts.h), in the kernel. Usage:
# run.sh BUILD [CASE...], as tests/lib/suite.sh says.
#
# Turns need a clock that does not count instructions, so how many there are depends on the host; on one that has much
# else to do each of them may last too long, and be thrown away: then the host was late for other things, too. What must
# hold all the same: what the program does is what it does without turns; no call is counted that was not made; what was
# left out is told.
# Takes 32 seconds.

. "$(dirname "$0")/../../lib/suite.sh"

# Leaves the results of a run of the text job in a folder of that name.
text_job() { # NAME PROCESSORS ICOUNT OPTIONS
  [ -d "$scratch/$1" ] && return
  bash "$tree/host-tools/run/run.sh" --build "$build" --input "$build/text.txt" --smp "$2" --icount "$3" \
    --out "$scratch/$1" --no-charts --append "$4" >"$scratch/$1.log" 2>&1 && return
  echo "the run with $4 failed: $(tail -n 3 "$scratch/$1.log")"
  return 1
}

# Prints each function and its calls in a run.
calls_of() { # NAME
  awk -F'\t' '
    /^#/ { next }
    !at["calls"] { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["function"] ~ /^(text_|skip_gap|gather_word|compress_block|expand_block|parse_|print_top)/ {
      calls[$at["function"]] += $at["calls"]
    }
    END { for (f in calls) print f, calls[f] }' "$scratch/$1/tables/tree.tsv" | sort
}

turns_of() { # NAME: the records that turns have made
  "$build/hostdump" info "$scratch/$1/run.jxp" 2>/dev/null | awk '$1 == "turn" { made = $2 } END { print made + 0 }'
}

# A run with turns=on on counted instructions has no turns: each call is counted.
counted_instructions() {
  text_job off 1 on 'run=1 turns=off' && text_job counted 1 on 'run=1 turns=on' || return
  [ "$(turns_of counted)" = 0 ] || echo "there are turns"
  grep -q 'turns: none: this machine.s clock counts instructions' "$scratch/counted/console.txt" ||
    echo "the console does not say that there are none"
  calls_of off >"$scratch/off.calls"
  calls_of counted | diff "$scratch/off.calls" - | head -n 3
}

# A run without a turn is right where all of them lasted too long, and the host has missed a tenth of the samples, too,
# which come by the same clock.
turns_or_a_late_host() { # NAME
  awk -F'\t' '
    sub(/^# note: turns: /, "") {
      told = 1
      turns = $0 + 0
      sub(/.*probes, /, "")
      turns += $0
      sub(/.*: /, "")
      left = $0 + 0
    }
    $1 == "samples_missed" { missed = $2 }
    $1 == "made.sample" { made = $2 }
    END {
      if (!told) print "the table own does not tell how many turns there were"
      else if (!turns && !left) print "there are no turns, and none was left out"
      else if (!turns && 10 * missed < made + missed)
        print "all " left " turns lasted too long, though the host missed " missed + 0 " of " made + missed " samples"
    }' "$scratch/$1/tables/own.tsv" "$scratch/$1/tables/run.tsv"
}

has_turns() { # NAME PROCESSORS OPTIONS
  text_job off 1 on 'run=1 turns=off' && text_job "$1" "$2" off "turns=on $3" || return
  calls_of off >"$scratch/off.calls"
  [ "$(wc -l <"$scratch/off.calls")" -ge 5 ] || echo "the run without turns has hardly any of the text's functions"
  calls_of "$1" | join -a 1 - "$scratch/off.calls" | awk '
    NF < 3 { print $1 " is called only with turns" }
    $2 > $3 { print $1 ": " $2 " calls, " $3 " without turns" }
    { all += $2 }
    END { if (!all) print "no call was counted" }' | head -n 3
  turns_or_a_late_host "$1"
  grep contradict "$scratch/$1/tables/"*.tsv
  awk -F'\t' '
    /^#/ { next }
    !at["rests"] { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { rows++; if ($at["rests"] !~ /^(turns|constants|samples)/) print $1 " rests on " $at["rests"] }
    $at["own_ns"] != "-" && ($at["own_ns"] < $at["low_ns"] || $at["own_ns"] > $at["high_ns"]) && $at["low_ns"] != "-" {
      print $1 ": " $at["own_ns"] " ns is not between " $at["low_ns"] " and " $at["high_ns"] }
    END { if (rows < 5) print rows + 0 " rows in the table own" }' "$scratch/$1/tables/own.tsv" | head -n 3
}

# A run in bursts has no call in its trees; how often a function was called it estimates, within some 35 % (95 %) where
# 20 bursts or more have met it: a third or three times of what is true is far outside of that. Bursts are a fifth of
# the run.
has_bursts() {
  text_job off 1 on 'run=1 turns=off' && text_job bursts 1 on 'run=1 hz=5000 bursts=200' || return
  calls_of off >"$scratch/off.calls"
  calls_of bursts | head -n 3 # none
  awk -F'\t' '
    /^#/ { next }
    !at["calls_low"] { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["bursts"] >= 20 { print $at["function"], $at["calls"], $at["calls_low"], $at["calls_high"] }' \
    "$scratch/bursts/tables/counted.tsv" | sort | join - "$scratch/off.calls" | awk '
    { rows++ }
    $2 < $3 || $2 > $4 { print $1 ": " $2 " calls are not between " $3 " and " $4 }
    $2 < $5 / 3 || $2 > $5 * 3 { print $1 ": " $2 " calls, of " $5 }
    END { if (rows < 3) print rows + 0 " functions were met by bursts" }' | head -n 3
  grep contradict "$scratch/bursts/tables/"*.tsv
}

# Crashes come at any moment of a turn.
crash_in_turns() {
  bash "$tree/host-tools/run/run.sh" --build "$build" --elf "$build/test-kernel.elf" --workload panic --icount off \
    --input "$build/text.txt" --out "$scratch/crash" --no-charts --append 'turns=on hz=5000' \
    >"$scratch/crash.log" 2>&1 && echo "the run did not fail"
  "$build/hostdump" report --table crash "$scratch/crash/run.jxp" >"$scratch/said" 2>&1
  grep -q panic "$scratch/said" || echo "the dump has no crash"
}

try counted_instructions_have_none counted_instructions
try one_processor has_turns one 1 hz=5000
try one_processor_by_slow_ticks has_turns slow 1 hz=100
try four_processors has_turns four 4 hz=5000
try four_processors_and_the_throttle has_turns throttled 4 'hz=5000 throttle=100'
try bursts_estimate_calls has_bursts
try a_crash_leaves_its_dump crash_in_turns
finish
