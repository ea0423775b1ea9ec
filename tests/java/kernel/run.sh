#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: Java programs in the kernel, in QEMU; what they print must be what they print on the JDK, byte for byte.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
#
# The programs of tests/java/hosted, plain and with a collection at every allocation under a fast clock, and *.case, all
# in one image; those of kernel/programs/java/apps at the size that tests/java/apps calls small, with a full profile:
# two have images of their own, as `make run APP=' makes them, and the others one, as APP=NAME,NAME makes it. One
# of them so that its collector can be seen. Then what java.sh refuses. Time counts instructions, so a case does the
# same on any host.
#
# A case is lines `key: value`, others are comments:
#   args:     the class, and its arguments, quoted as for a shell
#   append:   the kernel's options, prof=none among them unless they say otherwise
#   input:    the text of the boot module
#   files:    a folder of the source tree: a tar of it is the boot module, a copy of it the JDK's working directory
#   status:   the program's exit status, here and on the JDK (0)
#   java:     options for the JDK's java
#   expect:   the console must say this; such a case does not run on the JDK
#   qemu_status:  of such a case (0)
#   at_once:  `no' for a program whose output depends on the host's speed where processors run at once
#   boot:     `iso' for a CD image with GRUB instead of -kernel
#
# Programs whose names end in _on_4 run on four processors, as do those that end in _at_once: the first in turns on one
# clock, so they repeat, the others at the same time, on QEMU's threads. Some of the programs do so here, all of them, the
# cases and the apps under `make test-java-processors' (ALL_PROCESSORS=yes), without a profile.
#
# Not compared are the lines of a trace that lie in the library, whose lines are not the JDK's.
# Takes 220 seconds.
[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
. "$(dirname "$0")/../../lib/suite.sh"
. "$tree/tests/java/all.sh"
set -u
home=$build/jkernel
seconds=300
processors=1
icount=on

# ---- what is built: BUILD/jkernel/programs is a folder of links to all sources, and a class that calls them ----

build_all()
{
  local names
  mkdir -p "$home/programs" "$home/jdk"
  find "$home/programs" -type l -delete
  ln -s "$tree"/tests/java/hosted/*.java "$here"/*.java "$home/programs"
  mapfile -t names < <(cd "$home/programs" && find . -name '*.java' ! -name All.java | sed 's|^\./||; s|\.java$||' | sort)
  all_programs "${names[@]}" > "$home/All.java"
  cmp -s "$home/All.java" "$home/programs/All.java" || cp "$home/All.java" "$home/programs/All.java"
  javac -proc:none -g -encoding UTF-8 -nowarn -d "$home/jdk" "$tree"/tests/java/apps/jdk/jx/prof/*.java \
    "$home/programs"/*.java &&
    bash "$tree/host-tools/run/java.sh" --build "$build" --threshold 0 --java "$home/programs" --main All
}

build_app() # NAME, or NAME,NAME...: each by itself for the JDK
{
  local name
  for name in ${1//,/ }; do
    mkdir -p "$home/jdk-$name"
    javac -proc:none -encoding UTF-8 -nowarn -d "$home/jdk-$name" "$tree"/tests/java/apps/jdk/jx/prof/EventLog.java \
      "$tree"/translator-instr/library/jx/app/*.java "$tree/kernel/programs/java/apps/$name"/*.java || return
  done
  bash "$tree/host-tools/run/java.sh" --build "$build" --threshold 0 --app "$1"
}

# Builds the image NAME: its path goes to BUILD/jkernel/NAME.image, what went wrong to NAME.log.
build_image() # NAME
{
  if [ "$1" = All ]; then build_all; else build_app "$1"; fi > "$home/$1.log" 2>&1 || return
  tail -n 1 "$home/$1.log" > "$home/$1.image"
}

# ---- running ----

value() { sed -n "s/^$1: *//p" "$case"; }

# $1: the image's name; $2: the kernel's options; $3: the arguments; $4: the module; $5: perhaps `iso'. The console's text
# is in `console'. Options that have line=virtio send the profile to the file `line'.
boot()
{
  local line="prof=none $2 -- $3" from more=() dump=serial
  if [ "$processors" -gt 1 ]; then
    line="prof=none $(sed 's/prof=[^ ]*//' <<< "$2") smp=$processors -- $3"
    more=(-smp "$processors")
  fi
  from=(kernel="$(cat "$home/$1.image")32" append="$line")
  [ -z "$4" ] || { ln -sf "$4" module; from+=(module=module); }
  if [ "${5-}" = iso ]; then
    from=(cdrom=image.iso)
    sh "$tree/host-tools/run/iso.sh" -k "$(cat "$home/$1.image")" -o image.iso -a "$line" || echo 'there is no CD image'
  fi
  case $2 in
    *line=virtio*) dump=line; from+=(line=file,path=line) ;;
  esac
  run_qemu "${from[@]}" memory=384 icount="$icount" serial=file:serial timeout=$seconds "${more[@]}" > qemu 2>&1
  status=$?
  case " $line" in
    *' prof='*' prof='*) "$build/hostdump" -o run.jxp -k "$(cat "$home/$1.image")" < "$dump" > console 2> hostdump
      [ "$dump" = serial ] || cat serial >> console ;;
    *) cp serial console ;;
  esac || echo "hostdump: $(tail -n 1 hostdump)"
}

