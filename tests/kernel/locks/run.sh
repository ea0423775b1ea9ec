#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: who waited for which lock, how long, and who held it where. Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh
# says.
#
# tests/kernel/programs/contend.c has threads that wait for each other's mutex, and measure with the same clock how long:
# the table must have as many waits, as long, with the functions at which both were. A Java program does so with a monitor.
# Takes 5 seconds.

. "$(dirname "$0")/../../lib/suite.sh"

contend() {
  bash "$tree/host-tools/run/run.sh" --build "$build" --elf "$build/test-kernel.elf" --input "$build/text.txt" \
    --workload contend --prof "$1" --out "$scratch/contend" --no-charts >"$scratch/log" 2>&1 && return
  echo "the run failed: $(tail -n 3 "$scratch/log")"
  return 1
}

# A wait is between two readings of the program's clock, which take a lock's probes and a switch with them: at most 1 us, a
# thousand instructions, is not in the table's.
truth='
  NR == FNR && /^contend:/ { waited[$2] = $4 / 1000; for_main[$2] = $6 / 1000; next }
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
    if (cell[at["lock"]] != "door")
      next
    rows++
    is("kind", "mutex")
    is("way", "block")
    is("waits_in", "pass_door")
    is("holds_in", cell[at["holder"]] == "main" ? "keep_door" : "pass_door")
    is("taken_in", cell[at["holder"]] == "main" ? "keep_door" : "pass_door")
    is("holds", 20)
    is("waits", cell[at["waiter"]] == "second" && cell[at["holder"]] == "main" ? 0 : 20)
    if (cell[at["waiter_stack"]] !~ /visit;pass_door$/)
      print "the stack of a wait is " cell[at["waiter_stack"]]
    if (cell[at["holder"]] == "main" && cell[at["holder_stack"]] !~ /contend_run;keep_door$/)
      print "the stack of a release is " cell[at["holder_stack"]]
    total[cell[at["waiter"]]] += cell[at["total_us"]]
    by_main[cell[at["waiter"]]] += cell[at["holder"]] == "main" ? cell[at["total_us"]] : 0
  }
  END {
    if (rows != 3)
      print rows + 0 " rows of the lock, not 3"
    near(total["first"], waited["first"], 20, "all waits of first")
    near(total["second"], waited["second"], 20, "all waits of second")
    near(by_main["second"], for_main["second"] + 20, 40, "waits of second for main")
    if (waited["second"] < 20 * 3000)
      print "the program waited " waited["second"] " us"
  }'

mutex() {
  contend "$1" || return
  tr -d '\r' <"$scratch/contend/console.txt" | awk "$truth" - "$scratch/contend/tables/locks.tsv"
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
finish
