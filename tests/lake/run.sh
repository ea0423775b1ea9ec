#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: runs as Parquet (host-tools/lake): what DuckDB reads of it must be what the tables say, cell by cell; the ten
# questions must find what was planted in 1,000 runs, before and after the days are compacted; and ClickHouse must read the
# same files. DuckDB comes from npm (consumers.sh); where it cannot be had, all but the list of columns is skipped.
# ClickHouse, 546 MB, is brought only with LAKE_CLICKHOUSE=yes, and skipped else.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
# Takes 40 seconds.
test_prefix=lake_
. "$(dirname "$0")/../lib/suite.sh"
cd "$scratch" || exit 2
HOSTDUMP=$build/hostdump
export HOSTDUMP

# The columns of text are those of the tables' definitions: of a new one add.sh would else make a number.
text_columns()
{
  sed -nE 's/.*C\(([a-z_0-9]+), +TEXT,.*/\1/p; s/\{ "([a-z_0-9]+)", TABLE_TEXT \}/\n\1\n/gp' "$tree"/host-tools/tables/*.c |
    grep -xE '[a-z_0-9]+' | sort -u >defined
  sed -n '/count = split(/,/words, " ")/p' "$tree/host-tools/lake/table.awk" | grep -oE '"[^"]+"' | tr -d '"' | tr ' ' '\n' |
    grep . | sort -u >listed
  [ "$(wc -l <defined)" -gt 30 ] || echo 'the definitions are not found'
  diff defined listed
}

# have NAME...: npm's packages of that, in one node_modules; else the cases that need them are skipped.
have()
{
  for package; do
    folder=$(sh "$tree/tests/export/consumers.sh" "$build" "$package" 2>why) || return 1
    name=$(sed -n 's/^ *"name": *"\(.*\)",*$/\1/p' "$folder/package.json" | head -n 1)
    mkdir -p "node_modules/$(dirname "$name")"
    ln -sfn "$folder" "node_modules/$name"
  done
}

# Asks DuckDB: SQL on standard input.
ask() { { echo "SET VARIABLE lake = '$PWD/lake';"; cat "$tree/host-tools/lake/lake.sql" -; } | $DUCKDB; }

add() { sh "$tree/host-tools/lake/add.sh" --lake "$PWD/lake" "$@"; }

# golden NAME OPTION...: a golden dump's tables, as files and in the lake, are the same.
golden()
{
  name=$1
  shift
  "$build/mkgolden" "$name" | "$HOSTDUMP" -o "$name.jxp" >/dev/null 2>&1
  dump=$name.jxp
  place=$(add -k "$build/golden.elf" --program "golden $name" --day 2026-01-31 --run "r;'$name" --commit "it's" "$@" "$dump" 2>&1) ||
    { echo "$place"; return; }
  case $place in */program=golden_"$name"/day=2026-01-31/r__"$name") ;; *) echo "it is in $place"; return ;; esac
  "$HOSTDUMP" tables -k "$build/golden.elf" "$dump" -o "tsv-$name" >/dev/null 2>&1
  for table in "tsv-$name"/*.tsv; do
    echo "SELECT * FROM read_parquet('$place/$(basename "$table" .tsv).parquet', hive_partitioning = false);"
  done | $DUCKDB >asked 2>&1
  # Of each query the rows, then an empty line, in the order of the files.
  awk -F '\t' '
    function same(a, b) { return a == b || a + 0 == b + 0 && a ~ /^-?[0-9.]+$/ && b ~ /^-?[0-9.e+-]+$/ }
    function next_answer() { if ((getline line <"asked") <= 0) line = "" }
    function end_table() {
      next_answer()
      if (line != "")
        print table ": more rows than there are: " line
    }
    FNR == 1 { if (table != "") end_table(); table = FILENAME; head = n = 0 }
    /^#/ { next }
    !head { head = NF; next }
    {
      n++
      next_answer()
      count = split($0, cell, FS)
      split(line, got, FS)
      for (i = 1; i <= count; i++) {
        sub(/^\\/, "", cell[i])
        if (!same(cell[i], got[i + 6]))
          print table, n, i ": " got[i + 6] ", not " cell[i]
      }
      if (got[1] !~ /^r;/ || got[2] != "it'"'"'s")
        print table ": whose row is it?"
      cells += count
    }
    END { end_table(); if (cells < 100) print "only " cells " cells" }' "tsv-$name"/*.tsv | head -n 5
}

# Each run's lost is what its tables say.
lost()
{
  echo "SELECT DISTINCT lost FROM lake('events') WHERE program = 'golden_full';" | ask >asked
  grep -q full asked || echo "events of a run that lost some are whole: $(head -n 1 asked)"
  echo "SELECT count(*) FROM lake('methods') WHERE program = 'golden_basic' AND lost IS NOT NULL;" | ask >asked
  grep -qx 0 asked || echo 'a run that is whole lost something'
}

# Samples that were not taken are told, and make no table one that lost something.
missed()
{
  python3 "$tree/tests/export/dumps.py" samples >missed.jxp
  printf '#!/bin/sh\nexec "%s" "$@" --no-symbols\n' "$build/hostdump" >bare
  HOSTDUMP="sh $PWD/bare" add --program missed --day 2026-01-31 --run r missed.jxp >said 2>&1 || { echo "add fails: $(tail -n 1 said)"; return; }
  echo "SELECT value FROM lake('run') WHERE program = 'missed' AND key = 'samples_missed';
    SELECT count(*) FROM lake('samples') WHERE program = 'missed' AND lost IS NULL;" | ask | grep . | paste -s -d ' ' >asked
  grep -qxE '40 [1-9][0-9]*' asked || echo "the lake says $(cat asked)"
}

# A table that hostdump leaves out is named in the lake.
left_out()
{
  "$build/mkscale" 100000 >large.jxp
  printf '#!/bin/sh\nexec "%s" "$@" --size 1 --no-symbols\n' "$build/hostdump" >small
  HOSTDUMP="sh $PWD/small" add --program large --day 2026-01-31 --run r large.jxp >said 2>&1 ||
    { echo "add fails: $(tail -n 1 said)"; return; }
  [ ! -e lake/program=large/day=2026-01-31/r/events.parquet ] || echo 'the table is not too large'
  echo "SELECT value FROM lake('run') WHERE program = 'large' AND key = 'left_out';" | ask >asked
  grep -qw events asked || echo "the lake does not say it: $(head -n 1 asked)"
}

# rows WHERE: how many rows of table methods the runs have.
rows() { echo "SELECT count(*) FROM lake('methods') WHERE program = 'compacted' AND $1;" | ask | grep . | head -n 1; }

# A run that comes while its day is compacted stays, and one that is added again behind that does not count twice.
compacted()
{
  day=$PWD/lake/program=compacted/day=2026-01-31
  for name in one two; do
    add -k "$build/golden.elf" --program compacted --day 2026-01-31 --run $name basic.jxp >said 2>&1 || { cat said; return; }
  done
  alone=$(rows "run = 'one'")
  [ "${alone:-0}" -gt 0 ] || echo "a run has no rows: $alone"
  mv "$day/two" late
  # DuckDB, and while it works another add.sh.
  printf '#!/bin/sh\ncat >sql.late\nmv late "%s/two"\nexec %s <sql.late\n' "$day" "$DUCKDB" >slowly
  DUCKDB="sh $PWD/slowly" sh "$tree/host-tools/lake/compact.sh" "$day" || echo 'the day is not compacted'
  [ "$(cd "$day" && ls | paste -s -d ' ')" = 'all two' ] || echo "the day has $(cd "$day" && ls | paste -s -d ' ')"
  [ "$(rows "run IN ('one', 'two')")" -eq $((2 * alone)) ] || echo 'rows are gone'
  place=$(add -k "$build/golden.elf" --program compacted --day 2026-01-31 --run one basic.jxp 2>&1)
  [ "$place" = "$day/all" ] || echo "a run that is there is put into $place"
  [ "$(rows "run = 'one'")" -eq "$alone" ] || echo 'a run that is added again counts twice'
  sh "$tree/host-tools/lake/compact.sh" "$day"
  [ "$(cd "$day" && ls)" = all ] && [ "$(rows true)" -eq $((2 * alone)) ] || echo 'rows are gone when all is compacted'
}

wrong_use()
{
  add "$tree/README.md" >said 2>&1 && echo 'a text is taken'
  grep -q 'makes no tables' said || echo "it says $(tail -n 1 said)"
  add --day today x.jxp >/dev/null 2>&1 && echo 'a file that is not there is taken'
  find lake -name '.part*' | grep . && echo 'it leaves parts'
}

# SQL that puts 1,000 runs into the lake `thousand': all days but the last as compact.sh leaves them, of the last one each
# run by itself.
thousand()
{
  for source in basic:methods basic:pairs basic:threads basic:eventstats basic:run full:losses objects:sites; do
    table=${source#*:} from=${source%:*}
    echo "CREATE TABLE $table AS SELECT * EXCLUDE (run, \"commit\", host, lost) FROM" \
      "'$PWD/lake/program=golden_$from/day=2026-01-31/r__$from/$table.parquet';"
  done
  cat "$here/thousand.sql"
  for n in $(seq 50) $(seq 981 1000); do
    [ "$n" -le 50 ] && first=$((20 * n - 19)) last=$((20 * n)) name=all || { first=$n last=$n name=$n; }
    [ "$n" -ne 50 ] || continue
    folder=thousand/program=text/day=$(date -u -d "2026-03-01 + $(((first - 1) / 20)) days" +%F)/$name
    mkdir -p "$folder"
    for table in methods pairs threads eventstats run losses sites; do
      echo "COPY (SELECT * EXCLUDE (i, day) FROM all_$table WHERE i BETWEEN $first AND $last) TO '$folder/$table.parquet'" \
        "(FORMAT parquet);"
    done
  done
}

# answers LAKE: what the ten questions answer, each as a line `N: first row'.
answers()
{
  { echo "SET VARIABLE lake = '$1';"; cat "$tree/host-tools/lake/lake.sql" "$tree/host-tools/lake/questions.sql"; } | $DUCKDB >all 2>&1 ||
    { tail -n 1 all; return; }
  sed '1,4d' all | awk 'BEGIN { n = 1; FS = OFS = "\t" } !NF { if (!rows) print n ": nothing"; n++; rows = 0; next } !rows++ {
    for (i = 1; i <= NF; i++)
      if ($i ~ /\./ && $i + 0)
        $i = sprintf("%.9g", $i) # sums in another order
    print n ": " $0
  }'
}

questions()
{
  thousand >sql
  $DUCKDB <sql >said 2>&1 || { tail -n 1 said; return; }
  answers "$PWD/thousand" >first
  planted first
  sh "$tree/host-tools/lake/compact.sh" "$PWD"/thousand/program=text/day=2026-04-1[89] || return
  [ "$(find thousand -name methods.parquet | wc -l)" -eq 50 ] || echo 'a day has not one file a table'
  answers "$PWD/thousand" >second
  diff first second | head -n 4
}

# Whether each question finds what was planted for it. $1: the answers.
planted()
{
  while read -r number pattern; do
    grep -qE "^$number: $pattern" "$1" || echo "question $number: $(grep "^$number: " "$1" | head -c 150)"
  done <<'END'
1 text	main_loop	.*	(9\.[5-9]|10\.[0-5])
2 text	work	c30	.*	(19|20)\.
3 text	2026-03-01	20	[0-9.]+
4 text	2026-0[0-9]-[0-9]+T000700	h0	.*
5 text	2026-0[0-9]-[0-9]+T000500	h0	c24	.*
6 main_loop	999	.*
7 [a-z_]+	.*
8 h3	.*
9 .*	1000$
10 text	.*T000333	.*
END
}

# ClickHouse reads the same files: counts and sums of each table are DuckDB's.
clickhouse()
{
  for table in methods pairs threads sites eventstats run; do
    column=$(case $table in methods) echo excl_us ;; pairs) echo incl_us ;; threads) echo latency_mean_us ;; sites) echo bytes ;; eventstats) echo max_us ;; run) echo 'length(value)' ;; esac)
    echo "SELECT count(*), count(DISTINCT run), round(sum($column)) FROM read_parquet('$PWD/thousand/program=*/day=*/*/$table.parquet');" |
      $DUCKDB | awk 'NF { printf "%s\t%s\t%.0f\n", $1, $2, $3 }' >duck
    node -e "
      const { query } = require(process.env.NODE_MODULES + '/chdb');
      process.stdout.write(query(\"SELECT count(*), uniqExact(run), round(sum($column)) FROM file('$PWD/thousand/program=*/day=*/*/$table.parquet', Parquet)\", 'TSV'))" 2>said |
      awk 'NF { printf "%s\t%s\t%.0f\n", $1, $2, $3 }' >click
    [ -s duck ] && cmp -s duck click || echo "$table: $(cat click) $(tail -n 1 said), DuckDB has $(cat duck)"
  done
}

# Where a program is missing, it is said which one, and whence it comes.
programs()
{
  : >empty.jxp
  (unset DUCKDB
   PATH=/usr/bin:/bin HOSTDUMP=$build/hostdump sh "$tree/host-tools/lake/add.sh" --lake none empty.jxp) >said 2>&1 &&
    echo 'add.sh works without DuckDB'
  grep -q 'there is no duckdb: .*https://duckdb.org' said || command -v duckdb >/dev/null || echo "add says $(cat said)"
  HOSTDUMP=$PWD/gone sh "$tree/host-tools/lake/add.sh" --lake none empty.jxp >said 2>&1 &&
    echo 'add.sh works without hostdump'
  grep -q 'there is no hostdump: set HOSTDUMP' said || echo "add says $(cat said)"
  [ ! -e none ] || echo 'a lake was made'
  DUCKDB=cat sh "$tree/host-tools/lake/compact.sh" none/program=p/day=2026-01-31 >said 2>&1
  [ $? -eq 2 ] || echo 'a day that is not there is compacted'
  grep -q 'which day has runs' said || echo "compact says $(cat said)"
}

try text_columns text_columns
try programs programs
DUCKDB="node $here/duckdb.mjs" NODE_MODULES=$scratch/node_modules
NODE_OPTIONS=--preserve-symlinks # packages find each other in `node_modules', not where they were unpacked
export DUCKDB NODE_MODULES NODE_OPTIONS
if ! command -v node >/dev/null || ! have duckdb_api duckdb_bindings duckdb_linux; then
  for name in cells_basic cells_full cells_objects cells_strange lost missed left_out compacted wrong_use questions clickhouse; do
    skip $name "DuckDB: $(tail -n 1 why 2>/dev/null || echo 'there is no node')"
  done
  finish
fi
for name in basic full objects strange; do
  try cells_$name golden $name
done
try lost lost
try missed missed
try left_out left_out
try compacted compacted
try wrong_use wrong_use
try questions questions
if [ "${LAKE_CLICKHOUSE-}" = yes ] && have chdb chdb_linux chdb_client node_addon_api node_gyp_build; then
  try clickhouse clickhouse
else
  skip clickhouse 'ClickHouse, 546 MB, is brought with LAKE_CLICKHOUSE=yes only'
fi
finish
