#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: the class library against the JDK's. Each program here puts our classes and the JDK's through the same long
# series of random operations and prints running hashes of all results; what it prints must be the same. The files of
# this folder, and one with a long name, are there for each of them: on the JDK in its working directory, for ours in the
# tar that is its input. Then tars, whole and hostile, which tars/make.py makes.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says. A case is called as its program is.
#
# To find a difference: let add() print what it is given, run both, diff.
# Takes 110 seconds.

. "$(dirname "$0")/../../lib/suite.sh"
cd "$scratch" || exit 2
long=long/$(printf 'n%.0s' $(seq 150))
mkdir -p "given/$long" && echo deep > "given/$long/$(printf 'm%.0s' $(seq 150))" && cp -R "$here"/*.java "$here"/*.sh "$here/unicode" given && tar -C given -cf given.tar . \
  || exit 2

# All programs are one, which is translated and compiled once and calls the one that it is told. They are long methods of
# random operations, most of which run once: -O0 is fastest in sum.
driver() { # NAME...
  printf 'public class All {\n  public static void main(String[] args) throws Throwable {\n    switch (args[0]) {\n'
  for program; do
    printf '      case "%s": %s.main(new String[0]); break;\n' "$program" "$program"
  done
  printf '      default: throw new IllegalArgumentException(args[0]);\n    }\n  }\n}\n'
}

translate() { # FILE...
  javac -proc:none -encoding UTF-8 -nowarn -d theirs "$@" 2>javac.err \
    || { echo "the JDK's javac: $(head -1 javac.err)"; return; }
  javac --system none --module-path "$build/java/classes" -XDstringConcat=inline -proc:none -encoding UTF-8 -nowarn \
    -d ours "$@" 2>javac.err || { echo "javac: $(head -1 javac.err)"; return; }
  "$build/jxtr" -c "$build/java/classes/java.base:ours" -o All.c All 2>jxtr.err \
    || { echo "jxtr: $(head -1 jxtr.err)"; return; }
  # shellcheck disable=SC2046
  gcc $(cat "$build/java/emitted.flags") -O0 -g0 -I"$tree/translator-instr/contract" -no-pie -o All \
    All.c/jxg_all.c "$build/java/libjxrt.a" -lpthread 2>gcc.err || echo "gcc: $(head -1 gcc.err)"
}

compare() { # NAME
  rm -rf jdk && mkdir jdk && tar -C jdk -xf given.tar
  (cd jdk && LC_ALL=C.UTF-8 timeout 600 java -Dfile.encoding=UTF-8 -Duser.timezone=UTC -cp ../theirs All "$1") \
    >want 2>&1 || { echo "fails on the JDK: $(tail -1 want)"; return; }
  timeout 600 ./All "$1" <given.tar >got 2>&1 || { echo "fails: $(tail -1 got)"; return; }
  cmp -s want got || echo "first difference: $(diff want got | sed -n '2p;/^>/{p;q;}' | tr '\n' ' ')"
}

list_tar() { # NAME WHAT: a part of what ListFiles says
  ./All ListFiles <"tars/$1.tar" >got 2>&1 || { echo "fails: $(tail -1 got)"; return; }
  grep -qF -- "$2" got || echo "it does not say \`$2' but: $(cut -c1-300 got)"
}

must_exist "$here"/*.java
programs=$(cd "$here" && for program in *.java; do echo "${program%.java}"; done)
# shellcheck disable=SC2086
driver $programs ListFiles >All.java
why=$(translate All.java "$here"/*.java "$here/tars/ListFiles.java")
[ -z "$why" ] || { report "not ok All $why"; finish; }
for program in $programs; do
  try "$program" compare "$program"
done

mkdir tars && python3 "$here/tars/make.py" tars >cases.txt || exit 2
while IFS="	" read -r name said; do
  try "tar_$name" list_tar "$name" "$said"
done <cases.txt
finish
