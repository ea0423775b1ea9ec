# SPDX-License-Identifier: GPL-2.0-or-later
#
# suite.sh: what every suite of scripts begins with, in sh or bash:
#
#   . "$(dirname "$0")/../lib/suite.sh"
#
# A suite is run by `sh tests/.../run.sh BUILD [CASE...]`. It prints a line `ok NAME`, `not ok NAME REASON` or `skipped
# NAME REASON` for each case, and its last command is finish(), which prints how many there were (`1..N`, so that
# tests/lib/all.sh sees a suite that ended early) and exits with 0 when all passed, 1 when a case failed, 2 for wrong
# usage. With CASE only cases are reported whose names begin with a CASE.
#
# While a suite runs make builds nothing in the build folder: make waits, or the suite does (host-tools/run/lock.sh). Of
# descriptors, 9 is the lock's.
#
# A line `# Takes N seconds.' at the top of a suite is for all.sh, which starts the longest suites first.
#
# Variables that are set here:
#   build, tree, here    the build folder, the source tree, the folder of the suite: absolute paths
#   scratch              an empty folder for the suite; it is removed at the end
#   log                  a file in it: what the last command of expect() or check() printed
#   suite_cases          the CASEs of the command line, between blanks
# and the locale is C. Variables that a suite may set:
#   test_prefix          (before this file is read) stands before the names of all its cases
#   failure_logs         files whose last lines are shown, behind `#`, when a case has failed
# A suite that starts processes defines clean_up(), which ends them: it is called at the end, whatever way the suite
# ends.

