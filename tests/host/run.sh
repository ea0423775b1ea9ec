#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: tests of hostdump as a user meets it: golden streams with their tables, and all that can be wrong with one.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
# With UPDATE=1 the expected tables are written instead of compared: look at the difference before you commit it.
#
# tests/golden/NAME/     what `mkgolden NAME` must come to: NAME.tsv of each table, report.txt, symbols.txt, in some
#                        cycles.txt, and text, what the console showed; *.jxp is a dump of an earlier build that must
#                        give the same tables. What they say without a frame is tests/truth's matter.
# tests/damage/bad/NAME.case    lines `key: value`, run in an empty directory that holds good.stream and good.jxp:
#                          make: a shell command that prepares the input   run: the command under test
#                          status: its exit status                         says: is in its standard error
#                          shows: is in its standard output                not: is in neither
#                          there: a file that must exist, gone: one that must not
#                          same: two files with equal bytes
# Takes 90 seconds.

. "$(dirname "$0")/../lib/suite.sh"
tests=$tree/tests
BUILD=$build
PATH=$build/unit:$build:$PATH # the sanitized hostdump goes first
TREE=$tree
export BUILD PATH TREE
unset JX_KERNEL
FLIPS=${FLIPS:-60}

# ---- golden ----

same() { # GOT EXPECTED: compares, or renews; how well the stream packs is not hostdump's doing
  sed -i -E -e '/wire_bytes|bytes_per_record/s/[0-9.]+$/N/' -e 's/[0-9]+ bytes on the line, [0-9]+ unpacked .*/N/' \
    -e 's/[0-9.]+ bytes each on the line/N/' -e 's/(bytes on the line[ \t]+)[0-9]+/\1N/' "$1"
  if [ "$UPDATE" = 1 ]; then
    cp "$1" "$2"
  elif ! cmp -s "$1" "$2"; then
    echo "differs: $(diff "$2" "$1" 2>&1 | sed -n '2p;/^>/{p;q;}' | tr '\n\t' '  ')"
  fi
}

