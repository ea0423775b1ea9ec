# SPDX-License-Identifier: GPL-2.0-or-later
#
# check_extremes.sh: tables as large, and numbers as far out, as a dump can make them. Sourced by run.sh.

# 60,000 pairs of events, each with a longer interval than the one before, and 100,000 places whose objects were born at
# once, numbered as a target may number them: with 32 bits.
copy_tables
LC_ALL=C awk -v OFS='\t' -v dir="$work/tables" '
  BEGIN {
    out = dir "/intervals.tsv"
    print "time_us", "interval_us", "from", "to", "thread" > out
    for (i = 1; i <= 60000; i++)
      print sprintf("%.3f", i * 0.16), sprintf("%.3f", 0.02 + i * 0.001), "a" i % 300, "b" int(i / 300), "main" > out
    sites = dir "/sites.tsv"
    print "site", "package", "class", "method", "where", "objects_of", "objects", "bytes", "live_objects", \
      "live_bytes", "median_age_bytes", "mean_age_bytes", "first_gc_pct" > sites
    objects = dir "/objects.tsv"
    print "birth_us", "death_us", "birth_bytes", "age_bytes", "bytes", "site", "class", "thread" > objects
    for (i = 1; i <= 100000; i++) {
      site = sprintf("%.0f", 4294967296 - i * 40000)
      print site, "p" i % 50, "C" i % 1000, "m" i, "F.java:" i % 999, "C", 1, 64 + i, 1, 64 + i, "-", "-", "-" > sites
      print "500.000", "-", i, 4, 64 + i, site, 1, "main" > objects
    }
  }'
# within SECONDS COMMAND...: of the processor, 20 times what it takes; orders by insertion and keys that are not spread
# took minutes.
within()
{
  (ulimit -t "$1"; shift; "$@")
}
check many_pairs "60,000 pairs of events are not drawn in time" \
  within 30 render 0 intervals --tables "$work/tables" -o "$work/extreme" --format svg
check many_pairs_said "not all pairs are there" says ../extreme/intervals 'the 8 of 60000'
# Above 20,000 intervals the picture is of cells: from 0.021 us to 60, each cell within half of one of what is there.
heights_drawn()
{
  sed -n '/^# dots$/,/^$/p' "$work/extreme/intervals.tsv" | awk -F '\t' '
    /^#|^$/ { next }
    $2 !~ /^[0-9.e+-]+$/ || $2 < 0.018 || $2 > 72 { print; bad = 1 }
    { n++; below += $2 < 0.03 }
    END { exit bad || n < 100 || !below }'
}
check many_pairs_heights "intervals below a microsecond are not drawn where they are" heights_drawn
check many_places "100,000 places are not drawn in time" \
  within 30 render 0 creation --tables "$work/tables" -o "$work/extreme" --format svg
check many_places_said "places share cells that are not theirs" says ../extreme/creation '97.7 KiB in 1 C'
# Two functions that call each other, 40,000 deep.
LC_ALL=C awk '/^#/ { next } { print } /^1\t/ { exit }' "$here/tables/tree.tsv" > "$work/tables/tree.tsv"
LC_ALL=C awk -v OFS='\t' 'BEGIN {
  for (i = 2; i <= 40000; i++)
    print i, i - 1, i - 1, "worker", "mutual" i % 2, 1, sprintf("%.3f", 5000 - i / 10), "0.100", "1.00", "9.000", \
      "1.000", 0, "all"
}' >> "$work/tables/tree.tsv"
check many_deep "calls 40,000 deep are not drawn in time" \
  within 30 render 0 timing --tables "$work/tables" -o "$work/extreme" --format svg
check many_deep_once "recursive calls count twice" \
  grep -q '<b>mutual0<.*all 100 %<br/>20 k calls' "$work/extreme/callgraph.dot"
