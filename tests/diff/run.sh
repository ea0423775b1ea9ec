#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: `hostdump diff` as a gate: it must find what is worse, must not cry wolf, must refuse what cannot be compared,
# and must fail where it compares nothing. The runs are forged (tests/attack/forge.py), so their truth is known; p and
# the intervals are held against another program's (maxt.py). Then two runs of the real kernel, which must not differ.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
# Takes 20 seconds.
test_prefix=diff_
. "$(dirname "$0")/../lib/suite.sh"
PYTHONDONTWRITEBYTECODE=1
PYTHONPATH=$tree/tests/attack
export PYTHONDONTWRITEBYTECODE PYTHONPATH

# Two boots that count instructions repeat: nothing differs at all, and that is known from the runs themselves. Nothing is
# streamed, for a target waits for a host that reads too slowly.
boot_twice()
{
  for n in 1 2; do
    bash "$tree/host-tools/run/run.sh" --build "$build" --input "$tree/README.md" --out "$scratch/$n" --no-charts \
      --append stream=none >"$scratch/$n.log" 2>&1 || { tail -n 3 "$scratch/$n.log"; return; }
  done
  "$build/hostdump" diff --least 0 --floor 0.001 "$scratch/1/run.jxp" "$scratch/2/run.jxp" >"$scratch/same" 2>&1 ||
    cat "$scratch/same"
  grep -q 'no worse: none of [1-9][0-9][0-9]* figures; 0 better' "$scratch/same" || echo 'it does not say that nothing differs'
  grep -q 'counts instructions: each difference is real' "$scratch/same" || echo 'it does not know the clock'
  "$build/hostdump" diff --clock time "$scratch/1/run.jxp" "$scratch/2/run.jxp" >"$scratch/time" 2>&1
  [ $? -eq 6 ] || echo 'one run beside one on real time is judged'
}

# An image that fits no run is told of: its names are not those that are shown.
wrong_image()
{
  "$build/hostdump" diff -k "$build/golden.elf" "$scratch/1/run.jxp" "$scratch/2/run.jxp" >"$scratch/image" 2>&1
  [ "$(grep -c 'no file given with -k is of its build' "$scratch/image")" -eq 2 ] || echo 'it is not said of both runs'
}

# A tree of two commits whose `kernel' leaves dumps that the gate has forged: the second one is slower, a third has no run.
tree_of=$scratch/tree
make_tree()
{
  git init -q "$tree_of"
  git -C "$tree_of" config user.name test
  git -C "$tree_of" config user.email test@example.invalid
  printf 'built:\n\tcp dump built\n' >"$tree_of/Makefile"
  for dump in same slower; do
    cp "$scratch/gate/$dump.jxp" "$tree_of/dump"
    git -C "$tree_of" add -A
    git -C "$tree_of" commit -q -m "$dump"
    git -C "$tree_of" tag "$dump"
  done
}

# run_diff STATUS WORDS OPTION... -- COMMAND...: why run-diff.sh does not end so, or says something else.
run_diff()
{
  wanted=$1 words=$2
  shift 2
  bash "$tree/host-tools/run/run-diff.sh" --tree "$tree_of" --hostdump "$build/hostdump" --needs built --out "$scratch/out" \
    "$@" >"$log" 2>&1
  got=$?
  [ $got -eq "$wanted" ] || echo "status $got, not $wanted: $(tail -n 3 "$log" | paste -s -d ' ')"
  grep -qe "$words" "$log" || echo "it does not say $words: $(tail -n 3 "$log" | paste -s -d ' ')"
}

