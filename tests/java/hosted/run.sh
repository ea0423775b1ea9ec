#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: every Java program here runs on the JDK and translated, hosted; what they print must be the same byte for
# byte. Then what is particular to the translator: its measuring code, its refusals. All programs are one (all.sh),
# which is compiled twice; by itself each is translated, and gcc looks at its C, without making code of it.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
#
# NAME.java      a program: plain, with a collection at every allocation, and with all measuring code
# NAME.refuse    lines `key: value`: a program that jxtr must refuse
#                  args: of jxtr   says: is in its standard error; FILE.java follows behind a line `--- FILE.java`
#                  after: a shell command between javac and jxtr, that spoils a class file
# names/         a program whose classes, members, strings and sources are called what no Java source can call them
# missing/       a program that refers to classes and members which are taken away, or changed, before it runs
# Takes 140 seconds.

. "$(dirname "$0")/../../lib/suite.sh"
. "$tree/tests/java/all.sh"
library=$build/java/classes/java.base
# Most of this suite's time is the compiler's: no debugging information, and less effort for what is measured, which
# tests/java/kernel compiles with all.
flags="$(cat "$build/java/emitted.flags") -I$tree/translator-instr/contract -g0"
PATH=$build/unit:$build:$PATH # the sanitized jxtr goes first

compile() { # INTO FILE...: against our library; its module must be the only one
  into=$1
  shift
  javac --system none --module-path "$build/java/classes" -XDstringConcat=inline -g -proc:none -encoding UTF-8 \
    -d "$into" "$@"
}

# Makes NAME.VARIANT; `measured' has the profiler's hooks, and is translated from what javac makes without any options,
# against the JDK's library: string concatenations are invokedynamic there.
build_program() { # NAME VARIANT OPTIONS-OF-JXTR...
  name=$1 variant=$2
  shift 2
  hooks='' classes=$scratch/ours
  [ "$variant" = measured ] && classes=$scratch/theirs hooks="-O1 -pg -mfentry -minstrument-return=call -fcf-protection=none"
  jxtr -c "$library:$classes" -o "$name.$variant.c" "$@" "$name" 2>jxtr.err || {
    echo "jxtr: $(head -1 jxtr.err)"
    return
  }
  # shellcheck disable=SC2086
  { gcc $flags $hooks -c -o "$name.$variant.o" "$name.$variant.c/jxg_all.c" &&
    gcc $flags -o "$name.$variant" -no-pie "$name.$variant.o" "$here/probes.c" "$build/java/libjxrt.a" -lpthread -lm
  } 2>gcc.err || echo "gcc: $(head -3 gcc.err | tr '\n' ' ')"
}

differs() { # NAME GOT
  cmp -s "$1.want" "$2" || echo "differs: $(diff "$1.want" "$2" | sed -n '2p;/^>/{p;q;}' | tr '\n\t' '  ')"
}

# Runs PROGRAM.VARIANT; ARGUMENT are options of the runtime, or the program's.
run_program() { # NAME PROGRAM VARIANT ARGUMENT...
  name=$1 program=$2.$3
  shift 3
  timeout 600 "./$program" -ea "$@" >"$name.got" 2>"$name.err"
  status=$?
  [ $status -eq 0 ] || echo "exits with $status: $(head -2 "$name.err" | tr '\n' ' ')"
  differs "$name" "$name.got"
  grep imbalance "$name.err"
}

# What is translated of NAME alone, without the other programs' classes, is C.
alone() { # NAME
  jxtr -c "$library:$scratch/ours" -o "$1.alone.c" "$1" 2>jxtr.err || { echo "jxtr: $(head -1 jxtr.err)"; return; }
  # shellcheck disable=SC2086
  gcc $flags -fsyntax-only "$1.alone.c/jxg_all.c" 2>gcc.err || echo "gcc: $(head -3 gcc.err | tr '\n' ' ')"
}

program() { # NAME
  java -ea -cp "$scratch/theirs" All "$1" >"$1.want" 2>"$1.err" || { result "$1" "fails on the JDK"; return; }
  result "$1" "${plain_why:-$(run_program "$1" All plain "$1")}"
  [ -n "$plain_why" ] || result "$1_gc_stress" "$(run_program "$1" All plain -Xgcstress "$1")"
  result "$1_measured" "${measured_why:-$(run_program "$1" All measured "$1")}"
  result "$1_alone" "$(alone "$1")"
}