golden() { # DIRECTORY
  name=$(basename "$1")
  mkgolden "$name" >"$name.stream" || { echo "mkgolden failed"; return; }
  hostdump -o "$name.jxp" <"$name.stream" >text 2>summary || { echo "hostdump exits with $?"; return; }
  same text "$1/text"
  hostdump tables --no-symbols "$name.jxp" -o tables 2>errors || { echo "tables exits with $?: $(cat errors)"; return
  }
  if [ -e "$1/calls.tsv" ]; then # a table on demand
    hostdump report --no-symbols --tsv --table calls "$name.jxp" >tables/calls.tsv
  fi
  for table in tables/*.tsv; do
    same "$table" "$1/$(basename "$table")"
  done
  hostdump report --no-symbols "$name.jxp" >report.txt
  same report.txt "$1/report.txt"
  hostdump report -k "$build/golden.elf" "$name.jxp" --table methods,pairs,tree,samples,own,agreement,stacks \
    >symbols.txt
  same symbols.txt "$1/symbols.txt"
  named "$name"
  if [ -e "$1/cycles.txt" ]; then
    hostdump cycles --no-symbols "$name.jxp" >cycles.txt
    same cycles.txt "$1/cycles.txt"
  fi
  if [ -e "$1/counted.txt" ]; then # with symbols: what has none is its caller's
    hostdump report -k "$build/golden.elf" --table counted "$name.jxp" >counted.txt
    same counted.txt "$1/counted.txt"
  fi
  if [ -e "$1/between.txt" ]; then
    hostdump report --no-symbols --table methods,pairs,tree,snapshots,cost --between 0,1 "$name.jxp" >between.txt
    same between.txt "$1/between.txt"
  fi
  hostdump info "$name.jxp" >info.txt
  same info.txt "$1/info.txt"
}

# A dump that was received with the ELF file of its image at hand needs that file no more.
named() { # NAME
  hostdump -k "$build/golden.elf" -o named.jxp <"$1.stream" >text 2>summary || echo "hostdump -k exits with $?"
  cmp -s -n "$(stat -c %s "$1.jxp")" "$1.jxp" named.jxp || echo "the frames are not as without names"
  hostdump tables -k "$build/golden.elf" "$1.jxp" -o with_elf && hostdump tables named.jxp -o with_names 2>errors ||
    echo "tables exits with $?: $(cat errors)"
  sed -i "s/$1.jxp/named.jxp/" with_elf/run.tsv
  diff -r with_elf with_names | sed -n '2p;/^>/{p;q;}' | tr '\n\t' '  '
}

# The file that the user names counts, not the names that a dump carries; where they differ, hostdump says so.
other_names() {
  mkgolden basic >run.stream
  hostdump -k "$build/golden.elf" -o run.jxp <run.stream >text 2>summary || echo "hostdump -k exits with $?"
  objcopy --redefine-sym work=other "$build/golden.elf" other.elf
  hostdump report -k "$build/golden.elf" --table methods run.jxp >out 2>err || echo "report exits with $?"
  [ ! -s err ] || echo "said of the same names: $(cat err)"
  hostdump report -k other.elf --table methods run.jxp >out 2>err || echo "report exits with $?"
  grep -q '  other ' out && ! grep -q '  work ' out || echo "the file named does not count"
  grep -q 'run.jxp carries functions that other.elf has otherwise, 1 of [0-9]*, such as `work` at 0x100100: ' err ||
    echo "not said: $(cat err)"
}

# Without what a target notes of exact lives, ages are those of a run of the same objects and collections without that.
estimated() {
  for name in objects exact; do
    mkgolden "$name" >"$name.stream" && hostdump -o "$name.jxp" <"$name.stream" >text 2>summary ||
      echo "hostdump exits with $?"
  done
  for table in ages survival; do
    hostdump report --no-symbols --tsv --table "$table" objects.jxp | grep -v '^#' >expected
    hostdump report --no-symbols --tsv --table "$table" --estimated exact.jxp >out || echo "report exits with $?"
    grep -q '^# note: ages are estimates, as --estimated asks' out || echo "$table does not say so"
    grep -v '^#' out | cmp -s expected - || echo "$table differs: $(diff expected out | tr '\n\t' '  ')"
    hostdump report --no-symbols --tsv --table "$table" exact.jxp | grep -v '^#' | cmp -s expected - &&
      echo "$table is the same with exact ages"
  done
  hostdump tables --no-symbols --estimated -o tables exact.jxp || echo "tables exits with $?"
  [ "$(grep -vc '^#' tables/drag.tsv)" -eq 1 ] || echo "table drag has rows"
}

old() { # DUMP: its tables but `run`, which tells the size of the file, are those beside it
  cp "$1" old.jxp
  hostdump tables --no-symbols old.jxp -o tables 2>errors || { echo "tables exits with $?: $(cat errors)"; return; }
  for table in tables/*.tsv; do
    case $table in */run.tsv) ;; *) same "$table" "$(dirname "$1")/$(basename "$table")" ;; esac
  done
}

