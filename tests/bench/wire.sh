#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# wire.sh: bytes that a record takes on the line in `make run`. Usage: wire.sh BUILD

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
bash host-tools/run/run.sh --build "$1" --input "$1/text.txt" --out "$dir/run" --no-charts \
  >"$dir/log" 2>&1 || cat "$dir/log" >&2
"$1/hostdump" tables "$dir/run/run.jxp" -k "$1/kernel.elf" -o "$dir/tables" >&2
awk -F '\t' '
  $1 == "bytes_per_record" { value = $2 }
  END { printf "bytes_per_record\t%s\tbytes\t<= 2\t%s\n", value == "" ? "-" : value, value != "" && value <= 2 ? "holds" : "short" }
' "$dir/tables/run.tsv"
