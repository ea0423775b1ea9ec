#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# ages.sh: what `make accuracy-ages` runs: how long objects live by the tables of a run with few collections, beside a
# run of the same image with exact lives (prof=exact), which knows when each object died. ACCURACY.md explains it.
#
#   ages.sh BUILD [--cells K,...] [--seeds N] [PROGRAM...]
#
# default: 25, 50 and 100 collections, each at the random times of seeds 1 to 3; the programs of
# kernel/programs/java/apps that need no network, and all of tests/kernel/accuracy/ages
#
# Prints one line a goal: name, value, unit, goal, holds or short; then those of all programs and seeds together.
# BUILD/accuracy/ages/ has the tables of each run. Exit status: 0 whether goals hold or not; 1 when something could not be run; 2 usage.
set -euo pipefail

here=$(dirname "$0")
usage() { sed -n 's/^# \{0,1\}//; 7,13p' "$0"; }
build=${1-} cells=25,50,100 seeds=3
case $build in
  --help) usage; exit 0 ;;
  '' | -*) usage >&2; exit 2 ;;
esac
shift
while :; do
  case ${1-} in
    --cells) cells=${2-} ;;
    --seeds) seeds=${2-} ;;
    *) break ;;
  esac
  [[ ${2-} =~ ^[1-9][0-9]*(,[1-9][0-9]*)*$ ]] || { usage >&2; exit 2; }
  shift 2
done
[[ $seeds =~ ^[0-9]+$ ]] || { usage >&2; exit 2; }
out=$build/accuracy/ages

. "$here/lives.sh"

# The truth: curves by kin and medians by site, of all lives as the stamps tell them.
find_truth()
{
  boot "$1" truth prof=exact
  export LC_ALL=C
  awk -f "$here/ages_lives.awk" "$out/$1.truth/objects.tsv" >"$out/$1.lives"
  sort -t '	' -k1,1 -k4,4n -k5,5rn "$out/$1.lives" >"$out/$1.by_kin"
  sort -t '	' -k2,2n -k4,4n -k5,5rn "$out/$1.lives" >"$out/$1.by_site"
  awk -f "$here/ages_truth.awk" by=kin "$out/$1.by_kin" by=site "$out/$1.by_site" >"$out/$1.truth.tsv"
  clock=$(awk -F '\t' '$3 > last { last = $3 } END { print last + 0 }' "$out/$1.lives")
}

# Sets `alike`: whether the program made the same objects, at the same values of the allocation clock, as with exact
# lives. Threads that share the processor may take other turns then; there is no truth for such a run.
look_alike()
{
  alike=1
  cmp -s <(cut -f 3,5-7 "$out/$1.truth/objects.tsv" | sort) <(cut -f 3,5-7 "$out/$1.$2/objects.tsv" | sort) || {
    alike=
    echo "$1/$2: other objects were made than with exact lives: its figures have no goals" >&2
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
  local k seed
  elf=$(image "$1" yes)
  find_truth "$1"
  boot "$1" default prof=objects
  look_alike "$1" default
  compare "$1" default 0
  for k in ${cells//,/ }; do
    for ((seed = 1; seed <= seeds; seed++)); do
      boot "$1" "$k.$seed" "prof=objects gcbudget=$((clock / k)) gcseed=$seed"
      look_alike "$1" "$k.$seed"
      compare "$1" "$k.$seed" "$k"
    done
  done
}

rm -f "$out"/*.sums
[ $# -gt 0 ] || set -- $(all_programs)
for program; do
  measure "$program"
done
awk -f "$here/ages_sums.awk" "$out"/*.sums
