#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: the profiler on eight processors at once, in each way of keeping records: under ThreadSanitizer, which sees what
# is not ordered, and without, where signals come between any two instructions. And Java's heap on four. Usage: run.sh
# BUILD [CASE...], as tests/lib/suite.sh says.
# Takes 18 seconds.
test_prefix='hosted '
. "$(dirname "$0")/../lib/suite.sh"

# ThreadSanitizer of gcc 12 does not find room where addresses are very random; a host may refuse to leave that out.
fixed=
! setarch "$(uname -m)" -R true 2>/dev/null || fixed="setarch $(uname -m) -R"

runs() { # PROGRAM ARGUMENT...
  program=$1
  shift
  $fixed "$build/hosted/$program" "$@" >"$scratch/said" 2>&1 || tail -n 30 "$scratch/said" | head -n 12
}

for way in oneshot full ring stream flooded summed; do
  try "$way" runs threads "$way" 2000
  try "${way}_is_ordered" runs threads.tsan "$way" 500
done
try heap runs heap 4000
try heap_is_ordered runs heap.tsan 1000
finish
