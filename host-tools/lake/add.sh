#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# add.sh: puts the tables of a run into a lake: Parquet files that DuckDB and ClickHouse ask about thousands of runs.
# LAKE.md is the manual.
#
#   add.sh --lake DIR [OPTION...] RUN.jxp
#
#   --lake DIR         where it goes: DIR/program=P/day=D/RUN/TABLE.parquet
#   --program NAME     P (the program of the run, else its workload, else its system)
#   --day YYYY-MM-DD   D (that of the file's last change, UTC)
#   --run NAME         RUN (the time of that change, and what the file's checksum begins with: the same run is added once)
#   --commit NAME      the commit of the image: the dump has only its build-id
#   --host NAME        where it ran (this machine)
#   --tables LIST      only these, names with commas (all)
#   -k ELF             the image, where the dump does not carry names
#
# $HOSTDUMP and $DUCKDB are the programs, as a shell's words (hostdump, else that of the tree's build; duckdb); the
# latter takes SQL on standard input.
# What is in RUN is whole, or not there. Exit status: 0 it is; 1 not, and the reason has been said; 2 usage.
set -eu

fail() { printf 'add: %s\n' "$1" >&2; exit "${2:-1}"; }

lake='' program='' day='' run='' commit='' host=$(uname -n) tables='' elf='' dump=''
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) sed -n 's/^# \{0,1\}//; 4,20p' "$0"; exit 0 ;;
    --lake | --program | --day | --run | --commit | --host | --tables | -k)
      [ $# -ge 2 ] || fail "$1 needs a value" 2
      case $1 in
        --lake) lake=$2 ;; --program) program=$2 ;; --day) day=$2 ;; --run) run=$2 ;; --commit) commit=$2 ;;
        --host) host=$2 ;; --tables) tables=$2 ;; -k) elf=$2 ;;
      esac
      shift 2 ;;
    -*) fail "there is no option $1; see add.sh --help" 2 ;;
    *) [ -z "$dump" ] || fail 'one dump at a time' 2
       dump=$1
       shift ;;
  esac
done
if [ -z "$lake" ] || [ -z "$dump" ]; then
  fail 'which lake, which dump? add.sh --lake DIR RUN.jxp' 2
fi
[ ! -d "$dump" ] || fail "$dump is a folder: add each of its NODE.jxp, with --host NODE"
[ -r "$dump" ] || fail "$dump cannot be read"
here=$(dirname "$0")
if [ -z "${HOSTDUMP:-}" ] && ! command -v hostdump >/dev/null && [ -x "$here/../../build/hostdump" ]; then
  HOSTDUMP=$here/../../build/hostdump
fi
. "$here/programs.sh"
need add hostdump "${HOSTDUMP:-hostdump}" 'set HOSTDUMP to its path'
need add duckdb "${DUCKDB:-duckdb}" "$WHENCE_DUCKDB"
mkdir -p "$lake" || fail "$lake cannot be made"
part=$(mktemp -d "$lake/.part.XXXXXX")
trap 'rm -rf "$part"' EXIT

status=0
# shellcheck disable=SC2086 # words
${HOSTDUMP:-hostdump} tables "$dump" -o "$part/tsv" ${elf:+-k "$elf"} ${tables:+--table "run,$tables"} >"$part/said" 2>&1 || status=$?
[ $status -le 1 ] && [ -s "$part/tsv/run.tsv" ] || fail "$dump: hostdump makes no tables of it: $(tail -n 1 "$part/said")"
[ $status -eq 0 ] || cat "$part/said" >&2
# Table run says which tables hostdump has left out: a query that finds no rows of one must not take it for empty.
left_out=$(sed -n 's|.*/\([a-z]*\)\.tsv: left out: .*|\1|p' "$part/said" | paste -s -d , -)
[ -z "$left_out" ] || printf 'left_out\t%s\n' "$left_out" >>"$part/tsv/run.tsv"

# fact KEY: the value of a row of table run; nothing: it has none.
fact() { awk -F '\t' -v key="$1" '$1 == key && $2 != "-" { sub(/^\\/, "", $2); print $2; exit }' "$part/tsv/run.tsv"; }
# path TEXT: as a part of a path, in which nothing has a meaning.
path() { printf '%s' "$1" | tr -c 'A-Za-z0-9._-' _ | sed 's/^\./_/'; }

options=$(fact command)
[ -n "$program" ] || program=$(fact program)
[ -n "$program" ] || program=$(printf '%s\n' "$options" | tr ' ' '\n' | sed -n 's/^workload=//p' | head -n 1)
[ -n "$program" ] || program=$(fact system)
changed=$(date -u -r "$dump" +%Y-%m-%dT%H%M%SZ)
: "${day:=${changed%T*}}" "${run:=$changed-$(sha256sum <"$dump" | cut -c 1-8)}"
case $day in
  [0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]) ;;
  *) fail "--day is YYYY-MM-DD, not $day" 2 ;;
esac
place=$lake/program=$(path "${program:-unknown}")/day=$day
folder=$(path "$run")

# there: whether compact.sh has put the run into `all': beside it each of its rows would count twice.
quoted() { printf '%s' "$1" | sed "s/'/''/g"; }
there()
{
  [ -e "$place/all/run.parquet" ] || return 1
  # shellcheck disable=SC2086 # words
  printf "SELECT 'it is ' || 'there' FROM read_parquet('%s') WHERE run = '%s' LIMIT 1;\n" "$(quoted "$place/all/run.parquet")" \
    "$(quoted "$run")" | ${DUCKDB:-duckdb} 2>/dev/null | grep -q 'it is there'
}
[ "$folder" != all ] || fail '--run all is the name of compacted runs' 2
if there; then
  echo "$place/all"
  exit 0
fi

# SQL for each table. What a column's type is follows from its name (TABLES.md): else a column in which a
# run has nothing but `-' would be text in this run, and a number in the next.
mkdir "$part/parquet" "$part/clean"
for table in "$part"/tsv/*.tsv; do
  name=$(basename "$table" .tsv)
  awk -v name="$name" -v from="$part/clean/$name.tsv" -v to="$part/parquet/$name.parquet" -v run="$run" -v host="$host" \
    -v commit="$commit" -v build_id="$(fact build_id)" -v options="$options" -f "$(dirname "$0")/table.awk" "$table"
done >"$part/add.sql"
# shellcheck disable=SC2086 # words
${DUCKDB:-duckdb} <"$part/add.sql" >"$part/said" 2>&1 || fail "$dump: DuckDB does not take it: $(tail -n 1 "$part/said")"
mkdir -p "$place"
rm -rf "${place:?}/$folder"
mv "$part/parquet" "$place/$folder"
echo "$place/$folder"
