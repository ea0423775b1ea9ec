#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: moments of the real kernel: whether each frame of each thread is the one that gdb finds at the same
# instruction, whether intervals are as long as asked for, what deadlocks, crashes and the watchdog have to say, and the
# monitor's commands. Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says. MOMENTS=200 has gdb look at so many
# (20).
# Takes 30 seconds.

. "$(dirname "$0")/../lib/suite.sh"
MOMENTS=${MOMENTS:-20}

boot() { # NAME WORKLOAD OPTIONS [ARGUMENT OF RUN.SH...]: its result is not asked for
  local name=$1 workload=$2 options=$3
  shift 3
  bash "$tree/host-tools/run/run.sh" --build "$build" --elf "$build/test-kernel.elf" --input "$scratch/input" \
    --workload "$workload" --prof events --append "$options" --out "$scratch/$name" --no-charts "$@" \
    >"$scratch/$name.log" 2>&1
}

stacks() { # NAME [OPTION...]
  local name=$1
  shift
  "$build/hostdump" stacks "$@" "$scratch/$name/run.jxp" 2>&1
}

for _ in $(seq 1 $(((MOMENTS + 19) / 20))); do # the job takes as long as there are moments
  cat "$tree"/*.md "$tree"/host-tools/*.md "$tree"/serial-xfer/FORMAT.md
done >"$scratch/input"

# ---- gdb ----

# gdb stops the kernel at the end of each moment: QEMU waits for it from the start.
follow_with_gdb() {
  boot gdb text 'stacks=1ms' --qemu-dir "$scratch" --qemu '-S -gdb unix:dir/socket,server=on,wait=off' &
  until [ -S "$scratch/socket" ] || ! kill -0 $! 2>/dev/null; do sleep 0.1; done
  gdb -nx -batch -ex "set \$most = $MOMENTS" -ex 'set architecture i386:x86-64' -ex "file $build/test-kernel.elf" \
    -ex "target remote $scratch/socket" -ex "source $here/walk.py" >"$scratch/lines" 2>"$scratch/walk.log"
  wait $!
}

gdb_agrees() {
  follow_with_gdb || { echo "the run failed: $(tail -n 2 "$scratch/walk.log" "$scratch/gdb.log")"; return; }
  "$build/hostdump" tables --no-symbols "$scratch/gdb/run.jxp" -o "$scratch/addresses" >/dev/null 2>&1
  stacks gdb --at 3000 | sed -n 's/^\(.*\) (number \([0-9]*\)): .*/\2 \1/p' >"$scratch/names"
  python3 "$here/compare.py" "$scratch/lines" "$scratch/addresses/moments.tsv" "$scratch/names" "$MOMENTS" \
    2>"$scratch/compared" || echo "compare.py fails: $(tail -n 1 "$scratch/compared")"
}

# ---- intervals ----

# The time of moment n is the first one's and n - 1 intervals, to a tick (1 ms): there is no drift.
intervals_hold() {
  boot intervals split 'stacks=2ms' || { echo "the run failed: $(tail -n 2 "$scratch/intervals.log")"; return; }
  "$build/hostdump" tables "$scratch/intervals/run.jxp" -o "$scratch/intervals/tables" >/dev/null 2>&1
  awk -F '\t' '/^#/ || $1 == "time_us" { next }
    $1 < first || !first { first = $1 } $2 > last { last = $2 }
    { if (!($1 in met)) { met[$1] = 1; count++ } }
    $4 == "Monitor" { moments += $3 }
    END {
      if (moments < 50) print "only " moments + 0 " moments"
      off = (last - first) / 2000 - (moments - 1)
      if (off > 1 / 2 || off < -1 / 2) print moments " moments in " last - first " us: " off * 2000 " us of drift"
    }' "$scratch/intervals/tables/moments.tsv"
}

# ---- deadlocks, crashes ----

