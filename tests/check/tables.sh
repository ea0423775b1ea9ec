#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# tables.sh: TABLES.md names the tables that there are, and the columns that each has. Usage: tables.sh BUILD

build=$(cd "$1" && pwd) || exit 2
cd "$(dirname "$0")/../.." || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

# `NAME: COLUMN, COLUMN' a line; of `run', whose rows are keys, those that every dump has.
in_document()
{
  sed -n 's/^| \([a-z]*\) | \([a-z0-9_, ]*\) |.*/\1: \2/p' host-tools/TABLES.md | grep -v '^table: '
  sed -n 's/^| run |.*| fixed: \(.*\), then `made\.KIND.*/keys of run: \1/p' host-tools/TABLES.md
}

in_tables()
{
  for table in "$scratch"/tables/*.tsv; do
    printf '%s: ' "$(basename "$table" .tsv)"
    grep -v '^#' "$table" | sed 's/\t/, /g; q'
  done
  printf 'keys of run: '
  cut -f 1 "$scratch/tables/run.tsv" | grep -v '^#' | sed '1d; /^made\./,$d' | paste -s -d , | sed 's/,/, /g'
}

make_tables()
{
  "$build/mkgolden" basic >"$scratch/stream" && "$build/hostdump" -o "$scratch/run.jxp" <"$scratch/stream" &&
    "$build/hostdump" tables -k "$build/golden.elf" -o "$scratch/tables" "$scratch/run.jxp"
}

make_tables >"$scratch/messages" 2>&1 || { echo "not ok tables_document there are no tables: $(tail -n 1 "$scratch/messages")"; exit 1; }
in_document | sort >"$scratch/document"
in_tables | sort >"$scratch/there_are"
if [ "$(wc -l <"$scratch/there_are")" -gt 1 ] && diff "$scratch/document" "$scratch/there_are"; then
  echo "ok tables_document"
else
  echo "not ok tables_document host-tools/TABLES.md (<) does not name the columns that hostdump writes (>), see above"
  exit 1
fi