build=$(cd "${1:?which build folder?}" && pwd) || exit 2
shift
suite_cases=" $* "
here=$(cd "$(dirname "$0")" && pwd)
tree=$here
until [ -f "$tree/tests/lib/suite.sh" ]; do
  [ -n "$tree" ] || exit 2
  tree=${tree%/*}
done
scratch=$(mktemp -d) || exit 2
log=$scratch/.log
failure_logs=
outcomes=$scratch/.outcomes
: >"$outcomes"
test_prefix=${test_prefix-}
LC_ALL=C
FIGURES=$build/figures # for viz/render.sh of the tree
PATH=$tree/tests/lib/jdk:$PATH # java and javac with options
export LC_ALL FIGURES PATH
. "$tree/host-tools/run/qemu.sh" # run_qemu, exec_qemu
. "$tree/host-tools/run/lock.sh" # share_build

clean_up() { :; }
trap 'clean_up; rm -rf "$scratch"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
share_build "$build" "the suite ${here#"$tree/"}"

# Whether the case NAME is to be reported: all are when the command line names none.
chosen() { # NAME
  [ "$suite_cases" != '  ' ] || return 0
  for suite_case in $suite_cases; do
    case $1 in "$suite_case"*) return 0 ;; esac
    case $test_prefix$1 in "$suite_case"*) return 0 ;; esac
  done
  return 1
}

# Whether one of the cases whose names begin with NAME is to be reported.
chosen_some() { # NAME
  chosen "$1" && return
  for suite_case in $suite_cases; do
    case $suite_case in "$1"* | "$test_prefix$1"*) return 0 ;; esac
  done
  return 1
}

# Prints LINE, `ok ...' or `not ok ...', and keeps it for finish(), from a subshell, too.
report() { # LINE
  printf '%s\n' "$1"
  printf '%s\n' "$1" >>"$outcomes"
}

# Reports the case NAME: it has passed when REASON is empty. REASON may have several lines.
result() { # NAME REASON
  chosen "$1" || return 0
  if [ -z "$2" ]; then
    report "ok $test_prefix$1"
    return
  fi
  report "not ok $test_prefix$1 $(printf '%s\n' "$2" | head -n 5 | paste -s -d ';' -)"
  # shellcheck disable=SC2086 # files without spaces
  [ -z "$failure_logs" ] || tail -n 30 $failure_logs 2>/dev/null | sed 's/^/# /'
}

# Says that the case NAME proves nothing here, for what it needs cannot be had: it has neither passed nor failed.
skip() { # NAME REASON
  chosen "$1" || return 0
  report "skipped $test_prefix$1 $(printf '%s\n' "$2" | head -n 1)"
}

# Runs a function, when the case NAME is chosen: what it prints is why the case has failed.
try() { # NAME FUNCTION [ARGUMENT...]
  chosen "$1" || return 0
  tried=$1
  shift
  result "$tried" "$("$@")"
}

# Runs a command, whether NAME is chosen or not: the case has failed when the command ends with another STATUS, or
# prints no line with PATTERN (a basic regular expression).
expect() { # NAME STATUS PATTERN COMMAND...
  expected_name=$1 expected_status=$2 pattern=$3
  shift 3
  "$@" >"$log" 2>&1 </dev/null
  got_status=$?
  failure_logs=$log
  if [ $got_status -ne "$expected_status" ]; then
    result "$expected_name" "status $got_status, not $expected_status"
  elif ! grep -aq -e "$pattern" "$log"; then
    result "$expected_name" "it did not say: $pattern"
  else
    result "$expected_name" ''
  fi
  failure_logs=
}

# Runs a command, whether NAME is chosen or not: the case has failed when the command ends with another status than 0.
check() { # NAME COMMAND...
  checked=$1
  shift
  failure_logs=$log
  if "$@" >"$log" 2>&1; then result "$checked" ''; else result "$checked" "fails: $*"; fi
  failure_logs=
}

# Runs a program that prints `ok NAME' and `not ok NAME REASON' itself, and reports what it prints. A program that fails
# without saying which case is a failure called NAME.
relay() { # NAME COMMAND...
  relayed=$1
  shift
  "$@" >"$scratch/.relay" 2>"$log"
  relay_status=$?
  relay_lines "$scratch/.relay"
  [ $relay_status -eq 0 ] || grep -q '^not ok ' "$scratch/.relay" ||
    report "not ok $test_prefix$relayed exits with $relay_status: $(tail -n 1 "$log")"
}

# Reports the lines that such a program has left in FILE.
relay_lines() { # FILE
  while IFS= read -r relay_line; do
    case $relay_line in
      'ok '*) ! chosen "${relay_line#ok }" || report "$relay_line" ;;
      'not ok '*) ! chosen "${relay_line#not ok }" || report "$relay_line" ;;
      *) printf '%s\n' "$relay_line" ;;
    esac
  done <"$1"
}

# Calls FUNCTION LINE for each line of standard input, two at a time, each in a process with a scratch folder of its
# own, and prints what it has printed when it is over. Descriptor 8 is taken meanwhile.
two_at_a_time() { # FUNCTION
  mkfifo "$scratch/.tokens"
  exec 8<>"$scratch/.tokens"
  echo >&8
  echo >&8
  while IFS= read -r job; do
    read -r token <&8
    (
      scratch=$(mktemp -d "$scratch/XXXXXX") || exit
      log=$scratch/.log
      "$1" "$job" >"$scratch/.printed" 2>&1 8>&-
      cat "$scratch/.printed"
      rm -rf "$scratch"
      echo >&8
    ) &
  done
  wait
  exec 8>&-
  rm "$scratch/.tokens"
}

# Reports a failure that leaves nothing to be tested, and ends the suite.
give_up() { # NAME REASON
  report "not ok $test_prefix$1 $(printf '%s\n' "$2" | head -n 1)"
  finish
}

# Ends the suite when a wildcard of its has found no file: a folder that was moved would otherwise take its cases along
# in silence.
must_exist() { # FILE...
  [ -e "$1" ] || give_up wildcard "there is no $1"
}

finish() {
  for suite_case in $suite_cases; do
    sed -E 's/^((not )?ok|skipped) //' "$outcomes" | grep -q -e "^$suite_case" -e "^$test_prefix$suite_case" ||
      report "not ok $suite_case there is no such case"
  done
  finished=$(wc -l <"$outcomes")
  echo "1..$finished"
  [ "$finished" -gt 0 ] && ! grep -q '^not ok ' "$outcomes"
  exit
}