names_deadlock() {
  boot dead deadlock 'stacks=1ms'
  stacks dead >"$scratch/said"
  for line in 'moment [0-9]* at [0-9.]* us (crash): ' 'deadlock 1: these threads wait for each other for ever$' \
    '  main waits for mutex 0x[0-9a-f]*, which opponent has$' \
    '  opponent waits for mutex 0x[0-9a-f]*, which main has$'; do
    grep -q "^$line" "$scratch/said" || echo "no line with $line"
  done
}

# Three threads, and two kinds of waits.
names_ring() {
  boot ring ring 'stacks=1ms'
  stacks ring >"$scratch/said"
  for line in 'deadlock 1: these threads wait for each other for ever$' '  main waits for join third$' \
    '  second waits for mutex 0x[0-9a-f]*, which main has$' '  third waits for mutex 0x[0-9a-f]*, which second has$' \
    '  and 1 more wait behind them$' 'second (number [0-9]*): waiting for mutex .*, for [0-9.]* us; made by main$'; do
    grep -q "^$line" "$scratch/said" || echo "no line with $line"
  done
  grep -q 'deadlock 2' "$scratch/said" && echo "there is another one"
}

# With the image a stack has the line of each call: in that of C stands the name of the function that was called.
tells_lines_of_calls() {
  [ -e "$scratch/ring/run.jxp" ] || boot ring ring 'stacks=1ms'
  stacks ring -k "$build/test-kernel.elf" | awk -v tree="$tree" '
    !/^    / { inner = ""; next }
    {
      split(substr($2, 2, length($2) - 2), at, ":")
      if (inner ~ /^(thread_block|mutex_lock|thread_join|sched_wait|switch_to)$/ && at[1] ~ /\.c$/) {
        text = "none"
        for (n = 0; n < at[2] && (getline line <(tree "/" at[1])) > 0; n++) text = line
        close(tree "/" at[1])
        if (index(text, inner)) calls++; else print $0 ", which calls " inner ": " text
      }
      inner = $1
    }
    END { if (calls < 8) print "only " calls + 0 " calls were looked at" }'
}

watchdog_tells() {
  boot hog hog 'stacks=100ms watchdog=1'
  stacks hog >"$scratch/said"
  grep -q '^moment 1[01] at [0-9.]* us (watchdog): ' "$scratch/said" || echo "the last moment is not the watchdog's"
  sed -n '/^main (number [0-9]*): running/,/^$/p' "$scratch/said" | grep -q '^    selftest_hog ' ||
    echo "the stack of the thread that kept the processor is not there"
}

# ---- threads that are hard to look at ----

# What the last moment says of one thread.
said_of() { # NAME
  sed -n "/^$1 (number [0-9]*): /,/^\$/p" "$scratch/said"
}

# tests/kernel/programs/stances.h says what these threads do. A thread that has ended must not be told to stand: its
# last moment is not later than its end.
sees_odd_threads() { # NAME [ARGUMENT OF RUN.SH...]
  local name=$1 deep
  shift
  boot "$name" stances 'stacks=1ms paths=64k threads=4096 prof=events,sched' --mem 512 "$@" ||
    { echo "the run failed: $(tail -n 2 "$scratch/$name.log")"; return; }
  stacks "$name" >"$scratch/said"
  deep=$(said_of deep | grep -c '^    dig_down ')
  [ "$deep" = 10000 ] || echo "the deep stack has $deep calls of dig_down"
  said_of deep | grep 'not whole'
  said_of deeper | grep -q 'the stack is not whole: it is too deep' || echo "it is not said that a stack is cut"
  said_of smashed | grep -q 'the stack is not whole: a frame pointer leads out of it' ||
    echo "it is not said that a frame pointer is wrong"
  said_of smashed | grep -q '^    stand_smashed' || echo "what is inside of the wrong frame is missing"
  [ -n "$(said_of after)" ] || echo "the thread is not there by its last name"
  grep '^before ' "$scratch/said"
  grep 'it is not known how they stood' "$scratch/said"
  "$build/hostdump" tables "$scratch/$name/run.jxp" -o "$scratch/$name/tables" >/dev/null 2>&1
  awk -F '\t' '
    /^#/ { next }
    FILENAME != file { file = FILENAME; files++; for (i = 1; i <= NF; i++) column[FILENAME, $i] = i; next }
    files == 1 {
      if ($column[FILENAME, "why"] == "exited") end[$column[FILENAME, "thread"]] = $column[FILENAME, "end_us"]
      next
    }
    {
      thread = $column[FILENAME, "thread"]
      if (thread ~ /^brief/) seen[thread] = 1
      if (thread in end && $column[FILENAME, "last_us"] > end[thread] + 0.001)
        print thread " stands at " $column[FILENAME, "last_us"] " and has ended at " end[thread]
    }
    END { for (t in seen) count++; if (count < 100) print "only " count + 0 " short-lived threads were seen" }
    ' "$scratch/$name/tables/activity.tsv" "$scratch/$name/tables/moments.tsv" | head -n 3
}

