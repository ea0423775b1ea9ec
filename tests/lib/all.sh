#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# all.sh: runs suites and counts. Each argument is a suite: a program that prints a line `ok NAME` or `not ok NAME REASON`
# for each test (TAP's two words, so cmocka's programs fit as they are) and exits 0 when all passed. A suite that fails
# without saying which test, or that prints no test at all, is a failure by itself.
#
# Suites run two at a time; their output appears suite by suite. The last line is `N passed, N failed`.
# Usage: all.sh LOGDIR SUITE...

logs=$1
shift
mkdir -p "$logs"
[ "$1" = --one ] || rm -f "$logs"/*.log

run_one() {
  log=$1/$(echo "$2" | tr '/ ' '__').log
  CMOCKA_MESSAGE_OUTPUT=TAP sh -c "$2" >"$log" 2>&1
  status=$?
  tests=$(grep -c -E '^(ok|not ok) ' "$log")
  bad=$(grep -c '^not ok ' "$log")
  if [ "$tests" -eq 0 ]; then
    echo "not ok $2 printed no test (exit status $status)" >>"$log"
  elif [ $status -ne 0 ] && [ "$bad" -eq 0 ]; then
    echo "not ok $2 exited with status $status" >>"$log"
  fi
  printf '%s: %s passed, %s failed\n' "$2" "$(grep -c '^ok ' "$log")" "$(grep -c '^not ok ' "$log")"
  grep -q '^not ok ' "$log" && sed 's/^/  | /' "$log"
  return 0
}

if [ "$1" = --one ]; then
  run_one "$logs" "$2"
  exit 0
fi

for suite; do
  printf '%s\0' "$suite"
done | xargs -0 -n 1 -P 2 sh "$0" "$logs" --one

passed=$(cat "$logs"/*.log | grep -c '^ok ')
failed=$(cat "$logs"/*.log | grep -c '^not ok ')
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
