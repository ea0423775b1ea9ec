#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# soak.sh: long runs that stream to a reader who stops and goes on at random; boots that are killed at random.
#
# Usage: SOAK_SECONDS=S SOAK_KILLS=N soak.sh BUILD [CASE...], as tests/lib/suite.sh says; run.sh is the short form.
#
# SOAK_SECONDS are the machine's own, which counts instructions: its idle time costs nothing here. Each of the long runs
# takes so many: of the workload `soak', and of a Java program that makes objects and has its garbage collected;
# each with buffers that suffice, and with such that do not. SOAK_KILLS boots of either are cut off behind a random
# byte. SOAK_SEED (1) makes pauses and cuts repeat. BUILD holds test-kernel.elf32, hostdump, frames, and what
# host-tools/run/java.sh wants. What the runs said, and the lines of boots whose dump is wrong, are kept in the folder
# that SOAK_KEEP names, if any.
#
# long.sh, java.sh and kills.sh say what must hold. Figures stand behind `#`.
[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
. "$(dirname "$0")/../../lib/suite.sh"
set -u
seconds=${SOAK_SECONDS:?how many seconds?} kills=${SOAK_KILLS:?how many boots are killed?}
RANDOM=${SOAK_SEED:-1}
qemu_pid='' dump_pid='' worker_pids=''

# Workers are told to stop, for they have machines of their own.
clean_up()
{
  local pid
  for pid in $worker_pids; do kill "$pid" 2>/dev/null; done
  for pid in $qemu_pid $dump_pid; do kill -9 "$pid" 2>/dev/null; done
  wait
}

# The reason, where the status is not 0.
failing() # STATUS REASON
{
  [ "$1" -eq 0 ] || echo "$2"
}

# Boots `soak' for $1 seconds with $2 MB, its line on $3, the kernel's options behind; in the background: qemu_pid.
boot_soak()
{
  local memory=$2 serial=$3
  echo "$1" >"$scratch/seconds.$1"
  set -- "$scratch/seconds.$1" "${@:4}"
  boot "$memory" "$serial" kernel="$build/test-kernel.elf32" module="$1" append="workload=soak patience=3600 ${*:2}"
}

# Boots the Java program for $1 seconds; the other arguments are those of boot_soak.
boot_java()
{
  boot "$2" "$3" kernel="$java_image" append="patience=3600 ${*:4} -- $1"
}

boot() # MEMORY SERIAL KNOB=VALUE...
{
  exec_qemu memory="$1" serial="$2" icount=on "${@:3}" >"$scratch/qemu" 2>&1 &
  qemu_pid=$!
}

# The image of the Java program, of which only the objects that it counts are recorded.
java_image=''
make_java()
{
  java_image=$(bash "$tree/host-tools/run/java.sh" --build "$build" --java "$here/java" \
    --objects 'soak.Worker.make' 2>"$scratch/java.log" | tail -1)32
  [ -f "$java_image" ]
}

table() # DUMP NAME: as TSV, without comments
{
  "$build/hostdump" report --no-symbols --tsv --table "$2" "$1" 2>/dev/null | grep -v '^#'
}

# The events of each worker, which are numbered from 0: prints `received missing', missing ones being those between
# two and in front.
count_events() # DUMP
{
  table "$1" events | awk -F '\t' '$3 ~ /^soak / {
    received++
    missing += $4 - next_arg[$3]
    if ($4 < next_arg[$3]) { print "out of order"; exit 1 }
    next_arg[$3] = $4 + 1
  } END { print received + 0, missing + 0 }'
}

. "$here/long.sh"
. "$here/java.sh"
. "$here/kills.sh"

make_java || give_up soak_java_image "$(paste -sd ' ' "$scratch/java.log")"
if [ "$seconds" -gt 0 ]; then
  soak_run soak events=16k sched=16k samples=2k addresses=32k
  soak_run soak_small events=16 sched=16 samples=16 addresses=256
  java_run soak_java events=16k sched=16k samples=2k addresses=32k births=16k deaths=16k
  java_run soak_java_small events=16 sched=64 samples=16 addresses=256 births=16 deaths=64 collections=16
fi
[ "$kills" -eq 0 ] || kills
finish
