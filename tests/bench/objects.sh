#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# objects.sh: bytes that an object takes on the line, its birth and its death together and all names with them: of the
# program `cache', once on counted instructions, which repeat, and once on the host's clock. Usage: objects.sh BUILD

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

figure() { # BUILD NAME ICOUNT
  bash host-tools/run/java.sh --app cache --build "$1" -- --build "$1" --input "$1/text.txt" --prof objects --icount "$3" \
    --out "$dir/$3" --no-charts >"$dir/log" 2>&1 || cat "$dir/log" >&2
  awk -F '\t' -v name="$2" '
    $1 == "wire_bytes" { bytes = $2 }
    $1 == "made.birth" { births = $2 }
    END {
      value = births ? sprintf("%.3f", bytes / births) : "-"
      printf "%s\t%s\tbytes\t<= 6\t%s\n", name, value, (births && value <= 6 ? "holds" : "short")
    }
  ' "$dir/$3/tables/run.tsv"
}

figure "$1" bytes_per_object on
figure "$1" bytes_per_object_host_clock off