# Of the program: without the kernel's own lines, and without those of traces that lie in the library.
program_text()
{
  sed -n '/^java: /,/^exit: /p' console | sed -e '1d' -e '/^java: the program ended with status/d' -e '/^exit: /d'
}

without_library() { sed -e '/^\tat java\./d' -e '/^\tat java\.base\//d' -e '$a\'; }

differs()
{
  cmp -s want got || echo "differs: $(diff want got | sed -n '2p;/^>/{p;q;}' | tr '\n\t' '  ')"
}

# $1: where the JDK's classes are, then what java takes. Its output is in `want', its status in `wanted'. It works in
# `$given', if that is set.
on_jdk()
{
  (cd "${given:-$scratch}" && timeout 600 java -Dfile.encoding=UTF-8 -cp "$@" 2>&1)
  wanted=$?
}

same()
{
  without_library < jdk > want
  program_text | without_library > got
  differs
  if [ "$wanted" -eq 0 ]; then [ $status -eq 0 ]; else [ $status -eq 3 ]; fi ||
    echo "QEMU's exit status is $status, the JDK's was $wanted"
  [ "$wanted" -eq 0 ] || grep -q "^java: the program ended with status $wanted\$" console || echo "no status $wanted is told"
}

run_case()
{
  local input='' arguments want given=''
  [ -z "$(value input)" ] || { input=$scratch/input; value input > input; }
  if [ -n "$(value files)" ]; then
    given=$scratch/given input=$scratch/input
    mkdir -p "$given" && cp -R "$tree/$(value files)/." "$given" && tar -C "$given" -cf "$input" . || echo "there is no tar"
  fi
  boot All "$(value append)" "$(value args)" "$input" "$(value boot)"
  if [ -n "$(value expect)" ]; then
    want=$(value qemu_status)
    [ $status -eq "${want:-0}" ] || echo "QEMU's exit status is $status, not ${want:-0}"
    value expect | while read -r text; do
      grep -qF -- "$text" console || echo "it does not say: $text"
    done
    return
  fi
  eval "arguments=($(value args))"
  # shellcheck disable=SC2046 # options are words
  on_jdk "$home/jdk" $(value java) All "${arguments[@]}" < "${input:-/dev/null}" > jdk
  [ "$wanted" -eq "$(value status | grep . || echo 0)" ] || echo "the JDK's status is $wanted: $(tail -n 1 jdk)"
  same
}

# $1: the class; $2: the kernel's options.
run_class()
{
  boot All "$2" "$1" ''
  on_jdk "$home/jdk" All "$1" < /dev/null > jdk
  same
}

run_app()
{
  local small arguments image
  small=$(sed -n 's/^small: *//p' "$tree/tests/java/apps/$1.cases")
  case $own_image in
    *" $1 "*) image=$1; boot "$1" 'prof=all hz=2000' "$small" "$tree/tests/java/apps/odd.txt" ;;
    *) image=$joint; boot "$joint" 'prof=all hz=2000' "$1 $small" "$tree/tests/java/apps/odd.txt" ;;
  esac
  read -ra arguments <<< "$small"
  on_jdk "$home/jdk-$1" "$1.Main" "${arguments[@]}" < "$tree/tests/java/apps/odd.txt" > jdk
  same
  [ "$processors" -eq 1 ] || return
  "$build/hostdump" report --table methods --top 0 -k "$(cat "$home/$image.image")" run.jxp > methods 2>&1 &&
    grep -q "^ *$1\.Main\.main  *Main.java:[1-9]" methods || echo "no $1.Main.main in the table of methods"
}

# The collector has the share of the samples that its collections took of the time, within the 99 % interval of the
# binomial distribution (2.58 sigma), and the sweep is seen in it.
run_collector()
{
  boot "$1" 'prof=samples,objects hz=20000' '' ''
  [ $status -eq 0 ] || echo "QEMU's exit status is $status"
  "$build/hostdump" tables -k "$(cat "$home/$1.image")" -o tables run.jxp > tables.log 2>&1 || tail -n 1 tables.log
  awk -F '\t' '
    /^#/ { next }
    !header[FILENAME]++ { file++; next }
    file == 1 && $1 == "duration_us" { whole = $2 }
    file == 2 { paused += $12 } # raw: samples see what the profiler does, too
    file == 3 { all += $3 }
    file == 3 && $2 ~ /;collect_stopped(;|$)/ { collecting += $3 }
    file == 3 && $2 ~ /;collect_stopped;space_sweep(;|$)/ { sweeping += $3 }
    END {
      share = whole ? paused / whole : 0
      off = collecting - all * share
      if (all * share < 50 || !sweeping || off * off > 2.58 ^ 2 * all * share * (1 - share))
        printf "%d of %d samples in collections (%d in the sweep), which took %.2f %% of the time\n", collecting, all,
          sweeping, 100 * share
    }' tables/run.tsv tables/collections.tsv tables/stacks.tsv
}

