#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# all.sh: runs suites and counts. Each argument is a suite: a command that prints a line `ok NAME` or `not ok NAME
# REASON` for each test (TAP's two words, so cmocka's programs fit as they are) and exits with 0 when all passed. A
# suite that fails without saying which test, or that prints no test at all, is a failure by itself. So is a suite that
# ended early: a program or a run.sh says how many tests it has, `1..N`.
#
# Suites run two at a time, the longest first: a script says `# Takes N seconds.' in its first comment. A third one runs
# beside them of those that say `# Takes N seconds, and mostly waits.': two processors are busy meanwhile. The output
# appears suite by suite, and stays in LOGDIR. A suite's line says how long it took, and how long processors were busy
# with it, which tells the two kinds apart. At the end stand the tests that failed once more, each below its suite, so
# that the last lines are enough to know them. The last line is `N passed, N failed`, and `, N skipped` where tests have
# said that they prove nothing here (`skipped NAME REASON`): these count neither as passed nor as failed.
# Usage: all.sh LOGDIR SUITE...

logs=$1
shift
mkdir -p "$logs"
[ "$1" = --one ] || rm -f "$logs"/*.log

# Prints how many tests the suite has announced and not reported, or reported and not announced.
difference() { # SUITE LOG TESTS
  planned=$(awk -F '[.]+' '/^1[.][.][0-9]+$/ { sum += $2; plans++ } END { print plans ? sum : "none" }' "$2")
  case $planned:$1 in
    none:sh\ */run.sh*) echo "does not say how many tests it has" ;;
    none:sh\ *) ;;
    none:*) echo "does not say how many tests it has" ;;
    *) [ "$planned" -eq "$3" ] || echo "has $planned tests, but reported $3" ;;
  esac
}

# How many tests proved nothing, for what they need cannot be had: `, N skipped', or nothing.
skipped_of() { # LOG...
  cat "$@" | awk '/^skipped / { n++ } END { if (n) printf ", %d skipped", n }'
}

run_one() { # SUITE
  log=$logs/$(echo "$1" | tr '/ ' '__').log
  began=$(date +%s)
  # A shell cannot take a signal back that was ignored when it started, as below nohup and in a script's background.
  CMOCKA_MESSAGE_OUTPUT=TAP env --default-signal=HUP,INT,QUIT,TERM sh -c "$1" >"$log" 2>&1
  status=$?
  took=$(($(date +%s) - began))
  times >"$log.times" # of the children: the second line, `0m1.230s 0m0.450s'
  used=$(awk -F '[ms ]+' 'NR == 2 { printf "%.0f", $1 * 60 + $2 + $3 * 60 + $4 }' "$log.times")
  rm -f "$log.times"
  tests=$(grep -c -E '^(ok|not ok|skipped) ' "$log")
  bad=$(grep -c '^not ok ' "$log")
  early=$(difference "$1" "$log" "$tests")
  if [ "$tests" -eq 0 ]; then
    echo "not ok $1 printed no test (exit status $status)" >>"$log"
  elif [ $status -ne 0 ] && [ "$bad" -eq 0 ]; then
    echo "not ok $1 exited with status $status" >>"$log"
  elif [ -n "$early" ]; then
    echo "not ok $1 $early" >>"$log"
  fi
  printf '%s: %s passed, %s failed%s, %s s, %s s of processors\n' "$1" "$(grep -c '^ok ' "$log")" \
    "$(grep -c '^not ok ' "$log")" "$(skipped_of "$log")" $took "$used"
  sed -n 's/^skipped /  | &/p' "$log"
  grep -q '^not ok ' "$log" && sed 's/^/  | /' "$log"
  return 0
}

# Prints the suites that mostly wait, or the others, a line each, the longest first.
by_time() { # waiting|busy SUITE...
  wanted=$1
  shift
  for suite; do
    script=$(echo "$suite" | cut -d ' ' -f 2)
    said='' kind=busy
    case $suite in sh\ *) said=$(sed -n '2,40s/^#.*Takes \([0-9]* seconds.*\)/\1/p' "$script") ;; esac
    case $said in *', and mostly waits'*) kind=waiting ;; esac
    [ $kind != "$wanted" ] || printf '%s\t%s\n' "${said%% *}" "$suite"
  done | sort -s -k 1,1nr | cut -f 2-
}

# Runs the suites of standard input, so many at a time. A shell starts what is in its background without Ctrl-C.
run_all() { # NUMBER
  tr '\n' '\0' | env --default-signal=INT,QUIT xargs -0 -r -n 1 -P "$1" sh "$0" "$logs" --one
}

if [ "$1" = --one ]; then
  run_one "$2"
  exit 0
fi

by_time waiting "$@" | run_all 1 &
by_time busy "$@" | run_all 2
wait

passed=$(cat "$logs"/*.log | grep -c '^ok ')
failed=$(cat "$logs"/*.log | grep -c '^not ok ')
[ "$failed" -eq 0 ] || (cd "$logs" && grep '^not ok ' /dev/null *.log | sed 's/^\(.*\)\.log:/\1: /')
echo "$passed passed, $failed failed$(skipped_of "$logs"/*.log)"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
