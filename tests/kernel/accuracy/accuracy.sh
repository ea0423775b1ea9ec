#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# accuracy.sh: what `make accuracy` runs: boots the kernel with its probes off, on, on with waits for locks recorded, on
# with each call recorded, on with the stacks of all threads taken each millisecond, and on with four processors, lets
# the observer count all six, and compares the profiles with what was counted. ACCURACY.md explains it.
#
#   accuracy.sh BUILD [WORKLOAD...]      default: accuracy text
#
# Prints a table for each workload to BUILD/accuracy/WORKLOAD.on.tsv and the console (with locks to WORKLOAD.locks.tsv
# alone, with calls to WORKLOAD.calls.tsv, with stacks to WORKLOAD.stacks.tsv, with four processors to
# WORKLOAD.several.tsv), and one line a goal: name, value, unit, goal, holds or short. Exit status: 0 whether goals
# hold or not; 1 when something could not be run; 2 usage.
set -eu

case ${1-} in
  --help) sed -n 's/^# \{0,1\}//; 4,11p' "$0"; exit 0 ;;
  '' | -*) sed -n 's/^# \{0,1\}//; 4,11p' "$0" >&2; exit 2 ;;
esac
build=$1
shift
[ $# -gt 0 ] || set -- accuracy text
here=$(dirname "$0")
out=$build/accuracy

fail()
{
  echo "accuracy: $*" >&2
  exit 1
}

. "$here/observe.sh"

# $1: a name for the results, $2: workload, $3: instrumentation.
boot()
{
  observe "$1" "$out/kernel" "$build/test-kernel.elf32" "workload=$2 prof=$3 nodes=65536 smp=${processors:-1}" \
    module="$build/text.txt" memory=268
  grep -a '^result: ' "$1.line" >"$1.result"
}

# measure WORKLOAD NAME GOALS INSTRUMENTATION
measure()
{
  boot "$out/$1.$2" "$1" "$4"
  cmp -s "$out/$1.off.result" "$out/$1.$2.result" ||
    fail "with probes the kernel computes something else: diff $out/$1.off.result $out/$1.$2.result"
  observe_compare "$3" "$out/$1.off" "$out/$1.$2" "$build/test-kernel.elf"
}

# On four processors. $1: workload.
measure_several()
{
  processors=4
  boot "$out/$1.several" "$1" timing
  cmp -s "$out/$1.off.result" "$out/$1.several.result" ||
    fail "on $processors processors the kernel computes something else: diff $out/$1.off.result $out/$1.several.result"
  observe_several "$1/several" "$out/$1.several" "$build/test-kernel.elf"
  processors=
}

# A table's columns, each as wide as its widest cell.
align() {
  awk -F '\t' 'NR == FNR { for (i = 1; i <= NF; i++) if (length($i) > w[i]) w[i] = length($i); next }
    { for (i = 1; i < NF; i++) printf "%-*s  ", w[i], $i; print $NF }' "$1" "$1"
}

observe_list "$build/test-kernel.elf" "$out/kernel"
for workload; do
  boot "$out/$workload.off" "$workload" none
  measure "$workload" on "$workload" timing
  measure "$workload" locks "$workload/locks" timing,locks
  log_calls=yes
  measure "$workload" calls "$workload/calls" 'timing,calls callrecords=2m'
  log_calls=
  observe_calls "$workload/calls" "$out/$workload.calls" "$build/test-kernel.elf"
  measure "$workload" stacks "$workload/stacks" 'timing stacks=1ms' # each million instructions all threads stand still
  measure_several "$workload"
  align "$out/$workload.on.tsv"
  echo
done
for workload; do
  cat "$out/$workload.on.goals" "$out/$workload.locks.goals" "$out/$workload.calls.goals" \
    "$out/$workload.stacks.goals" "$out/$workload.several.goals"
done
