#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# ages.sh: what `make accuracy-ages` runs: how long objects live by the tables of a run with few collections, beside the
# same program with a collection at each allocation, which finds each death. ACCURACY.md explains it.
#
#   ages.sh BUILD [--cells K,...] [PROGRAM...]   default: 50 and 100 collections; the programs of kernel/programs/java/apps
#                                                that need no network, and all of tests/kernel/accuracy/ages
#
# Prints one line a goal: name, value, unit, goal, holds or short; then those of all programs together.
# BUILD/accuracy/ages/ has the tables of each run. Exit status: 0 whether goals hold or not; 1 when something could not be run; 2 usage.
set -euo pipefail

here=$(dirname "$0")
usage() { sed -n 's/^# \{0,1\}//; 6,13p' "$0"; }
build=${1-} cells=50,100
case $build in
  --help) usage; exit 0 ;;
  '' | -*) usage >&2; exit 2 ;;
esac
shift
if [ "${1-}" = --cells ]; then
  [ $# -ge 2 ] || { usage >&2; exit 2; }
  cells=$2
  shift 2
fi
out=$build/accuracy/ages

fail()
{
  echo "accuracy: $*" >&2
  exit 1
}

. "$here/../../../host-tools/run/qemu.sh"

# What a program is given: so that it makes some ten thousand objects or more, and a collection at each of them takes no
# longer than a minute or two.
arguments()
{
  case $1 in
    buffer) echo 3 3 200 4 ;;
    cache) echo 500 40 120 ;;
    formula) echo 30 6 ;;
    matrix) echo 33 ;;
    nbody) echo 120 12 ;;
    queueing) echo 2500 ;;
    textindex) echo 0 1 ;;
    Ring) echo 20000 ;;
    Life) echo 40 ;;
    Arrivals) echo 8000 ;;
    Rope) echo 2500 ;;
    Batches) echo 8000 ;;
    Routes) echo 150 ;;
  esac
}

image()
{
  local from=(--app "$1") java=$here/ages/$1.java
  [ ! -f "$java" ] || from=(--java "$java")
  bash "$here/../../../host-tools/run/java.sh" --build "$build" "${from[@]}" >"$out/$1.built" 2>&1 ||
    fail "$1 was not built; see $out/$1.built"
  tail -n 1 "$out/$1.built"
}

# boot PROGRAM NAME OPTIONS: the tables are in PROGRAM.NAME/.
boot()
{
  local to=$out/$1.$2 status=0
  run_qemu kernel="${elf}32" append="workload=java prof=objects births=1m deaths=1m $3 -- $(arguments "$1")" \
    module="$out/input.txt" memory=700 icount=on serial="file:$to.line" timeout=3000 >&2 || status=$?
  grep -aq 'exit: ok' "$to.line" || fail "$1 did not end well with $3 (QEMU's exit status is $status); see $to.line"
  "$build/hostdump" -o "$to.jxp" -k "$elf" <"$to.line" >"$to.log" 2>&1 &&
    "$build/hostdump" tables -k "$elf" -o "$to" "$to.jxp" >>"$to.log" 2>&1 ||
    fail "the profile could not be read; see $to.log"
  rm "$to.line"
}

# The truth: curves by kin and medians by site, of all lives that a collection at each allocation has ended.
find_truth()
{
  boot "$1" truth 'gcstress=1 collections=1m'
  export LC_ALL=C
  awk -f "$here/ages_lives.awk" "$out/$1.truth/objects.tsv" >"$out/$1.lives"
  sort -t '	' -k1,1 -k4,4n -k5,5rn "$out/$1.lives" >"$out/$1.by_kin"
  sort -t '	' -k2,2n -k4,4n -k5,5rn "$out/$1.lives" >"$out/$1.by_site"
  awk -f "$here/ages_truth.awk" by=kin "$out/$1.by_kin" by=site "$out/$1.by_site" >"$out/$1.truth.tsv"
  clock=$(awk -F '\t' '$3 > last { last = $3 } END { print last + 0 }' "$out/$1.lives")
}

# Sets `alike`: whether the program made the same objects, at the same values of the allocation clock, as with a collection
# at each allocation. Threads that share the processor may take other turns then; there is no truth for such a run.
look_alike()
{
  alike=1
  cmp -s <(cut -f 3,5-7 "$out/$1.truth/objects.tsv" | sort) <(cut -f 3,5-7 "$out/$1.$2/objects.tsv" | sort) || {
    alike=
    echo "$1/$2: other objects were made than with a collection at each allocation: its figures have no goals" >&2
  }
}

# compare PROGRAM NAME K
compare()
{
  awk -v name="$1/$2" -v asked="$3" -v clock="$clock" -v sums="$out/$1.$2.sums" -v alike="$alike" -f "$here/ages.awk" \
    "$out/$1.truth.tsv" "$out/$1.$2/collections.tsv" "$out/$1.$2/survival.tsv" "$out/$1.$2/sites.tsv"
}

measure()
{
  local k
  elf=$(image "$1")
  find_truth "$1"
  boot "$1" default ''
  look_alike "$1" default
  compare "$1" default 0
  for k in ${cells//,/ }; do
    boot "$1" "$k" "gcbudget=$((clock / k)) gcseed=$k"
    look_alike "$1" "$k"
    compare "$1" "$k" "$k"
  done
}

mkdir -p "$out"
rm -f "$out"/*.sums
head -c 6000 "$build/text.txt" >"$out/input.txt"
[ $# -gt 0 ] || {
  set -- buffer cache formula matrix nbody queueing textindex
  for source in "$here"/ages/*.java; do
    set -- "$@" "$(basename "$source" .java)"
  done
}
for program; do
  measure "$program"
done
awk -f "$here/ages_sums.awk" "$out"/*.sums
