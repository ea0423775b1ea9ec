#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: holds the corrected times to their goals, as a test suite: one test for each goal of accuracy.sh.
# Usage: run.sh BUILD. Exit status: 0 all hold, 1 some do not, 2 usage.
[ $# -eq 1 ] || { echo 'Usage: run.sh BUILD' >&2; exit 2; }
report=$(mktemp) || exit 1
trap 'rm -f "$report"' EXIT
sh "$(dirname "$0")/accuracy.sh" "$1" >"$report" 2>&1 || {
  echo 'not ok accuracy could not be measured'
  sed 's/^/# /' "$report"
  exit 1
}
awk -F '\t' '
  NF >= 5 && $5 == "holds" { print "ok accuracy " $1; held++ }
  NF >= 5 && $5 == "short" { print "not ok accuracy " $1 " is " $2 " " $3 ", not " $4 " " $6; missed++ }
  END { exit missed || held < 12 }' "$report"
