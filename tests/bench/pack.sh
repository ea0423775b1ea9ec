#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# pack.sh: what packing and LZO make of each kind of record (bench_pack.c), of the text-indexing job and of the
# program `cache`, whose objects are logged. Counted instructions, so the table repeats. Usage: pack.sh BUILD

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

set -- "$1" --build "$1" --input "$1/text.txt" --no-charts
{ bash host-tools/run/run.sh "${@:2}" --append hz=20000 --out "$dir/text" &&
  bash host-tools/run/java.sh --app cache --build "$1" -- "${@:2}" --out "$dir/java"; } >"$dir/log" 2>&1 || cat "$dir/log" >&2
"$1/bench/bench_pack" "$dir/text/run.jxp" "$dir/java/run.jxp"
