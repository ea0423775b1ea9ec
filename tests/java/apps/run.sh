#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: every program of kernel/programs/java/apps runs on the JDK and translated, hosted: plain, with all measuring code,
# and at a small size with a collection at every allocation. What they print must be the same byte for byte. All of them
# are one program (all.sh), which is compiled twice; tests/java/kernel compiles each by itself.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says. A case is called as its program is, with its arguments.
#
# PROGRAM.cases   lines of arguments; the first is empty, the default size; `small:' marks the one for collections
# at every allocation; `wrong:' marks arguments that must be refused; `input:' names the standard input, for the lines
# that follow: a file, from here or from BUILD.
# Takes 80 seconds.

. "$(dirname "$0")/../../lib/suite.sh"
. "$tree/tests/java/all.sh"
# Most of this suite's time is the compiler's: no debugging information, and half the effort for the second variant.
flags="$(cat "$build/java/emitted.flags") -I$tree/translator-instr/contract -g0"
hooks="-O1 -pg -mfentry -minstrument-return=call -fcf-protection=none"
apps=$tree/kernel/programs/java/apps

compile() { # PROGRAM...: for the JDK, then against our library alone
  # shellcheck disable=SC2046 # a word each
  all_programs $(printf '%s.Main ' "$@") >All.java
  for program; do
    printf '%s\n' "$apps/$program"/*.java
  done >sources
  javac -proc:none -encoding UTF-8 -Xlint:all -Werror -d theirs "$here/jdk/jx/prof/EventLog.java" \
    "$tree"/translator-instr/library/jx/app/*.java @sources All.java &&
    javac --system none --module-path "$build/java/classes" -XDstringConcat=inline -g -proc:none -encoding UTF-8 \
      -d ours @sources All.java
} >javac.log 2>&1

translate() { # VARIANT HOOKS OPTIONS-OF-JXTR...
  variant=$1 with=$2
  shift 2
  "$build/jxtr" -c "$build/java/classes/java.base:ours" -o "$variant.c" "$@" All 2>jxtr.log || {
    echo "jxtr: $(head -1 jxtr.log)"
    return
  }
  # shellcheck disable=SC2086
  { gcc $flags $with -c -o "$variant.o" "$variant.c/jxg_all.c" &&
    gcc $flags -o "$variant" -no-pie "$variant.o" "$tree/tests/java/hosted/probes.c" "$build/java/libjxrt.a" \
      -lpthread -lm
  } 2>gcc.log || echo "gcc: $(head -3 gcc.log | tr '\n' ' ')"
}

# Prints what is wrong with how a variant runs. The file `want' is what the JDK printed.
compare() { # VARIANT ARGUMENTS...: of the runtime, of the program
  variant=$1
  shift
  stress=
  [ "$1" != -Xgcstress ] || { stress=$1; shift; }
  # shellcheck disable=SC2086 # an option, or none
  timeout 600 "./$variant" $stress "$program.Main" "$@" <"$input" >got 2>err
  status=$?
  [ $status -eq 0 ] || echo "exits with $status: $(head -2 err | tr '\n' ' ')"
  cmp -s want got || echo "differs: $(diff want got | sed -n '2p;/^>/{p;q;}' | tr '\n\t' '  ')"
  grep imbalance err
}

run_all() { # ARGUMENTS...: on the JDK, then what is built
  java -cp theirs All "$program.Main" "$@" <"$input" >want 2>err || echo "fails on the JDK: $(head -1 err)"
  grep -q '^result: ' want || echo "prints no result"
  compare plain "$@"
  compare measured "$@"
}

refused() { # ARGUMENTS...: exit status 2, and a usage line
  ./plain "$program.Main" "$@" <"$input" >got 2>err
  status=$?
  [ $status -eq 2 ] || echo "exits with $status, not 2"
  head -1 err | grep -q "^error: $program: " || echo "says: $(head -1 err)"
  grep -q "^usage: $program " err || echo "prints no usage"
}

name_input() { # FILE
  for input in "$here/$1" "$build/$1"; do
    [ -f "$input" ] && return
  done
  result "$program" "there is no $1"
}

one_case() { # LINE: what its mark says, with its arguments
  line=$1
  # shellcheck disable=SC2086
  case $line in
  input:*) name_input ${line#input:} ;;
  wrong:*) result "$program refuses${line#wrong:}" "$(refused ${line#wrong:})" ;;
  small:*)
    result "$program${line#small:}" "$(run_all ${line#small:})"
    result "$program${line#small:} gc_stress" "$(compare plain -Xgcstress ${line#small:})" ;;
  *) result "$program${line:+ $line}" "$(run_all $line)" ;;
  esac
}

run_program() { # PROGRAM
  program=$1 input=/dev/null
  [ -f "$here/$program.cases" ] || { result "$program" "has no tests/java/apps/$program.cases"; return; }
  while IFS= read -r line; do
    one_case "$line"
  done <"$here/$program.cases"
}

# The text's index is also what the host's job makes of it.
same_as_textjob() {
  ./plain textindex.Main <"$build/text.txt" >got
  "$build/textjob" "$build/text.txt" | grep -v '^result: packed' | cmp -s - got ||
    echo "differs from host-tools/textjob"
}

# A program that uses more than the library has devices: tests/net/stack and tests/net/nfs try those.
programs=$(for main in "$apps"/*/Main.java; do
  main=${main%/Main.java}
  [ -f "$main/uses" ] || ! chosen_some "${main##*/}" || echo "${main##*/}"
done)
[ -n "$programs" ] || finish
cd "$scratch" || exit 2
# shellcheck disable=SC2086 # a word each
compile $programs || give_up All "does not compile: $(head -2 javac.log | tr '\n' ' ')"
why=$(translate plain '')$(translate measured "$hooks" --profile --trace --objects)
[ -z "$why" ] || give_up All "$why"
for program in $programs; do
  run_program "$program"
  [ "$program" != textindex ] || try textindex_textjob same_as_textjob
done
finish