# The shares of samples are those of the corrected times, where births, deaths and events are recorded, too: what
# records them is the profiler's. By chance, 1 in 100 rows is outside.
run_agreement()
{
  boot "$1" 'prof=timing,samples,objects,events hz=10000' '' ''
  [ $status -eq 0 ] || echo "QEMU's exit status is $status"
  "$build/hostdump" tables -k "$(cat "$home/$1.image")" -o tables run.jxp > tables.log 2>&1 || tail -n 1 tables.log
  awk -F '\t' '/^#/ || $1 == "thread" { next }
    $2 == "(probes)" || $2 == "collect_stopped" { met++ }
    $2 == "collect_stopped" && $9 == "no" { print $2 " has " $4 " % of the time and " $6 " % of the samples" }
    { rows++; samples += $5; apart += $9 == "no" }
    END {
      if (met < 2 || samples < 500 || apart > rows / 50)
        print apart " of " rows " rows do not agree, of " samples " samples"
    }' tables/agreement.tsv
}

# Unless a program says otherwise, its shortest methods are not timed but inlined, tables name them, and the corrected
# times are within a fifth of those of the program without probes.
run_plain()
{
  bash "$tree/host-tools/run/plain.sh" --build "$build" --app "$1" -- --build "$build" --input "$tree/README.md" \
    --args "$(sed -n 's/^small: //p' "$tree/tests/java/apps/$1.cases")" --out plain > said 2>&1 ||
    { tail -n 3 said; return; }
  awk -F '\t' '$3 < 0.8 * $2 || $3 > 1.2 * $2 { print "corrected " $2 ", without probes " $3 }' plain/run
  grep -q "^# note: too short to be timed, and counted for their callers (THRESHOLD=0 times them): $1\\." \
    plain/probes/tables/methods.tsv || echo "no method of the program's own is said to be too short to be timed"
  awk -F '\t' 'NR > 1 && $4 > 0 { found = 1 } END { if (!found) print "no method has a plain time" }' plain/plain.tsv
  bash "$tree/host-tools/run/java.sh" --build "$build" --app "$1" -- --build "$build" --input "$tree/README.md" \
    --args "$(sed -n 's/^small: //p' "$tree/tests/java/apps/$1.cases")" --out later --prof timing > said 2>&1
  grep -q '^  (without probes, where gcc may inline all calls, the program took .* times as long: make plain)' said ||
    echo "a run after that does not say what it found: $(tail -n 3 said)"
  grep -q 'Without probes, where gcc may inline all calls' later/charts/index.html || echo "the page does not"
}

# A method that waited for a monitor in each of its 20 calls is charged for none of it: all of them together take less
# than a thousandth of what those who held the monitor did meanwhile.
run_blocked()
{
  boot All prof=timing Blocked ''
  [ $status -eq 0 ] || echo "QEMU's exit status is $status"
  grep -q '^waited 20 times' console || echo "it does not say that it waited 20 times"
  "$build/hostdump" report --tsv --table methods --top 0 -k "$(cat "$home/All.image")" run.jxp > methods 2> methods.log ||
    tail -n 1 methods.log
  awk -F '\t' '
    $1 ~ /^Blocked\.(enter|waitOnce|hold)$/ { calls[$1] = $3; us[$1] = $4 }
    END {
      for (name in calls)
        if (calls[name] != 20)
          print name, "has", calls[name], "calls"
      if (!us["Blocked.enter"] || !us["Blocked.waitOnce"] || us["Blocked.waitOnce"] > us["Blocked.hold"] / 1000)
        printf "enter has %s us, its caller %s, those who held the monitor %s\n", us["Blocked.enter"],
          us["Blocked.waitOnce"], us["Blocked.hold"]
    }' methods
}

# One collection finds more deaths than their buffer holds: they leave meanwhile, and what that takes is no part of the
# corrected pause, which is that of a collection whose deaths all fit.
run_deaths()
{
  local deaths
  for deaths in 1m 16k; do
    boot All "line=virtio prof=timing,objects stream=all deaths=$deaths" Deaths ''
    [ $status -eq 0 ] || echo "QEMU's exit status is $status"
    grep -q '^ended: true' console || echo "deaths=$deaths: the program did not end"
    "$build/hostdump" report --tsv --table run,collections run.jxp > "$deaths" 2> log || tail -n 1 log
  done
  awk -F '\t' '
    $1 == "made.death" { made = $2 }
    $1 == "sent.death" && $2 != made { print FILENAME ": of " made " deaths " $2 " were sent" }
    $4 == "asked for" { freed = $7; pause[FILENAME] = $3; raw[FILENAME] = $12 }
    END {
      if (freed < 4 * 16384)
        print "the collection found " freed " dead"
      if (!pause["1m"] || pause["16k"] / pause["1m"] > 1.02 || pause["16k"] / pause["1m"] < 0.98)
        print "the pause took " pause["16k"] " us, not " pause["1m"]
      if (raw["16k"] < 2 * raw["1m"])
        print "nothing left meanwhile: the pause took " raw["16k"] " us in all"
    }' 1m 16k
}

