#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh BUILD: tests of viz/render.sh. tables/ is a small run written by hand, with names that the chart programs
# could stumble over, recursion, a negative time, and lost events; expected/ holds what is to be drawn from it, to the
# last digit. tests/viz/renew.sh renews expected/, after a look at the charts.
#
# Prints `ok NAME` or `not ok NAME REASON` for each test; exit status 0 when all passed.

here=$(cd "$(dirname "$0")" && pwd)
viz=$here/../../viz
work=${1:-build}/test-viz
rm -rf "$work"
mkdir -p "$work" || exit 1
work=$(cd "$work" && pwd)
failures=0

ok()
{
  echo "ok viz.$1"
}

not_ok()
{
  echo "not ok viz.$1 $2"
  failures=$((failures + 1))
}

# check NAME REASON COMMAND...: the test passes when the command does.
check()
{
  name=$1 reason=$2
  shift 2
  if "$@"; then ok "$name"; else not_ok "$name" "$reason"; fi
}

# render STATUS ARGS...: runs render; output in $work/out and $work/err. Fails when the exit status is another.
render()
{
  wanted=$1
  shift
  sh "$viz/render.sh" "$@" > "$work/out" 2> "$work/err"
  got=$?
  [ $got -eq "$wanted" ] || { echo "# exit status $got, not $wanted: $(head -c 400 "$work/err")"; return 1; }
}

# refuses NAME STATUS PATTERN ARGS...: render ends with STATUS and a message like PATTERN.
refuses()
{
  name=$1 status=$2 pattern=$3
  shift 3
  if render "$status" "$@" && grep -q -e "$pattern" "$work/err"; then
    ok "refuses_$name"
  else
    not_ok "refuses_$name" "no exit status $status with a message like '$pattern', but: $(head -n 1 "$work/err")"
  fi
}

# A copy of the tables, to be spoilt.
copy_tables()
{
  rm -rf "$work/tables"
  cp -r "$here/tables" "$work/tables"
}

for suite in "$here"/check_*.sh; do
  . "$suite"
done
[ $failures -eq 0 ]
