#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# soak.sh: a long run that streams to a reader who stops and goes on at random, and many boots that are killed at
# random.
#
#   soak.sh BUILDDIR SECONDS KILLS [SEED]
#
# SECONDS are the machine's own, which counts instructions: its idle time costs nothing here. KILLS boots stream ten
# seconds each and are cut off behind a random byte. SEED (1) makes pauses and cuts repeat. BUILDDIR holds kernel.elf32
# and hostdump.
#
# What must hold: the records made are those received and those counted as dropped, and of the events, which are
# numbered, as many are missing as were dropped; the kernel's free pages and the reader's memory stay what they were;
# every dump of a boot that was killed opens, holds every event up to the cut with none missing in between, and knows
# the names.
# Prints `ok NAME` or `not ok NAME REASON`, and figures behind `#`. Exit status: 0 all held; 1 some did not; 2 usage.
[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
set -u

[ $# -ge 3 ] || { sed -n 's/^# \{0,1\}//; 7p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd) || exit 2
seconds=$2 kills=$3
RANDOM=${4:-1}
LC_ALL=C
export LC_ALL
scratch=$(mktemp -d) || exit 1
qemu_pid='' dump_pid='' failed=0
reader_most=8192   # KiB; measured: 3 MB
looks_from=600     # seconds: some hundred looks at the reader's memory

stop()
{
  for pid in $qemu_pid $dump_pid; do kill -9 "$pid" 2>/dev/null; done
  rm -rf "$scratch"
}
trap stop EXIT
trap 'exit 130' INT TERM

result() # NAME REASON
{
  if [ -z "$2" ]; then echo "ok $1"; else echo "not ok $1 $2"; failed=1; fi
}

# Boots `soak' for $1 seconds, with its line on $2, the kernel's options behind; in the background: qemu_pid.
boot()
{
  local serial=$2
  echo "$1" >"$scratch/seconds"
  shift 2
  qemu-system-x86_64 -kernel "$build/kernel.elf32" -initrd "$scratch/seconds" \
    -append "workload=soak patience=3600 $*" -m 256 -display none -no-reboot -monitor none -nic none -serial "$serial" -icount shift=0,sleep=off \
    -device isa-debug-exit,iobase=0xf4,iosize=4 </dev/null >"$scratch/qemu" 2>&1 &
  qemu_pid=$!
}

# Memory of the reader, KiB.
resident()
{
  sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$dump_pid/status" 2>/dev/null
}

# The reader stops and goes on until the machine has ended. What memory it had goes to $scratch/memory.
disturb()
{
  while kill -0 "$qemu_pid" 2>/dev/null; do
    kill -STOP "$dump_pid" 2>/dev/null
    sleep "0.$((RANDOM % 3))$((RANDOM % 10))"
    kill -CONT "$dump_pid" 2>/dev/null
    resident >>"$scratch/memory"
    sleep "0.$((RANDOM % 10))$((RANDOM % 10))"
  done
}

table() # NAME: as TSV, without comments
{
  "$build/hostdump" report --no-symbols --tsv --table "$1" "$scratch/run.jxp" 2>/dev/null | grep -v '^#'
}

# The events of each worker, numbered from 0: prints `received missing', missing ones being those between two and in
# front.
count_events()
{
  table events | awk -F '\t' '$3 ~ /^soak / {
    received++
    missing += $4 - next_arg[$3]
    if ($4 < next_arg[$3]) { print "out of order"; exit 1 }
    next_arg[$3] = $4 + 1
  } END { print received + 0, missing + 0 }'
}

# ---- a long run ----

# The reason, where the status is not 0.
failing() # STATUS REASON
{
  [ "$1" -eq 0 ] || echo "$2"
}

# Kinds of which not all that was made was either sent or dropped. Of nodes, calls are what is dropped.
unbalanced()
{
  table run | awk -F '\t' '
    $1 ~ /^made[.]/ { made[substr($1, 6)] = $2 }
    $1 ~ /^sent[.]/ { sent[substr($1, 6)] = $2 }
    $1 ~ /^dropped[.]/ { dropped[substr($1, 9)] = $2 }
    END {
      for (kind in made)
        if (kind != "node" && made[kind] != sent[kind] + dropped[kind])
          printf "%s %d of %d; ", kind, sent[kind] + dropped[kind], made[kind]
    }'
}

# In a run too short for many looks only the size itself tells.
reader_problem() # KIB_UP_TO_THE_MIDDLE KIB_AT_MOST
{
  [ "$2" -le $reader_most ] || echo "the reader took $2 KiB, which should do with $reader_most"
  [ "$seconds" -lt $looks_from ] || [ "$2" -le $(($1 + 1024)) ] || echo "the reader grew from $1 KiB to $2 KiB"
}

# The run is called $1; what is behind are options that size the buffers.
long_run()
{
  local name=$1 logged received missing tally dropped sent lost first last
  shift
  rm -f "$scratch"/*
  mkfifo "$scratch/line.in" "$scratch/line.out"
  "$build/hostdump" -o "$scratch/run.jxp" <"$scratch/line.out" >"$scratch/console" 2>"$scratch/summary" &
  dump_pid=$!
  boot "$seconds" "pipe:$scratch/line" stream=all "$@"
  disturb
  wait "$qemu_pid" || result "${name}_ends" "the machine failed: $(tail -1 "$scratch/console")"
  qemu_pid=''
  wait "$dump_pid" || result "${name}_whole" "the dump is not whole: $(tail -1 "$scratch/summary")"
  dump_pid=''
  logged=$(sed -n 's/^soak: [0-9]* seconds, \([0-9]*\) events.*/\1/p' "$scratch/console")
  read -r received missing <<<"$(count_events)"
  tally=$(unbalanced)
  dropped=$(table run | sed -n 's/^dropped[.]event	//p')
  sent=$(table run | sed -n 's/^sent[.]event	//p')
  lost=$(table lost | awk -F '\t' '$3 == "event" { n += $4 } END { print n + 0 }')
  echo "# $name, $seconds s: $(sed -n 's/.*run.jxp: \(.* frames\)/\1/p' "$scratch/summary");" \
    "$logged events logged, $received received, $dropped dropped"
  result "${name}_counts" "${tally:+sent and dropped are not what was made: $tally}"
  [ "$((received + dropped))" = "$logged" ] && [ "$sent" = "$received" ]
  result "${name}_events" "$(failing $? "$received received and $dropped dropped of $logged")"
  [ "$missing" -le "$dropped" ] && [ "$lost" = "$dropped" ]
  result "${name}_missing" "$(failing $? "$missing are missing in between, $lost by time, but $dropped were dropped")"
  grep -q '^exit: ok' "$scratch/console"
  result "${name}_pages" "$(failing $? "$(grep '^soak:' "$scratch/console" | tail -1)")"
  # Half way through all buffers have had their full size.
  first=$(awk '{ all[NR] = $1 } END { for (i = 1; i <= NR / 2; i++) if (all[i] > most) most = all[i]; print most + 0 }' \
    "$scratch/memory")
  last=$(awk '$1 > most { most = $1 } END { print most + 0 }' "$scratch/memory")
  echo "# $(wc -l <"$scratch/memory") pauses; the reader had $first KiB up to the middle, $last KiB at most;" \
    "$(grep 'pages free at first' "$scratch/console")"
  result "${name}_reader" "$(reader_problem "$first" "$last")"
}

# ---- boots that are killed ----

# How often frames begin in a stream.
syncs()
{
  od -An -v -tx1 "$1" | tr -d ' \n' | grep -o 'fe4a580a500d0af8' | wc -l
}

# Prints what is wrong with the dump of a boot that was cut off behind $1 bytes.
cut_problem()
{
  local frames begun received missing status
  "$build/hostdump" -o "$scratch/run.jxp" <"$scratch/cut" >/dev/null 2>"$scratch/summary"
  status=$?
  begun=$(syncs "$scratch/cut")
  [ "$begun" -gt 1 ] || { [ $status -le 3 ] || echo "hostdump exits with $status"; return; }
  frames=$(table run | sed -n 's/^frames	//p')
  [ $status -eq 1 ] || echo "hostdump exits with $status"
  [ "${frames:-0}" -ge $((begun - 1)) ] || echo "$frames frames of $begun that began"
  read -r received missing <<<"$(count_events)"
  [ "$missing" = 0 ] || echo "$missing events are missing among $received"
  ! table events | grep -q 'thread [0-9]\|event [0-9]' || echo "names are missing"
  [ "$received" -gt 0 ] || [ "$begun" -le 3 ] || echo "no events in $frames frames"
  kept=$((kept + received))
}

kills()
{
  local total i cut why all='' kept=0
  boot 10 "file:$scratch/whole" stream=all
  wait "$qemu_pid"
  qemu_pid=''
  total=$(wc -c <"$scratch/whole")
  for ((i = 0; i < kills; i++)); do
    cut=$(((RANDOM * 32768 + RANDOM) % total))
    rm -f "$scratch/killed.in" "$scratch/killed.out"
    mkfifo "$scratch/killed.in" "$scratch/killed.out"
    boot 10 "pipe:$scratch/killed" stream=all
    head -c "$cut" <"$scratch/killed.out" >"$scratch/cut"
    kill -9 "$qemu_pid" 2>/dev/null  # a cut at the very end comes behind its own
    wait "$qemu_pid" 2>/dev/null
    qemu_pid=''
    why=$(cut_problem | paste -sd ';' -)
    [ -z "$why" ] || { all="$all behind byte $cut: $why;"; cp "$scratch/cut" "${SOAK_KEEP:-$scratch}/cut.$cut"; }
  done
  echo "# $kills boots killed within $total bytes"
  result soak_kills "$all"
}

if [ "$seconds" -gt 0 ]; then
  long_run soak events=16k sched=16k samples=2k stacks=32k
  long_run soak_small events=16 sched=16 samples=16 stacks=256
fi
[ "$kills" -eq 0 ] || kills
exit $failed