# shellcheck disable=SC2016 # for the shell that run-diff.sh starts
copy='cp built "$RUN_OUT/run.jxp"'
commits()
{
  make_tree
  run_diff 5 'WORSE: .*' --a same --b slower --runs 1 -- sh -c "$copy"
  grep -q '"status": 5' "$scratch/out/diff.json" || echo 'diff.json has another status'
  run_diff 0 'no worse' --a slower --b same --runs 2 -- sh -c "$copy"
  run_diff 0 'B is the tree as it is' --a slower --runs 1 -- sh -c "$copy"
  run_diff 5 'find_word' --a same --runs 1 -- sh -c "$copy"
  run_diff 0 'no worse' --a same --runs 1 --options '--least 30' -- sh -c "$copy"
  run_diff 1 'A-1 failed' --a same --runs 1 -- false
  run_diff 1 'left no dump' --a same --runs 1 -- true
  run_diff 1 'is no commit' --a nowhere --runs 1 -- true
  run_diff 1 'does not build' --a same --needs nothing --runs 1 -- true
  run_diff 2 'RUNS=' --a same --runs 0 -- true
  run_diff 2 'A=COMMIT' --runs 1 -- true
  # shellcheck disable=SC2016
  run_diff 0 'no worse' --a same --b same --runs 1 -- sh -c 'test "$RUN_KERNEL" = "run=1 " && '"$copy"
}

relay gate python3 "$here/gate.py" "$build" "$scratch/gate"
# What the builds of other commits depend on is not this tree's: make run-diff builds them inside of its build folder.
other_trees()
{
  mkdir -p "$scratch/built/run-diff/trees/commit/build/target"
  echo 'help: no_such_file' >"$scratch/built/run-diff/trees/commit/build/target/x.d"
  (unset MAKEFLAGS MAKELEVEL MFLAGS; make -C "$tree" O="$scratch/built" help) >"$scratch/help" 2>&1 ||
    grep -m 1 '[*][*][*]' "$scratch/help"
}

# The job that DIFF.md shows: make knows its commands, its options close the gate, and what it keeps is what the
# comparison leaves.
ci_job()
{
  sed -n '/^## A CI job/,$ s/^ *- run: //p' "$tree/host-tools/DIFF.md" >"$scratch/job"
  [ "$(wc -l <"$scratch/job")" -eq 2 ] || echo 'the job has not two commands'
  sed 's|origin/[$]{{ github.base_ref }}|HEAD|' "$scratch/job" >"$scratch/commands"
  while read -r command; do
    (unset MAKEFLAGS MAKELEVEL MFLAGS; cd "$tree" && sh -c "$command -n O='$scratch/built'") \
      >"$scratch/plan" 2>&1 </dev/null ||
      echo "make cannot do: $command: $(tail -n 1 "$scratch/plan")"
  done <"$scratch/commands"
  grep -qF -- "--out \"$scratch/built/run-diff\"" "$scratch/plan" ||
    echo 'the last command is no comparison in run-diff'
  grep -qE '^ *with: .* path: build/run-diff/\*\.\* ' "$tree/host-tools/DIFF.md" || echo 'the job keeps other files'
  rm -rf "$scratch/out"
  [ -e "$tree_of" ] || make_tree
  options=$(sed -n "s/.*DIFF='\(.*\)'.*/\1/p" "$scratch/job")
  run_diff 5 'WORSE: .*' --a same --b slower --runs 1 --options "$options" -- sh -c "$copy"
  sed -n 3p "$scratch/out/diff.json" | grep -q '"status": 5' || echo 'the status is not in the third line of diff.json'
  for file in A-1.jxp B-1.jxp diff.json; do [ -e "$scratch/out/$file" ] || echo "there is no $file"; done
}

# The functions of the text job that DIFF.md's sample names are there.
sample()
{
  sed -n 's/.*[0-9] [mu]s  \(functions\|paths\)  *//p' "$tree/host-tools/DIFF.md" | tr ';' '\n' | grep '^[a-z]' |
    sort -u >"$scratch/named"
  [ "$(wc -l <"$scratch/named")" -ge 3 ] || echo 'the sample names hardly any function'
  while read -r function; do
    grep -qE "^[a-z].*[ *]$function\(" "$tree"/kernel/programs/text/*.c ||
      echo "no function of the text job is $function()"
  done <"$scratch/named"
}

try sample_of_the_manual sample
try run_diff commits
try ci_job ci_job
try other_trees other_trees
try real_runs_repeat boot_twice
try image_of_no_run wrong_image
finish