# What the tables say of four processors is what mkgolden has played, found there by looking at each nanosecond; also where
# activity and busysteps are binned, whose sums must be the same.
played() {
  mkgolden processors >run.stream && mkgolden processors truth >truth || { echo "mkgolden failed"; return; }
  hostdump -o run.jxp <run.stream >text 2>summary && hostdump tables --no-symbols run.jxp -o tables 2>errors &&
    hostdump tables --no-symbols run.jxp -o binned --bins 10 --bins-above 0 2>errors || { cat errors; return; }
  grep -l '^# incomplete' tables/*.tsv | sed 's/$/ is incomplete/'
  awk -f "$tests/host/played.awk" truth tables/processors.tsv tables/busy.tsv tables/threads.tsv tables/migrations.tsv \
    tables/latency.tsv tables/activity.tsv binned/activity.tsv tables/busysteps.tsv binned/busysteps.tsv
}

# A window of a file with an index, of which one bit is flipped: its tables are those of the file without its index and
# with the same bit flipped; or, where the window needs nothing of what the bit spoils, those of the whole file.
window_tables() { # FILE: standard output, and the exit status behind it
  "$build/hostdump" report --no-symbols --tsv --table eventstats,threads,activity,wakes,events,lost --from 20000 \
    --to 30000 "$1" 2>said
  echo "status $?"
}

flipped_bits() {
  mkscale 500000 | "$build/hostdump" -k "$build/golden.elf" -o indexed.jxp >/dev/null 2>summary ||
    { echo "hostdump exits with $?"; return; }
  bytes=$(stat -c %s indexed.jxp)
  index_at=$("$build/hostdump" info indexed.jxp | awk '$1 == "frames" { print $3 }')
  [ "${index_at:-0}" -gt 1000000 ] && [ "$index_at" -lt "$bytes" ] || { echo "$bytes bytes have no index"; return; }
  head -c "$index_at" indexed.jxp >plain.jxp
  "$build/hostdump" report --table methods --from 20000 --to 30000 indexed.jxp 2>&1 | grep -q 'image\.S:16' ||
    echo "the window does not know the names of functions"
  window_tables indexed.jxp >whole
  grep -c . whole | awk '$1 < 100 { print "only " $1 " rows in the window" }'
  window_tables plain.jxp | cmp - whole 2>&1
  for i in $(seq "$FLIPS"); do
    bit=$((i * 8 * bytes / (FLIPS + 1) + i % 8))
    mangle bit "$bit" <indexed.jxp >flipped.jxp
    head -c "$index_at" flipped.jxp >plain.jxp
    window_tables flipped.jxp >got
    cmp -s got whole && continue
    window_tables plain.jxp | cmp -s - got || echo "bit $bit: neither the whole file's tables nor those without index"
  done
}

# Numbers that no machine would send: hostdump, built with sanitizers, must come to an end of its own.
extremes() { # DIRECTORY
  name=$(basename "$1")
  mkgolden "$name" >"$name.stream"
  for seed in 1 2; do
    extreme "$seed" <"$name.stream" >strange.jxp
    for command in 'info' 'cycles --no-symbols' 'tables --no-symbols -o tables --bins 64 --bins-above 0' \
      'report --no-symbols --tsc-hz 1000000000 --from 10 --to 500'; do
      # shellcheck disable=SC2086 # a command and its words
      timeout 600 hostdump $command strange.jxp >said 2>errors
      status=$?
      [ $status -le 3 ] && ! grep -q 'Sanitizer\|runtime error' errors ||
        echo "seed $seed, $command: status $status: $(grep -m 1 'Sanitizer\|runtime error' errors)"
    done
  done
}

in_a_folder() { # FOLDER COMMAND...
  mkdir -p "$scratch/$1" && cd "$scratch/$1" || return
  shift
  "$@" | head -n 1
}

try_apart() { # NAME FUNCTION ARGUMENT: as try(), in a folder for this case
  try "$1" in_a_folder "$@"
}

# ---- bad ----

value() { # KEY: its values in the case at hand, one a line
  sed -n "s/^$1: //p" "$case"
}

check_case() { # STATUS: what the command left behind, which has ended with STATUS
  status=$(value status)
  [ "$1" = "$status" ] || { echo "exit status $1, not $status: $(tail -n 1 stderr)"; return; }
  value says | while read -r line; do
    grep -qF -e "$line" stderr || echo "does not say: $line"
  done
  value shows | while read -r line; do
    grep -qF -e "$line" stdout || echo "does not show: $line"
  done
  value not | while read -r line; do
    grep -qF -e "$line" stdout stderr && echo "should not say: $line"
  done
  value there | while read -r file; do
    [ -e "$file" ] || echo "$file is not there"
  done
  value gone | while read -r file; do
    [ -e "$file" ] && echo "$file is there"
  done
  value same | while read -r one other; do
    cmp -s "$one" "$other" || echo "$one and $other differ"
  done
  grep -q 'Sanitizer\|runtime error' stderr && echo "sanitizer: $(grep -m 1 'Sanitizer\|runtime error' stderr)"
}

bad() { # CASE
  case=$1
  mkgolden basic >good.stream
  hostdump -o good.jxp <good.stream >/dev/null 2>&1
  sh -c "$(value make)" || { echo "cannot make the input"; return; }
  timeout 600 sh -c "$(value run)" >stdout 2>stderr </dev/null
  check_case $?
}

must_exist "$tests"/golden/*/*.jxp
for directory in "$tests"/golden/*/; do
  try_apart "golden_$(basename "$directory")" golden "${directory%/}"
done
for dump in "$tests"/golden/*/*.jxp; do
  try_apart "golden_old_$(basename "$dump" .jxp)" old "$dump"
done
for directory in "$tests"/golden/*/; do
  try_apart "extreme_$(basename "$directory")" extremes "${directory%/}"
done
try_apart index_with_a_flipped_bit flipped_bits
try_apart processors_are_as_played played
try_apart other_names_are_told other_names
try_apart ages_are_estimated_where_asked_for estimated
must_exist "$tests"/damage/bad/*.case
for file in "$tests"/damage/bad/*.case; do
  try_apart "bad_$(basename "$file" .case)" bad "$file"
done
finish
