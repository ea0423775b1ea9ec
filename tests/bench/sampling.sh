#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# sampling.sh: what a sample takes in the kernel, instructions counted, from the NMI to the return from it, and what
# all of them took of the CPU at the default rate. Usage: sampling.sh BUILD

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
bash host-tools/run/run.sh --build "$1" --input "$1/text.txt" --out "$dir/run" --prof samples --no-charts \
  >"$dir/log" 2>&1 || cat "$dir/log" >&2
awk -F '\t' '
  function figure(name, value, unit, goal) {
    printf "%s\t%s\t%s\t<= %s\t%s\n", name, value == "" ? "-" : value, unit, goal,
      value != "" && value <= goal ? "holds" : "short"
  }
  $1 == "samples" && $2 > 0 { count = $2; cycles = $3 }
  $1 == "tsc_hz" { hz = $2 }
  $1 == "duration_us" { us = $2 }
  END {
    figure("sample", count ? sprintf("%.0f", cycles / count) : "", "instructions", 1200)
    figure("samples_of_cpu", count ? sprintf("%.3f", 100 * cycles / hz / us * 1e6) : "", "%", 0.2)
  }' "$dir/run/tables/cost.tsv" "$dir/run/tables/run.tsv"