# Times of -2^62 ns and beyond, more time in a callee than in all: no number keeps a tool from drawing.
extreme() # SEED CHARTS
{
  rm -rf "$work/far"
  mkdir "$work/far"
  for table in "$here"/tables/*.tsv; do
    LC_ALL=C awk -F '\t' -v OFS='\t' -v seed="$1" '
      BEGIN {
        srand(seed)
        n = split("-4611686018427387.904 4611686018427387.904 -9223372036854775.808 9223372036854775.807 0.000 0.001 " \
                  "-0.001 18446744073709551.615", far, " ")
      }
      /^#/ { print; next }
      !headed++ { split($0, head); print; next }
      {
        for (i = 1; i <= NF; i++)
          if ($i ~ /^-?[0-9]+\.[0-9]+$/ && (head[i] != "value" || $1 == "duration_us") && rand() < 0.4)
            $i = far[int(rand() * n) + 1]
        print
      }' "$table" > "$work/far/${table##*/}"
  done
  sh "$viz/render.sh" all --tables "$work/far" -o "$work/extreme" --format svg > "$work/out" 2> "$work/err"
  ! grep -v ': skipped: ' "$work/err" | sed "s/^/# seed $1: /" | grep .
}
for seed in 1 2 3 4; do
  check "extreme_$seed" "numbers keep a chart from being drawn" extreme $seed
done
copy_tables
LC_ALL=C awk -F '\t' -v OFS='\t' '$1 ~ /^[245]$/ { $7 = "4611686018427387.904" } { print }' "$here/tables/tree.tsv" \
  > "$work/tables/tree.tsv"
check extreme_share "dot fails on a callee with more time than all" \
  render 0 callgraph --tables "$work/tables" -o "$work/extreme" --format svg
check extreme_share_drawn "no callee has more time than all" grep -q 'weight=101' "$work/extreme/callgraph.dot"

# Functions without names.
printf '#!/bin/sh\necho "$@" > "%s"\nmkdir -p "$4" && cp "%s"/*.tsv "$4"\n' "$work/asked" "$here/tables" \
  > "$work/asking"
chmod +x "$work/asking"
: > "$work/run.jxp"
HOSTDUMP=$work/asking
export HOSTDUMP
check no_symbols "--no-symbols is refused" \
  render 0 boxes "$work/run.jxp" -o "$work/extreme" --no-symbols --format svg
unset HOSTDUMP
check no_symbols_asked "--no-symbols is not handed on to hostdump" grep -q -e ' --no-symbols' "$work/asked"

# A hostile dump has as many names as records: all tables but run with 100,000 rows of names of their own. Each program
# that makes a chart, and all of them together, take seconds of CPU time: what grew with the square of the rows would
# take hours. (Most is gnuplot's and dot's own time; figures takes under a second for each.)
many()
{
  rm -rf "$work/many"
  mkdir "$work/many"
  for table in "$here"/tables/*.tsv; do
    case $table in
      */run.tsv) cp "$table" "$work/many"; continue ;;
    esac
    LC_ALL=C awk -F '\t' -v OFS='\t' -v rows=100000 '
      /^#/ { print; next }
      !headed++ { width = split($0, head); print; next }
      NF == width { row[n++] = $0 }
      END {
        for (copy = 0; n && copy * n < rows; copy++)
          for (i = 0; i < n; i++) {
            split(row[i], field)
            for (k = 1; k <= width; k++) {
              if (head[k] ~ /^(thread|function|event|lock|waiter|holder|method|callee|caller|where|name)$/ &&
                  field[k] != "-")
                field[k] = field[k] copy
              if (head[k] ~ /^(id|parent|site)$/ && field[k] > 0)
                field[k] = field[k] + 1000 * copy
              if (head[k] == "stack")
                gsub(/;|$/, copy "&", field[k])
              printf "%s%s", field[k], k < width ? OFS : ORS
            }
          }
      }' "$table" > "$work/many/${table##*/}"
  done
  (ulimit -t 20 && sh "$viz/render.sh" all --tables "$work/many" -o "$work/many-charts" --format svg) \
    > "$work/out" 2> "$work/err" || { sed 's/^/# /' "$work/err" | head -n 5; return 1; }
  [ "$(find "$work/many-charts" -name '*.svg' | wc -l)" -ge 15 ] || { sed 's/^/# /' "$work/err"; return 1; }
  [ -z "$(find "$work/many-charts" -name '*.svg' -size +8M)" ] ||
    { echo "# more than 8 MiB: $(find "$work/many-charts" -name '*.svg' -size +8M)"; return 1; }
}
check extreme_names "100,000 names are too many for a chart" many
