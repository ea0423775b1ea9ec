#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: the class library against the JDK's. Each program here puts our classes and the JDK's through the same long
# series of random operations and prints running hashes of all results; what it prints must be the same.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says. A case is called as its program is.
#
# To find a difference: let add() print what it is given, run both, diff.
# Takes 94 seconds.

. "$(dirname "$0")/../../lib/suite.sh"
cd "$scratch" || exit 2

# The programs are long methods of random operations, compiled once and run once: -O1 is faster in sum.
translate() { # NAME
  javac --system none --module-path "$build/java/classes" -XDstringConcat=inline -proc:none -encoding UTF-8 -nowarn \
    -d ours "$here/$1.java" 2>javac.err || { echo "javac: $(head -1 javac.err)"; return; }
  "$build/jxtr" -c "$build/java/classes/java.base:ours" -o "$1.c" "$1" 2>jxtr.err \
    || { echo "jxtr: $(head -1 jxtr.err)"; return; }
  # shellcheck disable=SC2046
  gcc $(cat "$build/java/emitted.flags") -O1 -g0 -I"$tree/translator-instr/contract" -no-pie -o "$1" "$1.c/jxg_all.c" \
    "$build/java/libjxrt.a" -lpthread 2>gcc.err || echo "gcc: $(head -1 gcc.err)"
}

compare() { # NAME
  javac -proc:none -encoding UTF-8 -nowarn -d theirs "$here/$1.java" 2>javac.err \
    || { echo "the JDK's javac: $(head -1 javac.err)"; return; }
  timeout 100 java -Dfile.encoding=UTF-8 -cp theirs "$1" >want 2>&1 || { echo "fails on the JDK: $(tail -1 want)"; return; }
  timeout 100 "./$1" >got 2>&1 || { echo "fails: $(tail -1 got)"; return; }
  cmp -s want got || echo "first difference: $(diff want got | sed -n '2p;/^>/{p;q;}' | tr '\n' ' ')"
}

same_on_both() { # NAME
  why=$(translate "$1")
  echo "${why:-$(compare "$1")}"
}

must_exist "$here"/*.java
for program in "$here"/*.java; do
  program=$(basename "$program" .java)
  try "$program" same_on_both "$program"
done
finish
