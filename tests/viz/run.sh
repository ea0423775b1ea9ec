#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: tests of viz/render.sh. Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
#
# tables/ is a small run written by hand, with names that the chart programs could stumble over, recursion, a negative time,
# and lost events; expected/ holds what is to be drawn from it, to the last digit. tests/viz/renew.sh renews expected/,
# after a look at the charts. What the suite has drawn stays in BUILD/test-viz.
# Takes 80 seconds.

test_prefix=viz.
. "$(dirname "$0")/../lib/suite.sh"
viz=$tree/viz
work=$build/test-viz
rm -rf "$work"
mkdir -p "$work" || exit 2

# As check() of suite.sh, but with a REASON in words for the case that the command fails.
check() # NAME REASON COMMAND...
{
  name=$1 reason=$2
  shift 2
  if "$@"; then result "$name" ''; else result "$name" "$reason"; fi
}

# Runs render; its output is in $work/out and $work/err. Fails when the exit status is another than STATUS.
render() # STATUS ARGS...
{
  wanted=$1
  shift
  sh "$viz/render.sh" "$@" > "$work/out" 2> "$work/err"
  got=$?
  [ $got -eq "$wanted" ] || { echo "# exit status $got, not $wanted: $(head -c 400 "$work/err")"; return 1; }
}

# render must end with STATUS and a message like PATTERN.
refuses() # NAME STATUS PATTERN ARGS...
{
  name=$1 status=$2 pattern=$3
  shift 3
  if render "$status" "$@" && grep -q -e "$pattern" "$work/err"; then
    result "refuses_$name" ''
  else
    result "refuses_$name" "no exit status $status with a message like '$pattern', but: $(head -n 1 "$work/err")"
  fi
}

# A copy of the tables, to be spoilt.
copy_tables()
{
  rm -rf "$work/tables"
  cp -r "$here/tables" "$work/tables"
}

for part in "$here"/check_*.sh; do
  . "$part"
done
finish