# run_exact_searched OPTIONS ARGUMENTS DEATHS: at least so many deaths are where a search at each allocation finds them.
run_exact_searched()
{
  boot Exact "prof=exact gclook=1 $1" "$2" ''
  grep -q '^true' console || echo "the program did not end well ($2)"
  sed -n '/^exact: /{/of [0-9]* objects that died/!p}' console | head -n 3
  awk -v least="$3" '/^exact: of/ { died = $3; same = $7 }
    END { if (died < least || same < died * 0.999)
      print same + 0 " of " died + 0 " deaths are where a search at each allocation finds them" }' console
}

# What most births do is assembly; where a search is wanted, be it at none of the births, C does so. Of 1000 objects one
# may have another life, for interrupts come elsewhere.
run_exact_in_c()
{
  local look
  for look in 0 4000000000; do
    boot Exact "prof=exact gcbudget=20000 gcextra=0 gclook=$look" 1500 ''
    "$build/hostdump" tables -k "$(cat "$home/Exact.image")" -o "look$look" run.jxp > tables.log 2>&1 ||
      tail -n 1 tables.log
    grep -v '^#' "look$look/objects.tsv" | cut -f 3-8 | sort > "lives$look"
  done
  comm -23 lives0 lives4000000000 | awk -v of="$(wc -l < lives0)" '
    END { if (of < 10000 || NR > of / 1000) print NR " of " of " lives are not those that C finds" }'
}

# Where only the copy of the stack by which births are measured finds no memory that is said, too. Memory that is short
# then is short for the program as well, so the function that takes it is made one that returns false.
run_exact_unmeasured()
{
  local image at
  image=$(cat "$home/Exact.image")32
  at=$(readelf -sW "${image%32}" | awk '$8 == "stamps_begin_measuring" { print "0x" $2 }')
  at=$(readelf -lW "$image" | while read -r type offset address _ size _; do
    [ "$type" != LOAD ] || ((at < address || at >= address + size)) || echo $((offset + at - address))
  done)
  cp "$image" unmeasured && printf '\061\300\303' | dd of=unmeasured bs=1 seek="$at" conv=notrunc status=none
  run_qemu kernel="$PWD/unmeasured" append='prof=exact' memory=384 icount=on serial=file:serial \
    timeout=$seconds > qemu 2>&1
  grep -q '^error: prof=exact: there is no memory for a copy of the stack' serial ||
    echo "that births cannot be measured is not said"
}

# own_us FOLDER METHOD: the corrected own time of a method of Exact.java.
own_us() { awk -F '\t' -v method="Exact.$2" '$1 == method { print $5 }' "$1/methods.tsv"; }

