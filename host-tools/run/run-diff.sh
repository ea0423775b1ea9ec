#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run-diff.sh: what one commit of a kernel makes worse than another: builds both, runs them in turns, and compares the
# runs (hostdump diff). The source tree of a commit, built, is kept in the --out folder for the next time.

[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
set -uo pipefail

usage()
{
  cat <<'EOF'
Usage: run-diff.sh --a COMMIT [OPTION...] -- COMMAND...
Builds two commits of this tree, runs each some times, in turns, and says what B makes worse than A.

  --a COMMIT         what is compared with: a commit, tag or branch of the tree's git repository
  --b COMMIT         what is compared; without it, the tree as it is, with what is not committed yet
  --runs N           runs of each side (5)
  --tree DIR         the source tree (the one this script is in)
  --hostdump FILE    what compares (DIR/build/hostdump)
  --needs 'FILES'    what make builds in a tree before it runs (all)
  --options 'WORDS'  options of hostdump diff, like --least 3
  --out DIR          where all goes: A-1.jxp, B-1.jxp ..., diff.txt, diff.json, trees/ (DIR/build/run-diff)

COMMAND runs what was built in a tree, its working directory, and leaves run.jxp in the folder $RUN_OUT. Run number n of
either side has run=n before the options in $RUN_KERNEL: that number is in all frames, so the ticks meet the program at
other moments in each run, also where instructions are counted. Else a commit that only moves the ticks would look worse.

`make run-diff' gives these as A=, B=, RUNS=, DIFF= (--options) and RUN= (--out), and runs what `make run' would with the
same INPUT=, PROF=, KERNEL=, ICOUNT=, APP=, ... With RUNS=1 and counted instructions any difference counts, whatever its
cause; with ICOUNT=off there is no verdict below RUNS=4.

Exit status: as hostdump diff: 0 nothing is worse, 5 something is, 6 not comparable or too few runs; but 1 also when a
commit could not be built or run, and 2 for wrong usage. (make ends with 2 for all but 0; diff.json has hostdump's.)
EOF
}

say()  { printf '%s\n' "run-diff: ${*//[[:cntrl:]]/?}" >&2; }
fail() { say "$*"; exit 1; }
bad_usage() { say "$*; see run-diff.sh --help"; exit 2; }

tree='' a='' b='' runs=5 hostdump='' needs=all options='' out='' commit='' at=''

parse()
{
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    case $1 in
      -h | --help) usage; exit 0 ;;
      --a | --b | --runs | --tree | --hostdump | --needs | --options | --out)
        [ $# -ge 2 ] || bad_usage "$1 needs a value"
        printf -v "${1#--}" %s "$2"
        shift 2 ;;
      *) bad_usage "there is no option $1" ;;
    esac
  done
  [ $# -ge 2 ] || bad_usage "which command runs the kernel?"
  shift
  command=("$@")
  [ -n "$a" ] || bad_usage "compared with which commit? A=COMMIT (--a)"
  case $runs in '' | 0* | *[!0-9]*) bad_usage "RUNS= (--runs) is a number from 1 on, not $runs" ;; esac
}

# Sets `commit' to the full name of what the user calls $1.
resolve()
{
  commit=$(git -C "$tree" rev-parse --verify --quiet --end-of-options "$1^{commit}") ||
    fail "$1 is no commit of $tree: git log shows which there are"
}

# Sets `at' to the tree of a side, built; an empty name is the tree as it is.
prepare()
{
  at=$tree
  if [ -n "$1" ]; then
    resolve "$1"
    at=$out/trees/$commit
  fi
  if [ ! -e "$at" ]; then
    rm -rf "$at.part"
    mkdir -p "$at.part"
    git -C "$tree" archive "$commit" | tar -xf - -C "$at.part" || fail "$1 cannot be unpacked in $out/trees"
    mv "$at.part" "$at"
  fi
  say "building ${1:-the tree as it is}"
  # What the make that runs this script was told is not for the other tree's.
  # shellcheck disable=SC2086 # words
  env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -C "$at" --no-print-directory -j"$(nproc)" $needs >"$out/build.log" 2>&1 || {
    tail -n 20 "$out/build.log" | "$hostdump" show >&2
    fail "${1:-the tree as it is} does not build: $out/build.log"
  }
}

# one SIDE NUMBER TREE: a run; its dump becomes OUT/SIDE-NUMBER.jxp.
one()
{
  local name=$1-$2
  say "run $name of $runs"
  rm -rf "$out/run"
  mkdir -p "$out/run"
  (cd "$3" && RUN_OUT=$out/run RUN_KERNEL="run=$2 ${RUN_KERNEL-}" exec "${command[@]}") >"$out/$name.log" 2>&1 </dev/null || {
    tail -n 5 "$out/$name.log" | "$hostdump" show >&2
    fail "run $name failed: $out/$name.log"
  }
  [ -s "$out/run/run.jxp" ] || fail "run $name left no dump: $out/$name.log"
  mv "$out/run/run.jxp" "$out/$name.jxp"
}

# Compares what the runs have left; the exit status is hostdump's.
compare()
{
  local words dumps_a=() dumps_b=() n status
  read -r -a words <<<"$options"
  for n in $(seq "$runs"); do
    dumps_a+=("A-$n.jxp") dumps_b+=("B-$n.jxp")
  done
  # Dumps carry the names of their functions; those of older commits do not.
  for at in "$tree_a" "$tree_b"; do
    [ ! -e "$at/build/kernel.elf" ] || words+=(-k "$at/build/kernel.elf")
  done
  cd "$out" || fail "$out is gone"
  "$hostdump" diff "${words[@]}" --json "${dumps_a[@]}" -- "${dumps_b[@]}" >diff.json 2>/dev/null
  "$hostdump" diff "${words[@]}" "${dumps_a[@]}" -- "${dumps_b[@]}" >diff.txt
  status=$?
  "$hostdump" show <diff.txt
  say "A is $a, B is ${b:-the tree as it is}; all figures are in $out/diff.json"
  return $status
}

parse "$@"
[ -n "$tree" ] || tree=$(dirname "$(readlink -f "$0")")/../..
tree=$(cd "$tree" && pwd) || exit 1
: "${hostdump:=$tree/build/hostdump}" "${out:=$tree/build/run-diff}"
hostdump=$(readlink -f "$hostdump")
[ -x "$hostdump" ] || fail "$hostdump is missing; \`make all' builds it"
mkdir -p "$out/trees" || fail "$out: cannot be made"
out=$(cd "$out" && pwd)
rm -f "$out"/[AB]-*.jxp "$out"/[AB]-*.log "$out"/diff.txt "$out"/diff.json
prepare "$a"
tree_a=$at
prepare "$b"
tree_b=$at
for n in $(seq "$runs"); do
  one A "$n" "$tree_a"
  one B "$n" "$tree_b"
done
rm -rf "$out/run"
compare
