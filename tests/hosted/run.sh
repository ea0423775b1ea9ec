#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: the profiler on eight processors at once, in each way of keeping records: under ThreadSanitizer, which sees what
# is not ordered, and without, where signals come between any two instructions. Usage: run.sh BUILD [CASE...], as
# tests/lib/suite.sh says.
# Takes 15 seconds.
test_prefix='hosted '
. "$(dirname "$0")/../lib/suite.sh"

# ThreadSanitizer of gcc 12 does not find room where addresses are very random; a host may refuse to leave that out.
fixed=
! setarch "$(uname -m)" -R true 2>/dev/null || fixed="setarch $(uname -m) -R"

runs() { # PROGRAM WAY STEPS
  $fixed "$build/hosted/$1" "$2" "$3" >"$scratch/said" 2>&1 || tail -n 30 "$scratch/said" | head -n 12
}

for way in oneshot full ring stream flooded; do
  try "$way" runs threads "$way" 2000
  try "${way}_is_ordered" runs threads.tsan "$way" 500
done
finish