# ---- names ----

# Every character that a name may have, and names that are C: the program runs as on the JDK, by the same names, gcc reads
# no file but ours, with trigraphs, too, and jxtr's own output shows no control character.
odd_names() {
  mkdir odd odd/tool odd/ours odd/theirs odd/renamed odd/jdk && cd odd || return
  awk -f "$here/names/generate.awk" "$here/names/odd.txt" >OddNames.java
  javac -d tool "$here/names/Rename.java" && compile ours OddNames.java && javac -proc:none -g -d theirs OddNames.java ||
    return
  LC_ALL=C.UTF-8 java -cp tool Rename theirs jdk >OddNames.want && LC_ALL=C.UTF-8 java -cp tool Rename ours renamed >/dev/null ||
    { echo "the renamed program fails on the JDK"; return; }
  [ "$(wc -l <OddNames.want)" -gt 280 ] || echo "only $(wc -l <OddNames.want) lines"
  jxtr -c "$library:renamed" -o c OddNames 2>jxtr.err || { echo "jxtr: $(head -1 jxtr.err)"; return; }
  # shellcheck disable=SC2086 # what names and trigraphs change is over before anything is optimized
  for more in -O1 '-trigraphs -O0'; do
    gcc $flags $more -o OddNames -no-pie c/jxg_all.c "$build/java/libjxrt.a" -lpthread -lm 2>gcc.err ||
      { echo "gcc $more: $(head -3 gcc.err | tr '\n' ' ')"; return; }
    ./OddNames >OddNames.got || echo "exits with $?"
    differs OddNames OddNames.got
  done
  # shellcheck disable=SC2086
  gcc $flags -MM c/jxg_all.c | tr -d '\\' | tr ' ' '\n' | grep -v -e '^$' -e '^jxg_all.o:$' -e '^c/' -e "^$tree/translator-instr/contract/"
  ls c | grep -v '^[A-Za-z0-9_-]*\.[ch]$'
  jxtr -c "$library:renamed" --explain OddNames >shown.txt
  find renamed -name '*.class' -exec "$build/jxtr" --list {} + >>shown.txt
  jxtr -c "$library:renamed" -o c2 'OddNames
[31m' 2>>shown.txt
  LC_ALL=C tr -d '\11\12\40-\176\200-\377' <shown.txt | od -c | head -1 | grep -v '^0000000$'
  grep -c . shown.txt | awk '$1 < 1000 { print "jxtr has shown only " $1 " lines" }'
}

# ---- what is missing ----

# What the JDK throws where a reference is used whose class or member is not there, the translated program throws, and
# nothing before; the list says what is missing. A class that a handler names must be there for the JDK, which looks at it
# earlier; ours is taken away: no exception is of it.
missing() {
  mkdir missing && cd missing || return
  javac -proc:none -g -d classes "$here"/missing/*.java && rm classes/Gone.class classes/GoneInterface.class classes/GoneUnused.class &&
    javac -proc:none -d classes "$here"/missing/without/*.java || return
  java -cp classes Missing >Missing.want || echo "exits with $? on the JDK"
  [ "$(wc -l <Missing.want)" -eq 56 ] || echo "$(wc -l <Missing.want) lines, not 56"
  rm classes/GoneException.class
  for more in '' '--profile --trace --objects --safepoints'; do
    # shellcheck disable=SC2086
    jxtr -c "$library:classes" -o c --missing=throw $more Missing 2>list || { echo "jxtr: $(head -1 list)"; return; }
    # shellcheck disable=SC2086
    gcc $flags ${more:+-O1} -o Missing -no-pie c/jxg_all.c "$build/java/libjxrt.a" -lpthread -lm 2>gcc.err ||
      { echo "gcc: $(head -3 gcc.err | tr '\n' ' ')"; return; }
    for way in '' -Xgcstress; do
      # shellcheck disable=SC2086
      ./Missing $way >Missing.got || echo "exits with $?"
      differs Missing Missing.got
    done
  done
  head -1 list | grep -q 'refers to 16 things that our library lacks' || echo "the list begins: $(head -1 list)"
  grep -q '^  class Gone  (Missing.java:[0-9]* and [0-9]* more)$' list || echo "the list has no class Gone"
  grep -q '^  and 4 more$' list || echo "the list does not end"
  grep -A 1 '^method Changed.method(int, java.lang.String, int\[\]\[\]): NoSuchMethodError$' c/missing.txt |
    grep -q '^.Missing.java:[0-9]*.Missing.lambda\$members\$' || echo "missing.txt lacks the method"
  ! grep -q GoneUnused c/missing.txt || echo "missing.txt names code that is not reached"
  jxtr -c "$library:classes" -o c Missing 2>refused && echo "without --missing=throw it is not refused"
  grep -q 'there is no class Gone' refused || echo "the refusal begins: $(head -1 refused)"
  jxtr -c "$library:$scratch/ours" -o c --missing=throw Probed && [ ! -e c/missing.txt ] || echo "missing.txt was left"
  jxtr --missing=perhaps A 2>wrong
  [ $? -eq 2 ] || echo "--missing=perhaps does not exit with 2"
}

# In the code of emit/ all text of class files goes through text_literal() or text_comment().
quoted() {
  grep -n '\\"%[-.*]*s\|/\* *%\|%s *\*/' "$tree"/translator-instr/jxtr/emit/*.c
}

# ---- refusals ----

value() { # KEY: its values in the case, a line each
  sed -n -e '/^---/q' -e "s/^$1: //p" "$case"
}

refusal() { # CASE
  case=$1
  mkdir "$(basename "$1")" && cd "$(basename "$1")" || return
  awk '/^--- /{file = $2; next} file{print >file}' "$case"
  mkdir classes
  for source in *.java; do
    [ -e "$source" ] && set -- "$@" "$source"
  done
  shift
  if [ $# -gt 0 ]; then
    compile classes "$@" 2>javac.err || { echo "javac: $(head -1 javac.err)"; return; }
  fi
  sh -c "$(value after)" || { echo "cannot spoil the class file"; return; }
  eval "set -- $(value args)"
  jxtr -c "$library:classes" -o out "$@" >stdout 2>stderr
  status=$?
  [ $status -eq 1 ] || [ $status -eq "$(value status || echo 1)" ] || echo "exit status $status"
  value says | while read -r text; do
    grep -qF -- "$text" stderr || echo "does not say \`$text' but: $(head -1 stderr)"
  done
  grep -q 'Sanitizer\|runtime error' stderr && echo "sanitizer: $(grep -m 1 'Sanitizer\|runtime error' stderr)"
  [ -e out ] && echo "something was emitted"
}

# ---- measuring code ----

# The machine code that gcc made: a profiled method begins with the one hook, has the other before each return, and a
# body in between; others have neither.
disassembly() {
  why=$(build_program Probed measured --profile=Probed.divide)
  [ -z "$why" ] || { echo "$why"; return; }
  objdump -d --no-show-raw-insn Probed.measured >all.s
  awk '/<jxm_Probed__divide>:/{on = 1; next} on && /^$/{exit} on' all.s >divide.s
  sed -n 1p divide.s | grep -q 'call.*<__fentry__>' || echo "divide() begins with $(sed -n 1p divide.s)"
  [ "$(grep -c idiv divide.s)" -ge 2 ] || echo "the divisions are missing"
  grep -q 'ret *$' divide.s || echo "divide() does not return"
  grep -B 1 'ret *$' divide.s | grep -v 'ret *$' | grep -v -e '<__return__>' -e '^--'
  awk '/<jxm_Probed__main>:/{on = 1; next} on && /^$/{exit} on' all.s | grep -e __fentry__ -e __return__
}

# Compiled as for the kernel, every method begins with the hook's place (a NOP of five bytes) and then sets up its frame,
# and the other hook's place is right before each return.
frames() {
  jxtr -c "$library:$scratch/ours" -o frames.c --profile Objects 2>jxtr.err || { cat jxtr.err; return; }
  # shellcheck disable=SC2046
  (cd "$tree" && gcc $(cat "$build/java/target.flags") -c -o "$scratch/frames.o" "$scratch/frames.c/jxg_all.c") || return
  objdump -d --no-show-raw-insn frames.o | awk '
    function outside(what) { if (!wrong++) print name " " what ": " $0 }
    /^[0-9a-f]+ <jxm_.*>:$/ { name = $2; at = 0; methods++; pushed = framed = 0; next }
    /^$/ { name = "" }
    !name { next }
    { sub(/^ *[0-9a-f]+:[ \t]*/, ""); at++ }
    at == 1 && !/^nopl +0x0\(%rax,%rax,1\)/ { outside("begins without the hook") }
    at <= 8 && /^push +%rbp/ { pushed = 1 }
    at <= 8 && pushed && /^mov +%rsp,%rbp/ { framed = 1 }
    at == 9 && !framed { outside("has no frame") }
    /^ret/ && before !~ /^nopl +0x0\(%rax,%rax,1\)/ { outside("returns without the hook") }
    { before = $0 }
    END { if (methods < 100) print "only " methods " methods were seen" }'
}

# What is called on the way to an exception alone is cold; the program's own methods, and those they call, are not.
rare() {
  jxtr -c "$library:$scratch/ours" -o rare.c Probed 2>jxtr.err || { cat jxtr.err; return; }
  sed -n 's/^JX_METHOD JX_COLD .*jxm_\([A-Za-z0-9_]*\)(.*/\1/p' rare.c/*.c | sort -u >cold
  for name in java_lang_Integer__toOctalString java_lang_Throwable__getMessage java_lang_IllegalArgumentException___init_n2; do
    grep -qx "$name" cold || echo "$name is not cold"
  done
  grep -e '^Probed' -e '^java_lang_Long__numberOfLeadingZeros$' -e '^java_lang_Thread__run$' cold
}

# Threads that spin for each other go on when they have safepoints.
safepoints() {
  compile "$scratch/ours" "$here/spin/Spins.java" || return
  why=$(build_program Spins polled --safepoints)
  [ -z "$why" ] || { echo "$why"; return; }
  echo "turn 20" >Spins.want
  run_program Spins Spins polled
  jxtr -c "$library:$scratch/ours" --explain --safepoints='Spins.main' Spins | grep -qF "Spins.main	([Ljava/lang/String;)V	safepoints" ||
    echo "--explain does not tell of them"
}

explain() {
  jxtr -c "$library:$scratch/ours" --explain --profile='Probed.*' --objects --exclude='*.main' Probed >explained ||
    echo "exit status $?"
  grep -qF "Probed.divide	(II)I	profile,objects	profile: --profile=Probed.*; objects: --objects" explained ||
    echo "divide: $(grep -F Probed.divide explained)"
  grep -q 'Probed.main	.*	-	profile: --exclude=\*.main; ' explained || echo "main: $(grep -F Probed.main explained)"
}

# A + behind a class, or an interface, means its subclasses, too.
subclasses() {
  cat >Kin.java <<'END'
interface Face { void face(); }
class Base { void own() { System.gc(); } }
class Child extends Base implements Face { public void face() { own(); } }
class Grandchild extends Child { void own() { System.gc(); } }
class Stranger { void own() { System.gc(); } }
class Kin {
  public static void main(String[] args) {
    for (Base b : new Base[] {new Base(), new Child(), new Grandchild()})
      b.own();
    for (Face f : new Face[] {new Child(), new Grandchild()})
      f.face();
    new Stranger().own();
  }
}
END
  compile "$scratch/ours" Kin.java || return
  jxtr -c "$library:$scratch/ours" --explain --profile='Base+.*' --trace='Face+.own' --exclude='Base.own' Kin |
    awk -F '\t' '$1 ~ /^(Base|Child|Grandchild|Stranger)\.(own|face)$/ { printf "%s %s;", $1, $3 }' >kin
  [ "$(cat kin)" = 'Base.own -;Child.face profile;Grandchild.own profile,trace;Stranger.own -;' ] || cat kin
}

# Which methods are too short to be timed: those whose names begin with `brief'.
threshold() {
  compile "$scratch/ours" "$here/lengths/Lengths.java" || return
  jxtr -c "$library:$scratch/ours" --explain --profile --profile='Lengths.briefButNamed' --threshold=60 Lengths |
    sed -n 's/^Lengths\.\([a-z][A-Za-z]*\)\t/\1\t/p' >lengths
  [ "$(wc -l <lengths)" -eq 18 ] || echo "of 18 methods $(wc -l <lengths) are listed"
  awk -F '\t' '
    { short = $3 == "-" && $4 == "profile: --profile, but --threshold=60"; want = $1 ~ /^brief/ && $1 != "briefButNamed" }
    short != want { print $1 " gets `" $3 "\047 (" $4 ")" }' lengths
  jxtr -c "$library:$scratch/ours" --explain --profile Lengths | grep -q 'Lengths.brief.*	-	' &&
    echo "without --threshold a method is left out"
  jxtr -c "$library:$scratch/ours" --explain --profile --threshold=65535 Lengths |
    grep -q '^Lengths.main	.*	profile	' ||
    echo "main() is left out: nothing is then the root of what it calls"
}

# A fast form that is defined and not listed would never be called. (The compiler looks that what is listed is defined.)
fast_forms() {
  contract=$tree/translator-instr/contract
  sed -n 's/^static inline bool jxf_\([A-Za-z0-9_]*\)(.*/\1/p' "$contract"/jx*.h | sort -u >defined
  sed -n 's/^ *F(\([A-Za-z_]*\), \([A-Za-z0-9]*\), .*/\1_\2/p' "$contract/jx_natives.h" | sort >listed
  [ -s listed ] || echo "jx_natives.h lists none"
  comm -3 defined listed | tr '\n\t' '  '
}

# What a user types first.
command_line() {
  jxtr --help | grep -q -- '--profile' || echo "--help does not tell of --profile"
  jxtr --version | grep -q '^jxtr ' || echo "--version does not say what it is"
  for wrong in '' 'A B' '--nonsense A' '--list' '--threshold=-1 A' '--threshold=65536 A' '--threshold= A'; do
    # shellcheck disable=SC2086
    jxtr $wrong >wrong.out 2>&1
    [ $? -eq 2 ] || echo "\`jxtr $wrong' does not exit with 2"
  done
  jxtr --list "$scratch/ours/Probed.class" | grep -q 'idiv' || echo "--list shows no instruction"
  jxtr -c "$library:$scratch/ours" -o /proc/none Probed 2>&1 | grep -q '^/proc/none: error: cannot be made' ||
    echo "an impossible folder is not reported"
  jxtr -c "$library:$scratch/ours" -o twice Probed && cp -p twice/Probed.c before.c && jxtr \
    -c "$library:$scratch/ours" -o twice Probed && [ ! twice/Probed.c -nt before.c ] ||
    echo "unchanged C was rewritten"
  jxtr -c "$library:$scratch/ours" -o twice Words && [ ! -e twice/Probed.c ] || echo "stale C was left"
}

mkdir "$scratch/ours" "$scratch/theirs" || exit 2
programs=$(for file in "$here"/*.java; do basename "$file" .java; done)
# shellcheck disable=SC2086
all_programs $programs >"$scratch/All.java"
compile "$scratch/ours" "$here"/*.java "$scratch/All.java" 2>"$scratch/log" && javac -proc:none -g -encoding UTF-8 \
  -d "$scratch/theirs" "$here"/*.java "$scratch/All.java" 2>>"$scratch/log" || {
  give_up java_programs "do not compile: $(head -2 "$scratch/log" | tr '\n' ' ')"
}
cd "$scratch" || exit 2
wanted=$(for name in $programs; do ! chosen_some "$name" || echo "$name"; done)
if [ -n "$wanted" ]; then
  plain_why=$(build_program All plain)
  measured_why=$(build_program All measured --profile --trace --objects --safepoints)
fi
for name in $wanted; do
  program "$name"
done
try odd_names odd_names
try missing missing
try quoted quoted
must_exist "$here"/*.refuse
for file in "$here"/*.refuse; do
  try "refuse_$(basename "$file" .refuse)" refusal "$file"
done
try disassembly disassembly
try frames frames
try rare rare
try safepoints safepoints
try threshold threshold
try explain explain
try subclasses subclasses
try fast_forms fast_forms
try command_line command_line
finish
