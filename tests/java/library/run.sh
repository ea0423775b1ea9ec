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
# Takes 190 seconds.

. "$(dirname "$0")/../../lib/suite.sh"
cd "$scratch" || exit 2
long=long/$(printf 'n%.0s' $(seq 150))
mkdir -p "given/$long" && echo deep > "given/$long/$(printf 'm%.0s' $(seq 150))" && cp -R "$here"/*.java "$here"/*.sh "$here/unicode" given && tar -C given -cf given.tar . \
  || exit 2

# The programs are long methods of random operations, compiled once and run once: -O1 is faster in sum.
translate() { # NAME [FOLDER]
  javac --system none --module-path "$build/java/classes" -XDstringConcat=inline -proc:none -encoding UTF-8 -nowarn \
    -d ours "${2-$here}/$1.java" 2>javac.err || { echo "javac: $(head -1 javac.err)"; return; }
  "$build/jxtr" -c "$build/java/classes/java.base:ours" -o "$1.c" "$1" 2>jxtr.err \
    || { echo "jxtr: $(head -1 jxtr.err)"; return; }
  # shellcheck disable=SC2046
  gcc $(cat "$build/java/emitted.flags") -O1 -g0 -I"$tree/translator-instr/contract" -no-pie -o "$1" "$1.c/jxg_all.c" \
    "$build/java/libjxrt.a" -lpthread 2>gcc.err || echo "gcc: $(head -1 gcc.err)"
}

compare() { # NAME
  javac -proc:none -encoding UTF-8 -nowarn -d theirs "$here/$1.java" 2>javac.err \
    || { echo "the JDK's javac: $(head -1 javac.err)"; return; }
  rm -rf jdk && mkdir jdk && tar -C jdk -xf given.tar
  (cd jdk && LC_ALL=C.UTF-8 timeout 100 java -Dfile.encoding=UTF-8 -Duser.timezone=UTC -cp ../theirs "$1") \
    >want 2>&1 || { echo "fails on the JDK: $(tail -1 want)"; return; }
  timeout 100 "./$1" <given.tar >got 2>&1 || { echo "fails: $(tail -1 got)"; return; }
  cmp -s want got || echo "first difference: $(diff want got | sed -n '2p;/^>/{p;q;}' | tr '\n' ' ')"
}

same_on_both() { # NAME
  why=$(translate "$1")
  echo "${why:-$(compare "$1")}"
}

list_tar() { # NAME WHAT: a part of what ListFiles says
  ./ListFiles <"tars/$1.tar" >got 2>&1 || { echo "fails: $(tail -1 got)"; return; }
  grep -qF -- "$2" got || echo "it does not say \`$2' but: $(cut -c1-300 got)"
}

must_exist "$here"/*.java
for program in "$here"/*.java; do
  program=$(basename "$program" .java)
  try "$program" same_on_both "$program"
done

mkdir tars && python3 "$here/tars/make.py" tars >cases.txt || exit 2
why=$(translate ListFiles "$here/tars")
[ -z "$why" ] || report "not ok ListFiles $why"
while IFS="	" read -r name said; do
  try "tar_$name" list_tar "$name" "$said"
done <cases.txt
finish
