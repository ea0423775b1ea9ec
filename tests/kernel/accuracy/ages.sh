#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# ages.sh: what `make accuracy-ages` runs: how long objects live as the few collections of a run with exact lives
# (prof=exact) tell, beside these lives: the run knows when each object died. ACCURACY.md explains it.
#
#   ages.sh BUILD [--cells K,...] [--seeds N] [--beside exact|gcstress] [PROGRAM...]
#
# default: 25, 50 and 100 collections, each at the random times of seeds 1 to 3; the programs of
# kernel/programs/java/apps that need no network, and all of tests/kernel/accuracy/ages. With --beside gcstress ordinary
# runs stand beside one that collects at each allocation, object by object: what a collector can see at all.
#
# Prints one line a goal: name, value, unit, goal, holds or short; then those of all programs and seeds together.
# BUILD/accuracy/ages/ has the tables of each run. Exit status: 0 whether goals hold or not; 1 when something could not be run; 2 usage.
set -euo pipefail

here=$(dirname "$0")
usage() { sed -n 's/^# \{0,1\}//; 7,14p' "$0"; }
build=${1-} cells=25,50,100 seeds=3 beside=exact
case $build in
  --help) usage; exit 0 ;;
  '' | -*) usage >&2; exit 2 ;;
esac
shift
while :; do
  case ${1-} in
    --cells) cells=${2-} ;;
    --seeds) seeds=${2-} ;;
    --beside)
      beside=${2-}
      case $beside in exact | gcstress) shift 2; continue ;; *) usage >&2; exit 2 ;; esac ;;
    *) break ;;
  esac
  [[ ${2-} =~ ^[1-9][0-9]*(,[1-9][0-9]*)*$ ]] || { usage >&2; exit 2; }
  shift 2
done
[[ $seeds =~ ^[0-9]+$ ]] || { usage >&2; exit 2; }
out=$build/accuracy/ages

. "$here/lives.sh"

# The truth of a run with exact lives: curves by kin and medians by site, of all lives as the stamps tell them. Sets
# `clock`.
find_truth()
{
  export LC_ALL=C
  awk -f "$here/ages_lives.awk" "$out/$1/objects.tsv" >"$out/$1.lives"
  sort -t '	' -k1,1 -k4,4n -k5,5rn "$out/$1.lives" >"$out/$1.by_kin"
  sort -t '	' -k2,2n -k4,4n -k5,5rn "$out/$1.lives" >"$out/$1.by_site"
  awk -f "$here/ages_truth.awk" by=kin "$out/$1.by_kin" by=site "$out/$1.by_site" >"$out/$1.truth.tsv"
  clock=$(awk -F '\t' '$3 > last { last = $3 } END { print last + 0 }' "$out/$1.lives")
  rm "$out/$1".{lives,by_kin,by_site}
}

# compare NAME K TRUTH TABLES GOALS: the last is empty where no figure has a goal, else what the sums are called.
compare()
{
  awk -v name="$1" -v asked="$2" -v clock="$clock" -v sums="$out/${1//\//.}.$5" -v goals="$5" -f "$here/ages.awk" \
    "$3" "$4/collections.tsv" "$4/survival.tsv" "$4/sites.tsv"
}

# run PROGRAM NAME K OPTIONS: what the collections of a run tell, beside its own exact lives.
run()
{
  local to=$out/$1.$2
  boot "$1" "$2" "prof=exact $4"
  find_truth "$1.$2"
  "$build/hostdump" tables -k "$elf" --estimated -o "$to.estimated" "$to.jxp" >>"$to.log" 2>&1 ||
    fail "the ages of $1.$2 could not be estimated; see $to.log"
  compare "$1/$2" "$3" "$to.truth.tsv" "$to.estimated" sums
}

# Whether two runs have made the same objects.
same_objects()
{
  cmp -s <(cut -f 3,5-7 "$out/$1/objects.tsv" | grep -v '^#' | sort) \
    <(cut -f 3,5-7 "$out/$2/objects.tsv" | grep -v '^#' | sort)
}

# other PROGRAM K: the same for a run without exact lives, beside the lives in the run with them. Not all of them are
# alike, for a word left on a stack keeps other objects. Threads that share the processor may have taken other turns and
# made other objects; there is no truth for such a run, and no goal.
other()
{
  local alike=other_sums
  boot "$1" other "prof=objects gcbudget=$((clock / $2)) gcseed=1"
  same_objects "$1.$2.1" "$1.other" || {
    alike=
    echo "$1/other_run: other objects were made than with exact lives: its figures have no goals" >&2
  }
  compare "$1/other_run" "$2" "$out/$1.$2.1.truth.tsv" "$out/$1.other" "$alike"
}

measure()
{
  local k seed
  elf=$(image "$1" yes)
  run "$1" default 0 ""
  for k in ${cells//,/ }; do
    for ((seed = 1; seed <= seeds; seed++)); do
      run "$1" "$k.$seed" "$k" "gcbudget=$((clock / k)) gcseed=$seed"
    done
  done
  [ "$seeds" = 0 ] || other "$1" "$k"
}

# The same beside a run that collects at each allocation: so many collections want room (Grammar has 120,605).
measure_beside_gcstress()
{
  local k seed name goals
  elf=$(image "$1" no)
  machine_mib=3000
  boot "$1" gcstress "prof=objects gcstress=1 memory=1800"
  ! grep '^# incomplete' "$out/$1.gcstress/objects.tsv" >&2 || fail "$1: gcstress=1 has not told all deaths"
  find_truth "$1.gcstress"
  machine_mib=700
  for k in ${cells//,/ }; do
    for ((seed = 1; seed <= seeds; seed++)); do
      name=beside.$k.$seed goals=sums
      boot "$1" "$name" "prof=objects gcbudget=$((clock / k)) gcseed=$seed"
      same_objects "$1.gcstress" "$1.$name" || {
        goals=
        echo "$1/$k.$seed: other objects were made than with gcstress=1: its figures have no goals" >&2
      }
      compare "$1/$k.$seed" "$k" "$out/$1.gcstress.truth.tsv" "$out/$1.$name" "$goals"
    done
  done
}

rm -f "$out"/*.{sums,other_sums}
[ $# -gt 0 ] || set -- $(all_programs)
for program; do
  if [ "$beside" = exact ]; then measure "$program"; else measure_beside_gcstress "$program"; fi
done
awk -v name=all -f "$here/ages_sums.awk" "$out"/*.sums
others=("$out"/*.other_sums)
[ ! -e "${others[0]}" ] || awk -v name=all_other_runs -f "$here/ages_sums.awk" "${others[@]}"
