#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# java.sh: what `make accuracy-java` runs: Java programs of all kinds, each with every way of recording, beside itself
# with its probes off, as accuracy.sh does with the kernel. ACCURACY.md explains it.
#
#   java.sh BUILD [--cells N] [PROGRAM...]      default: all of tests/kernel/accuracy/java, and all ways of recording
#
# Prints one line a goal, for each program and way: name, value, unit, goal, holds or short. BUILD/accuracy/java/ has a
# table for each. Exit status: 0 whether goals hold or not; 1 when something could not be run; 2 usage.
set -euo pipefail

here=$(dirname "$0")
usage() { sed -n 's/^# \{0,1\}//; 5,11p' "$0"; }
build=${1-} cells=
case $build in
  --help) usage; exit 0 ;;
  '' | -*) usage >&2; exit 2 ;;
esac
shift
if [ "${1-}" = --cells ]; then
  cells=$2
  shift 2
fi
out=$build/accuracy
results=$out/java

fail()
{
  echo "accuracy: $*" >&2
  exit 1
}

. "$here/observe.sh"

# The ways of recording: a name for the goals, and the kernel's options. Where buffers are full, records cost less;
# where they leave while the program runs, a thread of the profiler runs beside it.
ways=(
  'timing     prof=timing'
  'objects    prof=timing,objects'
  'all        prof=all'
  'full       prof=all births=1000 deaths=1000 events=1000 sched=1000 samples=1000'
  'ring       prof=all ring=all'
  'snapshot   prof=all stream=all snapshot=1'
  'events     prof=timing,events'
  'sched      prof=timing,sched'
  'samples    prof=timing,samples'
  'locks      prof=timing,locks'
  'stream     prof=all stream=all'
)

# How often a program turns: so that it makes enough of what it makes, and runs for some ten million instructions.
turns()
{
  case $1 in
    Churn) echo 20000 ;;
    *) echo 5000 ;;
  esac
}

image()
{
  bash "$here/../../../host-tools/run/java.sh" --build "$build" --threshold 0 \
    --java "$here/java/$1.java" >"$results/$1.built" 2>&1 ||
    fail "$1 was not built; see $results/$1.built"
  tail -n 1 "$results/$1.built"
}

# boot PROGRAM NAME OPTIONS. Without the extra collections that there are where objects are recorded, and are the
# collector's time.
boot()
{
  observe "$results/$1.$2" "$results/$1" "${elf}32" "workload=java nodes=65536 gcextra=0 $3 -- $(turns "$1")" memory=400
  # Not at a line's beginning where a frame ends right before it.
  grep -aoE 'sum -?[0-9]+( total -?[0-9]+)?$' "$results/$1.$2.line" >"$results/$1.$2.result" || fail "$1 printed no sum; see $results/$1.$2.line"
}

# What recording costs the program is a goal, too, where nothing is recorded but objects and time. It was 60 until logs
# had a part for each processor: a birth by Java code then took 52 instructions, and takes 59; one of the few that clear
# the stack takes 100; one by a native method takes 75. cost_goal PROGRAM WAY
cost_goal()
{
  awk -F '\t' -v name="$1/$2/birth" '$1 == "births" && $2 {
    each = $3 / $2
    printf "%s\t%.1f\tinstructions\t<= 64\t%s\n", name, each, each <= 64 ? "holds" : "short" }' \
    "$results/$1.$2.tables/cost.tsv"
}

measure()
{
  local way name
  elf=$(image "$1")
  observe_list "$elf" "$results/$1" "$(dirname "$elf")/c/jxg_tables.c"
  boot "$1" off prof=none
  for way in "${ways[@]:0:${cells:-${#ways[@]}}}"; do
    name=${way%% *}
    boot "$1" "$name" "${way#* }"
    cmp -s "$results/$1.off.result" "$results/$1.$name.result" ||
      fail "with probes $1 computes something else: diff $results/$1.off.result $results/$1.$name.result"
    observe_compare "$1/$name" "$results/$1.off" "$results/$1.$name" "$elf"
    cat "$results/$1.$name.goals"
    [ "$name" != objects ] || cost_goal "$1" "$name"
  done
}

mkdir -p "$results"
if [ $# -eq 0 ]; then
  for source in "$here"/java/*.java; do
    set -- "$@" "$(basename "$source" .java)"
  done
fi
for program; do
  measure "$program"
done