# 4,000 threads, each with its stack, 20 of which run between two moments.
sees_a_crowd() {
  echo '4000 20 4000 60000000' >"$scratch/input"
  boot crowd stand 'stacks=10ms threads=8192' --mem 700 ||
    { echo "the run failed: $(tail -n 2 "$scratch/crowd.log")"; return; }
  stacks crowd >"$scratch/said"
  local count
  count=$(grep -c '^stander[#0-9]* (number [0-9]*): ' "$scratch/said")
  [ "$count" = 4000 ] || echo "$count threads are there"
  [ "$(grep -c '^    stand_deep' "$scratch/said")" -gt 4000 ] || echo "their stacks are not there"
  grep -m 1 'not whole\|it is not known how they stood\|^incomplete' "$scratch/said"
  sed -n 's/^\([0-9]* moments: .*\)/# \1/p' "$scratch/said" >"$scratch/crowd.stood"
}

# Whichever processor QEMU, which counts instructions and lets one run after the other, has run last: a moment's time is
# found to have come in time. The first interval begins when all processors have started.
several_stand_still() {
  boot several text 'stacks=5ms' --smp 4 ||
    { echo "the run failed: $(tail -n 2 "$scratch/several.log")"; return; }
  stacks several >"$scratch/said"
  grep -q '^moment .* stood still for .* us, the last processor [0-9.]* us after it was told$' "$scratch/said" ||
    echo "the spread of the instants is not told: $(head -n 1 "$scratch/said")"
  grep -q 'not whole' "$scratch/said" && echo "stacks are not whole"
  grep 'it is not known how they stood' "$scratch/said"
  grep 'moments that were asked for were not taken' "$scratch/said"
}

# ---- a difference, and what there is not ----

says_what_moved() {
  stacks gdb --diff 3000,6000 >"$scratch/said"
  grep -q '^[1-9][0-9]* threads have not run in between$' "$scratch/said" || echo "it is not said how many have not run"
  grep -q '^+ ' "$scratch/said" || echo "no thread has moved"
  stacks gdb --at -5 | grep -q '^there is no moment up to -5.000 us; the first is at ' ||
    echo "a moment before the first"
  stacks gdb --diff 5 2>&1 | grep -q 'two times are wanted' || echo "--diff takes one time"
}

without_moments() {
  boot without spurn 'hz=1000'
  stacks without | grep -q '^there are no moments; a run with stacks=100ms has some$' || echo "it is not said"
}

if chosen_some gdb && ! command -v gdb >/dev/null; then
  skip gdb "gdb is not installed"
else
  try gdb gdb_agrees
  [ ! -e "$scratch/compared" ] || sed 's/^/# /' "$scratch/compared"
  try diff says_what_moved
fi
try intervals intervals_hold
try deadlock names_deadlock
try ring names_ring
try lines tells_lines_of_calls
try watchdog watchdog_tells
try several several_stand_still
try odd sees_odd_threads odd
try odd_on_several sees_odd_threads odd_on_several --smp 4
try crowd sees_a_crowd
[ ! -e "$scratch/crowd.stood" ] || cat "$scratch/crowd.stood"
try without without_moments
finish
