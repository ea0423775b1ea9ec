#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# exact.sh: what `make accuracy-exact` runs: exact lives (prof=exact) beside a search from the roots at each
# allocation (gclook=1) in the same run, and what they cost in instructions beside the program's ordinary image, which
# records nothing of objects then. ACCURACY.md explains it.
#
#   exact.sh BUILD [PROGRAM...]   default: the programs of ages.sh but textindex, for which the search takes too long
#
# Prints one line a goal: name, value, unit, goal, holds or short. BUILD/accuracy/exact/ has the tables of each run.
# Exit status: 0 whether goals hold or not; 1 when something could not be run; 2 usage.
set -euo pipefail

here=$(dirname "$0")
usage() { sed -n 's/^# \{0,1\}//; 8,11p' "$0"; }
build=${1-}
case $build in
  --help) usage; exit 0 ;;
  '' | -*) usage >&2; exit 2 ;;
esac
shift
out=$build/accuracy/exact
. "$here/lives.sh"

# A search takes as long as there are objects: fewer are made than for the estimates of ages.
fewer()
{
  case $1 in
    buffer) echo 1 1 20 2 ;;
    cache) echo 100 40 120 ;;
    formula) echo 5 2 ;;
    nbody) echo 40 3 ;;
    queueing) echo 500 ;;
    Ring) echo 4000 ;;
    Life) echo 2 ;;
    Arrivals) echo 1500 ;;
    Rope) echo 300 ;;
    Batches) echo 1500 ;;
    Routes) echo 15 ;;
    Ledger) echo 600 ;;
    Grammar) echo 20 ;;
    *) arguments "$1" ;;
  esac
}

duration() { awk -F '\t' '$1 == "duration_us" { print $2 }' "$out/$1/run.tsv"; }

# goal NAME VALUE UNIT LIMIT HOLDS, the last as awk has it
goal()
{
  printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" "$(awk "BEGIN { print ($5) ? \"holds\" : \"short\" }")"
}

# The searches report: "exact: of N objects that died M were lost when the searches say, K within one allocation; ..."
measure()
{
  local plain slow died near
  elf=$(image "$1" no)
  boot "$1" plain prof=events
  plain=$(duration "$1.plain")
  elf=$(image "$1" yes)
  boot "$1" exact prof=exact
  slow=$(awk "BEGIN { printf \"%.2f\", $(duration "$1.exact") / $plain }")
  goal "$1/slowdown" "$slow" times '<= 5' "$slow <= 5"
  boot "$1" searched 'prof=exact gclook=1' "$(fewer "$1")"
  read -r died near < <(awk '/^exact: of [0-9]* objects that died/ { print $3, $14 }' "$out/$1.searched.console") ||
    fail "$1: the searches report nothing; see $out/$1.searched.console"
  [ "$died" -gt 0 ] || { goal "$1/deaths_within_one_allocation" - '% of 0' '>= 99.9' 0; return; }
  goal "$1/deaths_within_one_allocation" "$(awk "BEGIN { printf \"%.3f\", 100 * $near / $died }")" "% of $died" \
    '>= 99.9' "$near >= 0.999 * $died"
}

[ $# -gt 0 ] || set -- $(all_programs | grep -v textindex)
for program; do
  measure "$program"
done
