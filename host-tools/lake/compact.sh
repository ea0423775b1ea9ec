#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# compact.sh: makes one file a table of all runs of a day: thousands of small files cost more to open than to read.
#
#   compact.sh LAKE/program=P/day=D...
#
# The runs' folders become one, `all'; runs that are added later stand beside it, and the next compact.sh takes them in.
# While the folders are exchanged, some milliseconds, a query may miss runs of the day. $DUCKDB as in add.sh.
# Exit status: 0 done; 1 not, and all is as before; 2 usage.
set -eu

case ${1-} in '' | -*) sed -n 's/^# \{0,1\}//; 4,11p' "$0" >&2; exit 2 ;; esac
. "$(dirname "$0")/programs.sh"
need compact duckdb "${DUCKDB:-duckdb}" "$WHENCE_DUCKDB"
part=''
# back: what has been moved away is put back; what does not go back stays in the part.
back() { mv "$part"/old/* "$day/" && rm -rf "$part"; trap - EXIT; exit 1; }
trap 'rm -rf "$part"' EXIT
for day; do
  case $day in
    */program=*/day=*) ;;
    *) echo "compact: $day is no day of a lake" >&2; exit 2 ;;
  esac
  [ -d "$day" ] || { echo "compact: $day is not there: which day has runs? LAKE/program=P/day=D" >&2; exit 2; }
  day=${day%/}
  part=$(mktemp -d "${day%/program=*}/.part.XXXXXX")
  mkdir "$part/all" "$part/old"
  quoted() { printf '%s' "$1" | sed "s/'/''/g"; }
  # add.sh may put further runs there meanwhile: these stay where they are.
  (cd "$day" && ls) >"$part/runs"
  while read -r run; do
    find "$day/$run" -name '*.parquet' -exec basename {} .parquet \;
  done <"$part/runs" | sort -u >"$part/tables"
  while read -r table; do
    files=$(while read -r run; do
      [ ! -e "$day/$run/$table.parquet" ] || printf ", '%s'" "$(quoted "$day/$run/$table.parquet")"
    done <"$part/runs")
    printf "COPY (SELECT * FROM read_parquet([%s], union_by_name = true, hive_partitioning = false) " "${files#, }"
    printf "ORDER BY run) TO '%s/all/%s.parquet' (FORMAT parquet, COMPRESSION zstd);\n" "$(quoted "$part")" "$table"
  done <"$part/tables" >"$part/sql"
  # shellcheck disable=SC2086 # words
  ${DUCKDB:-duckdb} <"$part/sql" >"$part/said" 2>&1 || { tail -n 1 "$part/said" >&2; exit 1; }
  trap '' HUP INT TERM
  while read -r run; do
    mv "$day/$run" "$part/old/$run" || back
  done <"$part/runs"
  mv "$part/all" "$day/all" || back
  rm -rf "$part"
  trap - HUP INT TERM
done
