#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# accuracy.sh: what `make accuracy` runs: boots the kernel with its probes off and on, lets the observer count both, and
# compares the profile with what was counted. ACCURACY.md explains it.
#
#   accuracy.sh BUILD [WORKLOAD...]      default: accuracy text
#
# Prints a table for each workload to BUILD/accuracy/WORKLOAD.tsv and the console, and one line a goal: name, value, unit,
# goal, holds or short. Exit status: 0 whether goals hold or not; 1 when something could not be run; 2 usage.
set -eu

case ${1-} in
  --help) sed -n 's/^# \{0,1\}//; 4,10p' "$0"; exit 0 ;;
  '' | -*) sed -n 's/^# \{0,1\}//; 4,10p' "$0" >&2; exit 2 ;;
esac
build=$1
shift
[ $# -gt 0 ] || set -- accuracy text
here=$(dirname "$0")
. "$here/../../../host-tools/run/qemu.sh"
out=$build/accuracy

fail()
{
  echo "accuracy: $*" >&2
  exit 1
}

# $1: a name for the results, $2: workload, $3: instrumentation. The line goes to a file, for a pipe's reader would
# decide how long the kernel waits for it.
boot()
{
  status=0
  run_qemu kernel="$build/test-kernel.elf32" append="workload=$2 prof=$3 nodes=65536" module="$build/text.txt" memory=268 \
    icount=on serial="file:$1.line" timeout=600 \
    -plugin "$out/observer.so,functions=$out/functions,out=$1.count" >&2 || status=$?
  grep -aq 'exit: ok' "$1.line" ||
    fail "the kernel did not end well with workload=$2 prof=$3 (QEMU's exit status is $status); see $1.line"
  grep -a '^result: ' "$1.line" >"$1.result"
}

measure()
{
  boot "$out/$1.off" "$1" none
  boot "$out/$1.on" "$1" timing
  cmp -s "$out/$1.off.result" "$out/$1.on.result" ||
    fail "with probes the kernel computes something else: diff $out/$1.off.result $out/$1.on.result"
  "$build/hostdump" -o "$out/$1.jxp" -k "$build/test-kernel.elf" <"$out/$1.on.line" >"$out/$1.log" 2>&1 &&
    "$build/hostdump" tables -k "$build/test-kernel.elf" -o "$out/$1.tables" "$out/$1.jxp" >>"$out/$1.log" 2>&1 ||
    fail "the profile could not be read; see $out/$1.log"
}

# A table's columns, each as wide as its widest cell.
align() {
  awk -F '\t' 'NR == FNR { for (i = 1; i <= NF; i++) if (length($i) > w[i]) w[i] = length($i); next }
    { for (i = 1; i < NF; i++) printf "%-*s  ", w[i], $i; print $NF }' "$1" "$1"
}

sh "$here/functions.sh" "$build/test-kernel.elf" >"$out/functions" || fail "$build/test-kernel.elf: no functions found"
for workload; do
  measure "$workload"
  hz=$(awk -F '\t' '$1 == "tsc_hz" { print $2 }' "$out/$workload.tables/run.tsv")
  LC_ALL=C awk -v workload="$workload" -v hz="$hz" -v table="$out/$workload.tsv" -f "$here/compare.awk" \
    "$out/$workload.off.count" "$out/$workload.on.count" "$out/$workload.tables/tree.tsv" >"$out/$workload.goals"
  align "$out/$workload.tsv"
  echo
done
for workload; do
  cat "$out/$workload.goals"
done