# The lives in Exact.java are known to the byte, but for a word on the stack that happens to look like a reference: of
# 1000 objects of a kind one may be older. What a birth costs then is in no corrected time: the own times of methods
# that make objects are those of a run that records none, up to three instructions an object. Several processors are
# refused.
run_exact()
{
  local of
  bash "$tree/host-tools/run/java.sh" --build "$build" --threshold 0 --exact yes --java "$here/Exact.java" > log 2>&1 ||
    { tail -n 2 log; return; }
  tail -n 1 log > "$home/Exact.image"
  for of in timing timing,exact; do
    boot Exact "prof=$of" '' ''
    "$build/hostdump" tables -k "$(cat "$home/Exact.image")" -o "$of" run.jxp > tables.log 2>&1 || tail -n 1 tables.log
  done
  boot Exact prof=exact '' ''
  [ $status -eq 0 ] || echo "QEMU's exit status is $status"
  grep -q '^true' console || echo "the program did not end"
  "$build/hostdump" tables -k "$(cat "$home/Exact.image")" -o tables run.jxp > tables.log 2>&1 || tail -n 1 tables.log
  grep -q '^# note: ages are exact' tables/sites.tsv || echo "table sites does not say that ages are exact"
  awk -F '\t' '
    function expect(what, found, of) { if (found < of - of / 1000 || found > of) print what ": " found + 0 ", not " of }
    /^#/ || $1 == "site" || $1 == "birth_us" { next }
    FILENAME ~ /sites/ && $3 == "Exact" { kind[$1] = $4 " " (++kinds[$4]) }
    FILENAME ~ /objects/ && $6 in kind {
      age[kind[$6], $4]++
      end[kind[$6], $3 + $4]++
      if ($2 == "-") live[kind[$6]]++
    }
    FILENAME ~ /drag/ && $3 == "Exact" { unused[kind[$1]] = $9; drag[kind[$1]] = $12; void[kind[$1]] = $13 }
    END {
      expect("drop", age["drop 1", 32], 2000)
      expect("overwrite", age["overwrite 1", 32], 2000)
      expect("exchange", age["exchange 1", 32], 1999)
      expect("ring", age["fillRing 1", 2048], 1936)
      expect("live in the ring", live["fillRing 1"], 64)
      for (n = 1; n <= 63; n++) {
        of = n == 1 ? 64 : 32
        if (age["copy 1", 32 * n] < of - 1 || age["copy 1", 32 * n] > of)
          print "copied, age " 32 * n ": " age["copy 1", 32 * n] + 0 ", not " of
        copied += age["copy 1", 32 * n]
      }
      expect("copied", copied, 2048)
      for (key in end)
        if (key ~ /^chain/ && end[key] > together)
          together = end[key]
      expect("chain", together, 50000)
      for (n = 64; n <= 96; n += 32)
        expect("cycle, age " n, age["cycle 1", n] + age["cycle 2", n], 999)
      expect("kept", live["leak 1"] + live["leak 2"] + live["leak 3"], 1001)
      expect("used in the ring", unused["fillRing 1"], 2000)
      if (drag["chain 1"] < 100000 || void["chain 1"] || unused["drop 1"] || void["fillRing 1"] < 1000 ||
          drag["fillRing 1"])
        print "chain: " drag["chain 1"] " dragged, " void["chain 1"] " void; ring: " drag["fillRing 1"] " dragged, " \
          void["fillRing 1"] " void; drop: " unused["drop 1"] " unused"
    }' tables/sites.tsv tables/objects.tsv tables/drag.tsv
  for of in drop,2000 fillRing,2000 chain,50000; do
    awk -v method="${of%,*}" -v births="${of#*,}" -v plain="$(own_us timing "${of%,*}")" \
      -v exact="$(own_us timing,exact "${of%,*}")" 'BEGIN {
        off = (exact - plain) * 1000 / births
        if (plain == "" || exact == "" || off < -3 || off > 3)
          print method " has an own time of " exact " us, and " plain " without births: " off " instructions a birth"
      }'
  done
  run_exact_searched 'gcbudget=20000' 1500 5000
  run_exact_searched 'heap=16m' '0 hard' 2500
  run_exact_in_c
  run_exact_unmeasured
  run_qemu kernel="$(cat "$home/Exact.image")32" append='prof=exact smp=2' memory=384 icount=on serial=file:serial \
    timeout=$seconds -smp 2 > qemu 2>&1
  grep -q '^error: prof=exact: exact lives are told on one processor only' serial ||
    echo "two processors are not refused"
  run_qemu kernel="$(cat "$home/Exact.image")32" append='prof=exact heap=3000m' memory=384 icount=on \
    serial=file:serial timeout=$seconds > qemu 2>&1
  grep -q '^error: a Java heap of 3072000 KiB is not possible: an image for exact lives has 2097152' serial ||
    echo "more heap than there are stamps for is not refused"
}

