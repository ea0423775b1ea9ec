#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: holds the corrected times to their goals, as a test suite: a case for each goal of accuracy.sh, and of java.sh
# for three programs and three ways of recording.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
# Takes 105 seconds.
test_prefix='accuracy '
. "$(dirname "$0")/../../lib/suite.sh"

failure_logs=$scratch/report
{ sh "$here/accuracy.sh" "$build" && bash "$here/java.sh" "$build" --cells 3 Churn Events Locks; } >"$scratch/report" 2>&1 ||
  give_up measured "$(tail -n 1 "$scratch/report")"
awk -F '\t' '
  NF >= 5 && $5 == "holds" { print $1 "\t" }
  NF >= 5 && $5 == "short" { print $1 "\tis " $2 " " $3 ", not " $4 " " $6 }' "$scratch/report" >"$scratch/goals"
[ "$(wc -l <"$scratch/goals")" -ge 105 ] || give_up measured "fewer goals than 105 were measured"
while IFS='	' read -r goal why; do
  result "$goal" "$why"
done <"$scratch/goals"
finish
