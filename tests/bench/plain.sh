#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# plain.sh: how far the corrected times of Java programs are from those of the programs without probes, in instructions:
# a method that is timed is not inlined (host-tools/run/plain.sh). Each program with the threshold that `make run' has.
#
#   plain.sh BUILD [PROGRAM...]      default: those of kernel/programs/java/apps and of tests/kernel/accuracy/java
#
# Prints a line a program, and the goal: name, value, unit, goal, holds or short. Exit status: 1 when something could
# not be run.
set -euo pipefail

here=$(dirname "$0")
tree=$here/../..
build=$1
shift
out=$build/bench/plain
if [ $# -eq 0 ]; then
  for app in "$tree"/kernel/programs/java/apps/*/; do
    [ -f "$app/uses" ] || set -- "$@" "$(basename "$app")"
  done
  for source in "$tree"/tests/kernel/accuracy/java/*.java; do
    set -- "$@" "$(basename "$source")"
  done
fi
mkdir -p "$out"
: >"$out/ratios"
for program; do
  case $program in
    *.java) which=(--java "$tree/tests/kernel/accuracy/java/$program") arguments=5000 ;;
    *) which=(--app "$program") arguments='' ;;
  esac
  bash "$tree/host-tools/run/plain.sh" --build "$build" "${which[@]}" -- --build "$build" --input "$build/text.txt" \
    --args "$arguments" --append nodes=400000 --mem 700 --out "$out/$program" >"$out/$program.said" ||
    { echo "plain: $program failed; see $out/$program" >&2; exit 1; }
  ratio=$(cut -f 4 "$out/$program/run")
  printf 'plain/%s\t%s\tratio\n' "$program" "$ratio"
  echo "$ratio" >>"$out/ratios"
done
awk '{ sum += log($1) }
  END {
    mean = exp(sum / NR)
    printf "plain/geometric_mean\t%.3f\tratio\t<= 1.05\t%s\n", mean, mean <= 1.05 ? "holds" : "short" }' "$out/ratios"
