#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: who waited for which lock, how long, and who held it where. Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh
# says.
#
# tests/kernel/programs/contend.c has threads that wait for each other's mutex, and measure with the same clock how long:
# the table must have as many waits, as long, with the functions at which both were. Doors.java does so with the monitors
# of an object and of a class; there lines are known, too. A spinlock of selftest_processors.c is held by eight threads
# on four processors, each time for nothing or for 100 us.
# Takes 11 seconds.

. "$(dirname "$0")/../../lib/suite.sh"

contend() {
  bash "$tree/host-tools/run/run.sh" --build "$build" --elf "$build/test-kernel.elf" --input "$build/text.txt" \
    --workload contend --prof "$1" --out "$scratch/contend" --no-charts >"$scratch/log" 2>&1 && return
  echo "the run failed: $(tail -n 3 "$scratch/log")"
  return 1
}

# A wait is between two readings of the program's clock, which take a lock's probes and a switch with them: at most
# `slack` us, a thousand instructions each, are not in the table's (0.9, where everything is recorded). Variables: the
# lock's name and kind; the word that begins what the program says of it; the functions in which guests and main
# have the lock; the place of these, if that is known; how the stacks of guests that wait end, and of main where it
# releases the lock.
truth='
  NR == FNR && $1 == says ":" { waited[$2] = $4 / 1000; for_main[$2] = $6 / 1000; tells_for_main = NF > 5; next }
  NR == FNR || /^#/ { next }
  !columns { columns = split($0, name, "\t"); for (i = 1; i <= columns; i++) at[name[i]] = i; FS = "\t"; next }
  function is(column, wanted) {
    if (cell[at[column]] != wanted)
      print column " of " cell[at["waiter"]] " for " cell[at["holder"]] " is " cell[at[column]] ", not " wanted
  }
  function near(said, true, times, what) {
    if (said > true || said < true - times)
      print what ": the table says " said " us, the program " true
  }
  {
    split($0, cell, "\t")
    if (cell[at["lock"]] != lock)
      next
    rows++
    sub(/#.*/, "", cell[at["waiter"]])
    sub(/#.*/, "", cell[at["holder"]])
    held_in = cell[at["holder"]] == "main" ? main_in : guests_in
    is("kind", kind)
    is("way", "block")
    is("waits_in", guests_in)
    is("holds_in", held_in)
    is("taken_in", kind == "monitor" ? "-" : held_in)
    if (place) {
      is("waits_at", place)
      is("holds_at", place)
    }
    is("holds", 20)
    is("waits", cell[at["waiter"]] == "second" && cell[at["holder"]] == "main" ? 0 : 20)
    if (cell[at["waiter_stack"]] !~ guests_stack "$")
      print "the stack of a wait is " cell[at["waiter_stack"]]
    if (cell[at["holder"]] == "main" && cell[at["holder_stack"]] !~ main_stack "$")
      print "the stack of a release is " cell[at["holder_stack"]]
    total[cell[at["waiter"]]] += cell[at["total_us"]]
    by_main[cell[at["waiter"]]] += cell[at["holder"]] == "main" ? cell[at["total_us"]] : 0
  }
  END {
    if (rows != 3)
      print rows + 0 " rows of the lock, not 3"
    near(total["first"], waited["first"], 20 * slack, "all waits of first")
    near(total["second"], waited["second"], 20 * slack, "all waits of second")
    if (tells_for_main)
      near(by_main["second"], for_main["second"] + 20 * slack, 40 * slack, "waits of second for main")
    if (waited["second"] < 20 * 3000)
      print "the program waited " waited["second"] " us"
  }'

judge() { # RUN VARIABLE=VALUE...
  run=$scratch/$1
  shift
  for variable; do
    set -- "$@" -v "$variable"
    shift
  done
  tr -d '\r' <"$run/console.txt" >"$scratch/said"
  awk "$@" "$truth" "$scratch/said" "$run/tables/locks.tsv"
}

mutex() {
  contend "$1" || return
  judge contend lock=door kind=mutex says=contend slack=2 guests_in=pass_door main_in=keep_door \
    guests_stack='visit;pass_door' main_stack='contend_run;keep_door'
}

doors() {
  bash "$tree/host-tools/run/java.sh" --build "$build" --threshold 0 --java "$here/Doors.java" -- --build "$build" \
    --input "$tree/README.md" --prof timing,locks --out "$scratch/doors" --no-charts >"$scratch/log" 2>&1 && return
  echo "the run failed: $(tail -n 3 "$scratch/log")"
  return 1
}

# Between the readings of a program in Java there are a timed method's prolog, and the runtime's work around a wait, too.
monitor() { # SAYS LOCK METHOD LINE
  line=$(grep -n "$4" "$here/Doors.java")
  way="Doors.visit;[^;]*;$(printf %s "$3" | tr '$' .)"
  judge doors lock="$2" kind=monitor says="$1" slack=3 guests_in="$3" main_in="$3" place="Doors.java:${line%%:*}" \
    guests_stack="meet.[01];$way" main_stack="Doors.meet;$way"
}

monitors() {
  doors || return
  monitor object 'Doors$Door' 'Doors$Door.pass' 'synchronized void pass('
  monitor class Doors Doors.passAll 'synchronized void passAll('
}

# A wait has a part for each thread that held the lock meanwhile, which held it at most HOLDS times, half of them long.
spinlock() {
  program=$tree/tests/kernel/programs/selftest_processors.c
  line=$(grep -n 'void hold_long' "$program")
  bash "$tree/host-tools/run/run.sh" --build "$build" --elf "$build/test-kernel.elf" --input "$tree/README.md" --smp 4 \
    --icount on --workload processors --prof locks --append 'stream=none locks=64k threads=512' --out "$scratch/spins" \
    --no-charts >"$scratch/log" 2>&1 || { echo "the run failed: $(tail -n 3 "$scratch/log")"; return; }
  awk -F '\t' -v place=":${line%%:*}\$" -v most="$(sed -n 's/^#define HOLDS *//p' "$program")" '
    /^# incomplete/ { print }
    /^#/ { next }
    !columns { columns = NF; for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["lock"] != "held long" { next }
    {
      rows++; holds += $at["holds"]; total += $at["total_us"]
      if ($at["max_us"] >= 100)
        whole++
      if ($at["kind"] != "spinlock" || $at["way"] != "spin" || $at["waiter"] == $at["holder"] || $at["holds"] > most ||
          $at["waits_in"] != "hold_long" || $at["holds_in"] != "hold_long" || $at["waits_at"] !~ place ||
          $at["waiter_stack"] !~ /thread_main;hold_long$/ || $at["holder_stack"] !~ /thread_main;hold_long$/)
        print
    }
    END {
      if (rows < 4 || holds < most || !whole || total < 40 * holds || total > 100 * holds)
        print rows + 0 " rows, " whole + 0 " with a whole long hold, " holds + 0 " parts of waits, " total + 0 " us"
    }' "$scratch/spins/tables/locks.tsv"
}

# What is off costs nothing and says nothing.
off() {
  contend sched || return
  grep -q '^# note: waits for locks were not recorded' "$scratch/contend/tables/locks.tsv" || echo "the table does not say so"
  grep -q '^door' "$scratch/contend/tables/locks.tsv" && echo "waits were recorded"
}

try mutex mutex locks
try mutex_with_all mutex timing,samples,events,sched,locks
try off off
try spinlock spinlock
try monitors monitors
finish
