#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: a profile that leaves while the system runs says what one says that waits for the end. Time counts
# instructions (-icount), so what the sender takes of the machine would show in any figure that it is not kept out of.
#
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
#
# The text workload runs with buffers that hold everything; streaming through buffers that would not hold it; and
# streaming through buffers so small that the sender takes its turns with the program all the time, and some records
# find no room. Then it runs for more than a second, without and with the call trees sent meanwhile, and of the latter
# a cut stream has them as they were, and the whole one those of the time before and behind a snapshot.
# Programs that never wait (tests/kernel/programs/busy.c) are sent all the same, and one that makes records faster than
# the sender packs them loses none over a fast line.
# Takes 21 seconds.
[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
test_prefix=stream_
. "$(dirname "$0")/../../lib/suite.sh"
set -u

# Reads $scratch/NAME.line.
read_line() # NAME
{
  local name=$1 table
  "$build/hostdump" -o "$scratch/$name.jxp" <"$scratch/$name.line" >"$scratch/$name.console" \
    2>"$scratch/$name.summary"
  local status=$?
  for table in run methods threads eventstats lost tree; do
    "$build/hostdump" report -k "$elf" --tsv --table $table "$scratch/$name.jxp" 2>/dev/null |
      tee "$scratch/$name.$table.all" | grep -v '^#' >"$scratch/$name.$table"
  done
  return $status
}

input=$build/text.txt

boot() # NAME OPTIONS...
{
  local name=$1
  shift
  run_qemu kernel="$build/kernel.elf32" append="workload=text $*" module="$input" memory=512 icount=on \
    serial="file:$scratch/$name.line" timeout=600 >"$scratch/qemu" 2>&1 || result "$name" "QEMU ends with $?"
  read_line "$name" || result "$name" "the dump is not whole: $(tail -1 "$scratch/$name.summary")"
}

value() # NAME KEY
{
  sed -n "s/^$2	//p" "$scratch/$1.run"
}

# Own times of the program's functions that both runs called equally often, and that took some time; not of the queues
# between its threads, which do what the schedule wants. A thread that is preempted in the middle of a probe keeps up to
# some 40 cycles of it (measured): five of those are let pass. The cost of an event that finds no room is known to the
# cycle, which is up to 0.4 % of who logs as often as it can.
compare_methods() # NAME SHARE PLAIN_NAME
{
  awk -F '\t' -v most="$2" '
    NR == FNR { calls[$1] = $3; own[$1] = $5; next }
    $2 ~ /programs\/text\/text_/ && $2 !~ /text_queue/ && $1 in calls && calls[$1] == $3 && own[$1] > 50 {
      compared++
      off = ($5 - own[$1]) / own[$1]
      if ((off > most || off < -most) && ($5 - own[$1]) ^ 2 > 0.2 ^ 2)
        printf "%s took %s us, not %s; ", $1, $5, own[$1]
    }
    END { if (compared < 20) print "only " compared + 0 " functions could be compared" }' \
    "$scratch/$3.methods" "$scratch/$1.methods"
}

# The call trees of a stream that was cut, beside those of its end: it has no other nodes, and no node had more calls or
# time then than at the end; raw times are exact, so what a node's callees took is part of its own.
compare_trees() # CUT_NAME NAME
{
  grep -q '^# incomplete: early: the call trees are as of [0-9.]* s of ' "$scratch/$1.tree.all" ||
    echo "nothing says of when they are; "
  awk -F '\t' '
    FNR == 1 { file++; next }
    file == 1 { calls[$1] = $6; raw[$1] = $10; next }
    {
      nodes++
      if (!($1 in calls)) printf "%s is no node of the end; ", $1
      if ($6 > calls[$1] || $10 > raw[$1]) printf "%s had %s calls and %s us, and in the end fewer; ", $5, $6, $10
      if ($11 < 0) printf "the callees of %s took %s us longer; ", $5, -$11
      later += $6 < calls[$1]
    }
    END { if (nodes < 100 || !later) print nodes + 0 " nodes, of which " later + 0 " were called again later" }' \
    "$scratch/$2.tree" "$scratch/$1.tree"
}

# The call trees of the time before a snapshot and of that behind it add up to those of the run, node by node; and in
# each of the two are as many calls as events that those calls log, and the shares of samples that fell into it.
compare_intervals() # NAME
{
  local part
  for part in start,0 0,end; do
    "$build/hostdump" report -k "$elf" --tsv --table tree --between $part "$scratch/$1.jxp" >"$scratch/part.$part" \
      2>/dev/null || echo "--between $part: status $?; "
    "$build/hostdump" report -k "$elf" --tsv --table methods,agreement,events --between $part "$scratch/$1.jxp" \
      2>/dev/null >"$scratch/tables"
    awk -F '\t' -v part="$part" '
      $1 == "count_lines" { calls = $3 }
      $3 == "block read" { events++ }
      /rows do not agree/ { split($0, word, " "); if (word[3] > 8 || word[5] < 50) print part ": " $0 "; " }
      END {
        if (calls < 50 || calls - events > 10 || events - calls > 10)
          print part " has " calls + 0 " calls of count_lines, and " events + 0 " blocks were read; "
      }' "$scratch/tables"
  done
  awk -F '\t' '
    /^#/ || $1 == "id" { next }
    FILENAME == ARGV[1] { calls[$1] = $6; raw[$1] = $10; incl[$1] = $7; next }
    { calls[$1] -= $6; raw[$1] -= $10; incl[$1] -= $7; parts[$1]++ }
    END {
      for (id in calls) {
        both += parts[id] == 2
        if (calls[id] || raw[id] ^ 2 > 0.002 ^ 2 || incl[id] ^ 2 > 0.002 ^ 2)
          printf "node %s: %s calls and %s us are in no interval, or in two; ", id, calls[id], raw[id]
      }
      if (both < 60) print "only " both + 0 " nodes are in both"
    }' "$scratch/$1.tree.all" "$scratch/part.start,0" "$scratch/part.0,end"
}

# Shares of the processor of the threads that work.
compare_shares() # NAME
{
  awk -F '\t' '
    NR == FNR { share[$1] = $4; next }
    $2 == "thread" && share[$1] > 1 {
      compared++
      if ($4 - share[$1] > 0.5 || share[$1] - $4 > 0.5) printf "%s has %s %%, not %s; ", $1, $4, share[$1]
    }
    END { if (compared < 4) print "only " compared + 0 " threads could be compared" }' \
    "$scratch/whole.threads" "$scratch/$1.threads"
}

# Events of the program: what each was logged for depends on its input only.
compare_events() # NAME
{
  for event in 'block read' 'block compressed' 'words ranked'; do
    for run in whole "$1"; do
      grep "^$event	" "$scratch/$run.eventstats" | cut -f 2
    done | uniq | wc -l | grep -q '^1$' || echo "not as many of $event; "
  done
}

# ---- programs that never wait ----

elf=$build/test-kernel.elf

# They say each quarter of a second how far they have come, on the line by which the dump leaves.
boot_busy() # NAME OPTIONS...
{
  local name=$1
  shift
  run_qemu kernel="$build/test-kernel.elf32" append="$* snapshot=1" serial="file:$scratch/$name.line" timeout=600 \
    -smp "${processors:-1}" -icount shift=3,sleep=off >"$scratch/qemu" 2>&1 || result "$name" "QEMU ends with $?"
}

# Why what has left before the program says that its turn N begins has no hello, or fewer than SNAPSHOTS snapshots.
not_sent() # NAME TURN SNAPSHOTS
{
  local at
  at=$(grep -abo "busy: turn $2" "$scratch/$1.line" | head -n 1 | cut -d : -f 1)
  [ -n "$at" ] || { echo "the program has no turn $2"; return; }
  head -c "$at" "$scratch/$1.line" | "$build/hostdump" -o "$scratch/turn.jxp" >/dev/null 2>"$scratch/turn.summary"
  [ -e "$scratch/turn.jxp" ] || { echo "after $2 quarters of a second no frame had left"; return; }
  "$build/hostdump" info "$scratch/turn.jxp" 2>/dev/null | awk -v least="$3" -v turn="$2" '
    $1 == "snapshots" && $3 == "whole," { whole = $2 }
    END { if (whole < least) print "after " turn " quarters of a second " whole + 0 " snapshots had left, not " least }'
  rm -f "$scratch/turn.jxp"
}

boot_busy timing workload=busy prof=timing stream=timing
boot_busy all workload=busy stream=all
boot_busy urgent workload=urgent stream=all
processors=4 boot_busy four workload=busy prof=timing stream=timing smp=4 # three of them idle
for run in timing all urgent four; do
  result "busy_${run}_begins" "$(not_sent $run 5 0)"
  result "busy_${run}_has_snapshots" "$(not_sent $run 10 1)"
done

mkfifo "$scratch/flood.in" "$scratch/flood.out"
cat "$scratch/flood.out" >"$scratch/flood.line" &
(cd "$scratch" && run_qemu kernel="$build/test-kernel.elf32" append='workload=flood line=virtio stream=all' memory=512 \
  icount=on line=pipe,path=flood timeout=600) >"$scratch/qemu" 2>&1
wait
flooded() # Why the flood was not sent as a whole, or stopped the program.
{
  read_line flood || { echo "the dump is not whole"; return; }
  [ "$(value flood sent.event) $(value flood dropped.event)" = '3000000 0' ] ||
    echo "$(value flood sent.event) events were sent, and $(value flood dropped.event) dropped; "
  awk -F '\t' -v all="$(value flood duration_us)" '
    $1 == "ProfileSender" { had = $3 / all }
    END { if (!had || had > 0.95) print "the sender had " 100 * had " % of the processor" }' "$scratch/flood.threads"
}
result flood_loses_nothing "$(flooded)"

# ---- the text job ----

elf=$build/kernel.elf
boot whole
boot stream stream=all events=64k sched=4k samples=256 addresses=8k
boot small stream=all events=4k sched=1k samples=256 addresses=8k
boot oneshot events=64k
cat "$build/text.txt" "$build/text.txt" "$build/text.txt" "$build/text.txt" >"$scratch/input"
input=$scratch/input
boot long events=1m
boot trees stream=all events=64k sched=4k samples=256 addresses=8k snapshot=750ms # of 1.3 s
boot often prof=timing stream=timing snapshot=300ms
head -c $(($(stat -c %s "$scratch/trees.line") * 95 / 100)) "$scratch/trees.line" >"$scratch/cut.line"
read_line cut

failing() # STATUS REASON: the reason, where the status is not 0
{
  [ "$1" -eq 0 ] || echo "$2"
}

[ "$(value whole dropped.event)" = 0 ]
result whole_has_all "$(failing $? 'its buffers were too small')"
lost="$(value stream dropped.event) $(value stream dropped.sched) $(value stream dropped.sample)"
[ "$lost" = '0 0 0' ]
result loses_nothing "$(failing $? "events, switches and samples that it lost: $lost")"
[ "$(value oneshot dropped.event)" -gt 0 ]
result would_have_lost "$(failing $? 'the buffers would have held everything')"
[ "$(value small made.event)" = $(($(value small sent.event) + $(value small dropped.event))) ]
result counts "$(failing $? 'made is not sent and dropped')"
[ "$(awk -F '\t' '$3 == "event" { n += $4 } END { print n + 0 }' "$scratch/small.lost")" = "$(value small dropped.event)" ]
result lost_by_time "$(failing $? 'what was lost by time is not what was dropped')"
result stream_methods "$(compare_methods stream 0.001 whole)"
result small_methods "$(compare_methods small 0.005 whole)"
"$build/hostdump" info "$scratch/trees.jxp" 2>/dev/null | grep -q '^snapshots *1 whole'
result trees_sent "$(failing $? 'the call trees were not sent once, after 0.75 s')"
# In 1.3 s. When the line takes bytes is the host's choice, so some come up to a period late: two to four have come.
"$build/hostdump" info "$scratch/often.jxp" 2>/dev/null | grep -q '^snapshots *[234] whole'
result trees_sent_often "$(failing $? 'the call trees were not sent each 300 ms')"
result trees_methods "$(compare_methods trees 0.001 long)"
result cut_trees "$(compare_trees cut trees)"
result intervals "$(compare_intervals trees)"
for run in stream small; do
  result "${run}_result" \
    "$(diff <(grep '^result:' "$scratch/whole.console") <(grep '^result:' "$scratch/$run.console"))"
  result "${run}_shares" "$(compare_shares $run)"
done
result stream_events "$(compare_events stream)"
finish