# Behind `// lambdas:' in Places.java stands how many lambdas and method references are written in a line: each is a
# class, a site and a function of its own, with that line. Of methods that javac has made it is said.
run_places()
{
  boot All prof=timing,objects Places ''
  [ $status -eq 0 ] || echo "QEMU's exit status is $status"
  "$build/hostdump" tables -k "$(cat "$home/All.image")" -o tables run.jxp > tables.log 2>&1 || tail -n 1 tables.log
  awk -F '\t' '
    FILENAME ~ /java$/ {
      if (/class |interface /) { split($0, word, /(class|interface) /); sub(/[ {].*/, "", word[2]); inner = word[2] }
      if (/^  }$/) inner = ""
      if (/three sites$/) line = "Places.java:" FNR
      n = match($0, /lambdas: /) ? substr($0, RSTART + RLENGTH) : 0
      for (i = 1; i <= n; i++)
        want[(inner == "" || inner == "Places" ? "Places" : "Places$" inner) "$$Lambda:" FNR (i > 1 ? "#" i : "")] = \
          "Places.java:" FNR
      next
    }
    /^#/ { next }
    FILENAME ~ /classes/ && $2 ~ /^Places.*\$\$/ && !($2 in want) { print "there is a class " $2 }
    FILENAME ~ /classes/ { class[$2] }
    FILENAME ~ /sites/ { site[$6] = $5; if ($3 "." $4 == "Places.makeTwo") { two[$5] = $6; sites++ }
                         cloned = cloned || $3 "." $4 == "Places$Colour.values" }
    FILENAME ~ /methods/ {
      if ($1 ~ /\$\$Lambda/) { at = $1; sub(/\.[a-zA-Z]*$/, "", at); method[at] = $2 }
      marked = marked ($1 ~ /^Places.*\[/ ? " " $1 : "")
      real += $1 == "Places$Square.compareTo(Places$Square)"
    }
    END {
      for (name in want) {
        places++
        where = site[name]
        sub(/#[0-9]+$/, "", where)
        if (!(name in class) || where != want[name] || method[name] != want[name])
          print name ": " (name in class ? "" : "no class, ") "site " site[name] ", method " method[name]
      }
      if (places != 19)
        print "of 19 lambdas " places " are found in the source"
      if (sites != 3 || two[line] != "Places$Square" || two[line "#2"] != "Places$Square" || two[line "#3"] != "int[]") {
        printf "the three sites of %s are", line
        for (name in two)
          printf " %s=%s", name, two[name]
        print ""
      }
      if (!cloned)
        print "the array that values() clones has no site"
      if (!real || marked !~ / Places.Square.compareTo\(Object\) \[bridge\]/ ||
          marked !~ / Places.Colour.\$values \[synthetic\]/)
        print "of what javac has made is told:" marked
    }' "$here/Places.java" tables/classes.tsv tables/sites.tsv tables/methods.tsv
}

# ---- what java.sh refuses, and says then ----

refused()
{
  local says=$1 want=$2
  shift 2
  bash "$tree/host-tools/run/java.sh" --build "$build" "$@" > log 2>&1
  status=$?
  [ $status -eq "$want" ] || echo "exit status $status, not $want"
  grep -q -e "$says" log || echo "it does not say \`$says' but: $(tail -n 1 log)"
}

source_of() { mkdir -p "$1"; cat > "$1/$2"; }

# Jars that java.sh does not take, or takes only with words; made by Python, for jar(1) makes none like these.
refused_jar() # NAME
{
  mkdir jars
  printf 'package p;\npublic class %s {\n  public static void main(String... a) { }\n}\n' One > One.java
  sed 's/One/Two/' One.java > Two.java
  javac -d jars One.java Two.java 2>&1
  python3 "$here/jars.py" jars "$1.jar" "$1"
  case $1 in
    traversal | absolute | backslash) refused "its entry \`.*evil.class' would lie outside" 1 --java "$1.jar" ;;
    no_zip) refused 'no_zip.jar: is no jar that can be unpacked' 1 --java "$1.jar" ;;
    cut) refused 'cut.jar: is no jar that can be unpacked' 1 --java "$1.jar" ;;
    empty) refused 'empty.jar: holds no classes' 1 --java "$1.jar" ;;
    nested) refused 'holds other jars (BOOT-INF/lib/a.jar, 1 more)' 1 --java "$1.jar" ;;
    bomb) refused 'holds classes of more than 256 MiB' 1 --java "$1.jar" ;;
    file_as_folder) refused 'is no jar that can be unpacked' 1 --java "$1.jar" ;;
    two_mains) refused 'several classes have a main(): p.One p.Two; MAIN=' 1 --java "$1.jar" ;;
    no_main) refused 'no class in .* has a `public static void main' 1 --java "$1.jar" ;;
    main_absent) refused 'its Main-Class p.Three is not in it' 1 --java "$1.jar" ;;
    main_odd) refused 'its Main-Class is no name of a class: ..; touch x' 1 --java "$1.jar" ;;
    escape)
      refused 'names a.*t.jar, which is not there: left out' 0 --java "$1.jar"
      [ -z "$(tr -cd '\033' < log)" ] || echo "it lets an escape through" ;;
    *) echo "there is no such jar" ;;
  esac
  find . "$build/programs" -name 'evil*'
}

