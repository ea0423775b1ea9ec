#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# tables.sh: TABLES.md names the tables that there are, the columns that each has, and the reasons for which records can
# be missing; the charts know no other reasons. Usage: tables.sh BUILD

build=$(cd "$1" && pwd) || exit 2
cd "$(dirname "$0")/../.." || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

# `NAME: COLUMN, COLUMN' a line; of `run', whose rows are keys, those that every dump has.
in_document()
{
  sed '/^| table | further columns |$/,/^$/d' host-tools/TABLES.md |
    sed -n 's/^| \([a-z]*\) | \([a-z0-9_, ]*\) |.*/\1: \2/p' | grep -v '^table: \|^code: '
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

# `NAME: COLUMN, COLUMN' a line: the columns that tables of several processors have more.
in_document_of_several()
{
  sed -n '/^| table | further columns |$/,/^$/s/^| \([a-z]*\) | \([a-z0-9_, ]*\) |$/\1: \2/p' host-tools/TABLES.md |
    grep -v '^table: '
}

in_tables_of_several()
{
  "$build/mkgolden" processors >"$scratch/stream" &&
    "$build/hostdump" -o "$scratch/several.jxp" <"$scratch/stream" &&
    "$build/hostdump" tables --no-symbols -o "$scratch/several" "$scratch/several.jxp" || return
  for table in "$scratch"/several/*.tsv; do
    name=$(basename "$table")
    few=$(grep -v '^#' "$scratch/tables/$name" | sed 's/\t/, /g; q')
    many=$(grep -v '^#' "$table" | sed 's/\t/, /g; q')
    [ "$few" = "$many" ] || echo "${name%.tsv}: ${many#"$few, "}"
  done
}

make_tables()
{
  "$build/mkgolden" basic >"$scratch/stream" && "$build/hostdump" -o "$scratch/run.jxp" <"$scratch/stream" &&
    "$build/hostdump" tables -k "$build/golden.elf" -o "$scratch/tables" "$scratch/run.jxp" &&
    "$build/hostdump" tables -k "$build/golden.elf" -o "$scratch/tables" --table calls,messages "$scratch/run.jxp"
}

# The rows of REASONS as TABLES.md has them.
reasons_of_header()
{
  sed -n 's/^  R([A-Z]*, *"\([a-z]*\)", *"\(.*\)").*/| `\1` | \2 |/p' host-tools/dump/reason.h
}

reasons_of_document()
{
  sed -n '/^## Missing records/,$s/^| `[a-z]*` |.*/&/p' host-tools/TABLES.md
}

# The codes that the charts ask for.
reasons_of_charts()
{
  cat viz/figures/*.c |
    sed -n -e 's/.*note_is([a-z. +]*, "\([a-z ]*\)").*/\1/p' -e 's/.*field_is(3, "\(paused\)").*/\1/p'
}

failures=0

# verdict NAME STATUS WORDS: a test's line.
verdict()
{
  if [ "$2" -eq 0 ]; then
    echo "ok $1"
  else
    echo "not ok $1 $3"
    failures=$((failures + 1))
  fi
}

make_tables >"$scratch/messages" 2>&1 ||
  { echo "not ok tables_document there are no tables: $(tail -n 1 "$scratch/messages")"; exit 1; }
in_document | sort >"$scratch/document"
in_tables | sort >"$scratch/there_are"
[ "$(wc -l <"$scratch/there_are")" -gt 1 ] && diff "$scratch/document" "$scratch/there_are"
verdict tables_document $? "host-tools/TABLES.md (<) does not name the columns that hostdump writes (>), see above"

in_document_of_several | sort >"$scratch/document"
in_tables_of_several 2>"$scratch/messages" | sort >"$scratch/there_are"
[ "$(wc -l <"$scratch/there_are")" -gt 1 ] && diff "$scratch/document" "$scratch/there_are"
verdict tables_document_of_several $? "TABLES.md (<) does not name the columns of several processors (>), see above"

reasons_of_header >"$scratch/reasons"
reasons_of_document >"$scratch/reasons_said"
[ -s "$scratch/reasons" ] && [ "$(wc -l <"$scratch/reasons")" -eq "$(grep -c '^  R(' host-tools/dump/reason.h)" ] &&
  diff "$scratch/reasons_said" "$scratch/reasons"
verdict tables_reasons $? "TABLES.md (<) does not list the reasons of host-tools/dump/reason.h (>), see above"

for code in $(reasons_of_charts); do
  grep -q "^| \`$code\` |" "$scratch/reasons" || echo "$code"
done >"$scratch/unknown"
unknown=$(paste -s -d ' ' "$scratch/unknown")
[ "$(reasons_of_charts | wc -w)" -ge 4 ] && [ -z "$unknown" ]
verdict tables_reasons_of_charts $? "viz/ asks for reasons that hostdump does not write: $unknown"
[ $failures -eq 0 ]
