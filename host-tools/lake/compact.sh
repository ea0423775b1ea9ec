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
part=''
trap 'rm -rf "$part"' EXIT
for day; do
  case $day in
    */program=*/day=*) ;;
    *) echo "compact: $day is no day of a lake" >&2; exit 2 ;;
  esac
  day=${day%/}
  part=$(mktemp -d "${day%/program=*}/.part.XXXXXX")
  mkdir "$part/all" "$part/old"
  quoted() { printf '%s' "$1" | sed "s/'/''/g"; }
  for table in $(find "$day" -mindepth 2 -name '*.parquet' -exec basename {} .parquet \; | sort -u); do
    printf "COPY (SELECT * FROM read_parquet('%s/*/%s.parquet', union_by_name = true, hive_partitioning = false) " \
      "$(quoted "$day")" "$table"
    printf "ORDER BY run) TO '%s/all/%s.parquet' (FORMAT parquet, COMPRESSION zstd);\n" "$(quoted "$part")" "$table"
  done >"$part/sql"
  # shellcheck disable=SC2086 # words
  ${DUCKDB:-duckdb} <"$part/sql" >"$part/said" 2>&1 || { tail -n 1 "$part/said" >&2; exit 1; }
  mv "$day"/* "$part/old"
  mv "$part/all" "$day/all"
  rm -rf "$part"
done