refusal()
{
  case $1 in
    no_app) refused "there is no program \`nonesuch'" 2 --app nonesuch ;;
    list) refused '^  nbody  *[A-Z]' 0 --app list ;;
    several_one_missing) refused "there is no program \`nonesuch' that could share" 2 --app relay,nonesuch ;;
    several_no_name) refused "there is no program \`relay,,beacon'" 2 --app relay,,beacon ;;
    effort) refused '--effort is full or quick, not slow' 2 --app relay --effort slow ;;
    no_folder) refused "$scratch/none: no such file or folder" 1 --java "$scratch/none" ;;
    empty_folder) mkdir empty; refused 'holds neither .java nor .class files' 1 --java "$scratch/empty" ;;
    no_main)
      echo 'class A { }' | source_of none A.java
      refused 'no class in .* has a `public static void main' 1 --java "$scratch/none" ;;
    main_missing)
      echo 'class A { }' | source_of none A.java
      refused 'A.*main' 1 --java "$scratch/none" --main A ;;
    main_class_missing)
      echo 'class A { }' | source_of none A.java
      refused 'pkg.B' 1 --java "$scratch/none" --main pkg.B ;;
    two_mains)
      echo 'class A { public static void main(String[] a) { } }' | source_of two A.java
      echo 'class B { public static void main(String[] a) { } }' | source_of two B.java
      refused 'several classes have a main(): A B' 1 --java "$scratch/two" ;;
    syntax_error)
      echo 'class A { public static void main(String[] a) { int } }' | source_of bad A.java
      refused 'A.java:1: error' 1 --java "$scratch/bad"
      grep -q 'does not compile' log || echo 'it does not say that it does not compile' ;;
    class_lacking)
      printf 'class A {\n  public static void main(String[] a) throws Exception {\n    %s\n  }\n}\n' \
        'new java.net.Socket().close();' | source_of lack A.java
      refused 'A.java:3:.*java.net.Socket' 1 --missing refuse --java "$scratch/lack" ;;
    method_lacking)
      printf 'class A {\n  public static void main(String[] a) {\n    %s\n  }\n}\n' \
        'System.out.println(System.console());' | source_of lack A.java
      refused 'A.java:3:.*console' 1 --missing refuse --java "$scratch/lack" ;;
    odd_path)
      printf 'package p;\npublic class A {\n  public static void main(String[] a) { System.out.println(B.b); }\n}\n' |
        source_of "it's a \"folder\"/p" A.java
      printf 'package p;\nclass B { static int b = 5; }\n' | source_of "it's a \"folder\"/p" B.java
      refused 'kernel.elf$' 0 --java "$scratch/it's a \"folder\"/p/A.java" ;;
    no_java_file) : > a.txt; refused 'neither a .java file nor a jar' 1 --java "$scratch/a.txt" ;;
    jar_*) refused_jar "${1#jar_}" ;;
  esac
  grep -lsF -- "$scratch" "$build"/programs/*/sources.txt* | while read -r path; do rm -rf "$(dirname "$path")"; done
}

# A program as its author gives it away: two jars, the second by the first one's Class-Path, with a class of the newest
# Java in a folder for that version, names that are not ASCII, and code that our library lacks what for, never reached.
run_jar()
{
  mkdir -p lib new "$scratch/parts"
  cat > Büro.java <<'XEOF'
package my.app;
public class Büro {
  public static void main(String[] a) throws Exception {
    System.out.println(my.part.Part.say() + New.version() + " " + a.length);
    if (a.length > 5) new java.net.Socket().close();
  }
}
XEOF
  echo 'package my.app; class New { static String version() { return "old"; } }' > New.java
  echo 'package my.app; class New { static String version() { return "new"; } }' > new/New.java
  echo 'package my.part; public class Part { public static String say() { return "part of "; } }' > Part.java
  printf 'Main-Class: my.app.Büro\nClass-Path: lib/parts.jar\nMulti-Release: true\n' > manifest
  LC_ALL=C.UTF-8
  { javac -d parts Part.java && jar cf lib/parts.jar -C parts . &&
    javac -encoding UTF-8 -cp parts -d old Büro.java New.java && javac -d newer new/New.java &&
    jar cfm app.jar manifest -C old . --release 11 -C newer .; } > log 2>&1 || tail -n 1 log
  LC_ALL=C
  java -Dfile.encoding=UTF-8 -jar app.jar x y > jdk
  wanted=$?
  bash "$tree/host-tools/run/java.sh" --build "$build" --java app.jar > log 2>&1 || tail -n 2 log
  tail -n 1 log > "$home/jar.image"
  boot jar '' 'x y' ''
  same
}

# Hooks save general registers only. So the probes' section uses no other ones, and calls nothing outside of itself but
# the profiler and the test of exact lives, which are compiled without them; that saves them for its search. What clears
# the stack for the hook of births saves xmm0. The hooks of exact lives use xmm0 to xmm2: one is called where these
# three hold nothing, the other one saves them and has them again at its end. The former keeps nothing on the stack but
# flags, clears it behind each call and where it was not clear, and leaves alone the registers in which emitted code may
# have references.
run_probes()
{
  local image address
  image=$(cat "$home/$1.image")
  address() { readelf -sW "$image" | awk -v name="$1" '$8 == name { print "0x" $2 }'; }
  objdump -d --no-show-raw-insn --start-address="$(address __start_prof_probe)" \
    --stop-address="$(address __stop_prof_probe)" "$image" > probes
  grep -q '<hooks_born>:' probes && grep -q '<gc_ignore_death>:' probes || echo "no hooks among the probes"
  awk '/^[0-9a-f]+ <.*>:$/ { name = $2; gsub(/[<>:]/, "", name) }
    name == "hooks_born_exactly" {
      if (/push / || /,%rsp$/) print name " writes below the flags: " $0
      if (/[^(]%([re]bx|[re]bp|r1[2-5]d?)$/ && !/cmp/) print name " changes a register: " $0
      calls += /call /
      cleared += /movups %xmm0,-0x/
    }
    /%[xyz]mm|%st|%mm/ {
      if (name !~ /^(hooks_born_(exactly|saving)|clear_stack|record_otherwise|look_at)$/ &&
          name !~ /^stamps_(compare_to_end|lose_below)$/ || /%[yz]mm|%xmm([3-9]|1[0-5])|%st|%mm/)
        print name " has " $0
    }
    name == "hooks_born_saving" && /movaps %xmm[0-2],.*<births_vectors/ { saved++ }
    name == "hooks_born_saving" && /movaps .*,%xmm[0-2] .*<births_vectors/ { restored++ }
    name == "clear_stack" && /%xmm[1-9]/ { print name " has " $0 }
    name == "clear_stack" && /movups %xmm0,\(%rsp\)/ { kept++ }
    name == "clear_stack" && /movups \(%rsp\),%xmm0/ { given++ }
    END {
      if (kept != 1 || given != 1) print "xmm0 is saved " kept + 0 " times, and restored " given + 0
      if (calls < 3 || cleared != 24 * (calls + 1)) print calls + 0 " calls, " cleared + 0 " pairs are cleared"
      if (saved != 3 || restored != 3) print saved + 0 " vector registers saved, " restored + 0 " restored, not 3"
    }' probes
  awk '/^[0-9a-f]+ <.*>:$/ { name = $2; gsub(/[<>:]/, "", name); own[name] }
    match($0, /(call|jmp) .*<[^+>]*>/) { to = $0; sub(/.*</, "", to); sub(/>.*/, "", to); calls[to] }
    END { for (to in calls) if (!(to in own) && to !~ /^(prof|truth)_/) print "the probes call " to }' probes
}

