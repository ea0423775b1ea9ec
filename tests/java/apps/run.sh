#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: every program of kernel/programs/java/apps runs on the JDK and translated, hosted: plain, with all measuring code,
# and at a small size with a collection at every allocation. What they print must be the same byte for byte.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says. A case is called as its program is, with its arguments.
#
# PROGRAM.cases   lines of arguments; the first is empty, the default size; `small:' marks the one for collections
# at every allocation; `wrong:' marks arguments that must be refused; `input:' names the standard input, for the lines
# that follow: a file, from here or from BUILD.
# Takes 145 seconds.

. "$(dirname "$0")/../../lib/suite.sh"
# Most of this suite's time is the compiler's: no debugging information, and half the effort for the second variant.
flags="$(cat "$build/java/emitted.flags") -I$tree/translator-instr/contract -g0"
hooks="-O1 -pg -mfentry -minstrument-return=call -fcf-protection=none"

compile() { # PROGRAM: for the JDK, then against our library alone
  javac -proc:none -encoding UTF-8 -Xlint:all -Werror -d theirs "$here/jdk/jx/prof/EventLog.java" \
    "$tree"/translator-instr/library/jx/app/*.java "$tree/kernel/programs/java/apps/$1"/*.java &&
    javac --system none --module-path "$build/java/classes" -XDstringConcat=inline -g -proc:none -encoding UTF-8 \
      -d ours "$tree/kernel/programs/java/apps/$1"/*.java
} >javac.log 2>&1

translate() { # PROGRAM VARIANT HOOKS OPTIONS-OF-JXTR...
  program=$1 variant=$2 with=$3
  shift 3
  "$build/jxtr" -c "$build/java/classes/java.base:ours" -o "$variant.c" "$@" "$program.Main" 2>jxtr.log || {
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
compare() { # VARIANT ARGUMENTS...
  variant=$1
  shift
  timeout 600 "./$variant" "$@" <"$input" >got 2>err
  status=$?
  [ $status -eq 0 ] || echo "exits with $status: $(head -2 err | tr '\n' ' ')"
  cmp -s want got || echo "differs: $(diff want got | sed -n '2p;/^>/{p;q;}' | tr '\n\t' '  ')"
  grep imbalance err
}

run_all() { # ARGUMENTS...: on the JDK, then what is built
  java -cp theirs "$program.Main" "$@" <"$input" >want 2>err || echo "fails on the JDK: $(head -1 err)"
  grep -q '^result: ' want || echo "prints no result"
  compare plain "$@"
  compare measured "$@"
}

refused() { # ARGUMENTS...: exit status 2, and a usage line
  "./plain" "$@" <"$input" >got 2>err
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
  compile "$program" || { result "$program" "does not compile: $(head -2 javac.log | tr '\n' ' ')"; return; }
  why=$(translate "$program" plain '')$(translate "$program" measured "$hooks" --profile --trace --objects)
  [ -z "$why" ] || { result "$program" "$why"; return; }
  while IFS= read -r line; do
    one_case "$line"
  done <"$here/$program.cases"
}

# The text's index is also what the host's job makes of it.
same_as_textjob() {
  "$scratch/textindex/plain" <"$build/text.txt" >got
  "$build/textjob" "$build/text.txt" | grep -v '^result: packed' | cmp -s - got ||
    echo "differs from host-tools/textjob"
}

# A program that uses more than the library has devices: tests/net/stack and tests/net/nfs try those.
for main in "$tree"/kernel/programs/java/apps/*/Main.java; do
  [ ! -f "$(dirname "$main")/uses" ] || continue
  program=$(basename "$(dirname "$main")")
  chosen_some "$program" || continue
  mkdir "$scratch/$program" && cd "$scratch/$program" || exit 2
  run_program "$program"
  [ "$program" != textindex ] || try textindex_textjob same_as_textjob
done
finish
