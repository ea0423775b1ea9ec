#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# calls.sh: what `make accuracy-calls` runs: whether the calls that the profiler records are, call by call, those that
# an outside observer has seen, in more than a million of C and in more than a million of Java. In C the observer is a
# plugin of QEMU's that logs each call and return of workload `accuracy'; in Java an agent (JVMTI) that a JDK tells of
# each call of `stock', played for 330 days (tests/java/calls). A call is of a thread, of a method, has so many calls
# around it or inside it, and has returned, was left by an exception, or did not end.
#
#   calls.sh BUILD
#
# Prints a line for each: name, calls that differ, unit, goal, holds or short, of how many. Exit status: 0 both hold; 1
# one is short, or something could not be run; 2 usage.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
case ${1-} in
  --help) sed -n 's/^# \{0,1\}//; 4,13p' "$0"; exit 0 ;;
  '' | -*) sed -n 's/^# \{0,1\}//; 4,13p' "$0" >&2; exit 2 ;;
esac
build=$1
out=$build/accuracy
readonly LEAST=1000000 PLAYED=330
bad=0

fail()
{
  echo "accuracy: $*" >&2
  exit 1
}

. "$here/observe.sh"

figure() # NAME DIFFER CALLS NOTE
{
  local holds=short
  if [ "$2" = 0 ] && [ "$3" -ge $LEAST ]; then holds=holds; else bad=1; fi
  printf '%s/calls_that_differ\t%s\tcalls\t0 of %s or more\t%s\t(of %s%s)\n' "$1" "$2" $LEAST $holds "$3" "$4"
}

in_c()
{
  local log_calls=yes differ of
  observe_list "$build/test-kernel.elf" "$out/kernel"
  observe "$out/calls" "$out/kernel" "$build/test-kernel.elf32" \
    'workload=accuracy prof=timing,calls nodes=65536 callrecords=2m' module="$build/text.txt" memory=268
  observe_read "$out/calls" "$build/test-kernel.elf"
  : >"$out/calls.goals"
  observe_calls accuracy "$out/calls" "$build/test-kernel.elf"
  IFS=$'\t' read -r _ differ _ _ _ of < <(grep '/calls_that_differ' "$out/calls.goals")
  of=${of#(of } of=${of%)}
  figure accuracy "$differ" "${of%%;*}" "${of#"${of%%;*}"}"
}

in_java()
{
  local of differ
  DAYS=$PLAYED sh "$here/../../java/calls/run.sh" "$build" >"$out/calls.java" || cat "$out/calls.java" >&2
  read -r of differ < <(sed -n 's/^# \([0-9]*\) calls, \([0-9]*\) lines differ/\1 \2/p' "$out/calls.java") ||
    fail "the calls of the JDK and of the kernel were not compared; see $out/calls.java"
  grep -q '^ok .*same_result' "$out/calls.java" ||
    fail "the program computes something else in the JDK; see $out/calls.java"
  figure stock "$differ" "$of" ", $PLAYED days"
}

in_c
in_java
exit $bad