# Runs a case, or the cases of a program. Each job has a scratch folder of its own, in which it works.
run_job() # KIND:NAME
{
  local job=$1 name=${1##*:} on=''
  cd "$scratch" || return
  case $job in
    on4:*) processors=4 on=_on_4 ;;
    at_once:*) processors=4 icount=off on=_at_once ;;
  esac
  job=${job#on4:} job=${job#at_once:}
  case $job in
    class:*) try "$name$on" run_class "$name" '' ;;
    stress:*) try "${name}_gc_stress$on" run_class "$name" 'gcstress=1 hz=20000' ;;
    app:*) try "app_$name$on" run_app "$name" ;;
    collector:*) try collector_is_sampled run_collector "$name" ;;
    agreement:*) try timing_and_samples_agree run_agreement "$name" ;;
    plain:*) try corrected_times_are_plain run_plain "$name" ;;
    probes:*) try "probes_save_what_they_use" run_probes "$name" ;;
    places:*) try places_of_lambdas run_places ;;
    exact:*) try exact_lives run_exact ;;
    deaths:*) try one_collection_loses_no_deaths run_deaths ;;
    blocked:*) try "${name}_in_a_monitor" run_blocked ;;
    jar:*) try a_jar run_jar ;;
    refusal:*) try "refusal_$name" refusal "$name" ;;
    case:*) case=$here/$name.case; try "$name$on" run_case ;;
  esac
}

# A program that uses more than the library has devices: tests/net/stack and tests/net/nfs try those.
apps=$(cd "$tree/kernel/programs/java/apps" && for app in */; do [ -f "$app/uses" ] || echo "${app%/}"; done)

# Those that other cases boot, too, have an image each.
own_image=' buffer cache '
joint=$(for app in $apps; do [[ $own_image == *" $app "* ]] || echo "$app"; done | paste -s -d ,)

# Jobs whose programs need no profile.
plain_names()
{
  local file name
  for file in "$tree"/tests/java/hosted/*.java; do
    name=$(basename "$file" .java)
    printf 'class:%s\nstress:%s\n' "$name" "$name"
  done
  for file in "$here"/*.case; do printf 'case:%s\n' "$(basename "$file" .case)"; done
  printf 'app:%s\n' $apps
}

# Those on several processors.
names_on_several()
{
  local job case
  if [ -n "${ALL_PROCESSORS-}" ]; then
    plain_names | while read -r job; do
      case=$here/${job#case:}.case
      grep -qs '^append:.*prof=' "$case" && continue
      printf 'on4:%s\n' "$job"
      grep -qs '^at_once: no$' "$case" || printf 'at_once:%s\n' "$job"
    done
  else
    printf '%s:case:%s\n' on4 processors at_once processors at_once memory on4 stress_gc at_once stress on4 deadlock
  fi
}

# Names of all jobs but those that build.
job_names()
{
  names_on_several
  [ -z "${ALL_PROCESSORS-}" ] || return
  plain_names
  printf 'collector:cache\nagreement:cache\nprobes:cache\nblocked:blocked\nplaces:places\ndeaths:deaths\nexact:exact\n'
  printf 'jar:jar\nplain:buffer\n'
  printf 'refusal:%s\n' no_app list several_one_missing several_no_name effort no_folder empty_folder no_main \
    main_missing main_class_missing two_mains syntax_error \
    class_lacking method_lacking odd_path no_java_file jar_traversal jar_absolute jar_backslash jar_no_zip jar_cut \
    jar_empty jar_nested jar_bomb jar_file_as_folder jar_two_mains jar_no_main jar_main_absent jar_main_odd jar_escape
}

must_exist "$tree"/tests/java/hosted/*.java
must_exist "$here"/*.case
mkdir -p "$home" && rm -f "$home"/*.image
printf '%s\n' All $joint $own_image | two_at_a_time build_image
for image in All $joint $own_image; do
  [ -s "$home/$image.image" ] || report "not ok build_$image $(tail -n 3 "$home/$image.log" | tr '\n' ' ')"
done
job_names | two_at_a_time run_job
finish
