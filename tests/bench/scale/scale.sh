#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# scale.sh BUILD [RECORDS]: what a dump of 100 million records costs the host: memory, and processor time beside a bare
# loop that decompresses and unpacks the same bytes; whether its charts show what happened once among all that, and how
# large they are. A figure a line: name, value, unit, goal, holds|short.

build=$(cd "$1" && pwd) || exit 2
records=${2:-100000000}
dir=$build/scale
bench=$build/bench
charts='events intervals lifetime newest' # those with the most rows, and the one that reads them most often
mkdir -p "$dir" || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
LC_ALL=C
export LC_ALL

spend() { # NAME COMMAND...: its processor time and memory go to $dir/NAME
  name=$1
  shift
  "$bench/spent" "$dir/$name" "$@" >"$dir/$name.out" 2>"$dir/$name.errors" || {
    echo "scale.sh: $* ended with $?: $(tail -n 1 "$dir/$name.errors")" >&2
    exit 1
  }
}

figure() { # NAME VALUE UNIT GOAL
  echo "$2" | awk -v name="$1" -v unit="$3" -v goal="$4" '
    { printf "%s\t%.3g\t%s\t<= %s\t%s\n", name, $1, unit, goal, $1 <= goal ? "holds" : "short" }'
}

# marks CHART BLOCK AWK: how many rows of a block of the chart are so.
marks() {
  sed -n "/^# $2\$/,/^\$/p" "$dir/charts/$1.tsv" | awk -F '\t' "/^[^#]/ && ($3) { rows++ } END { print rows + 0 }"
}

# seen CHART MARKS: there is at least one.
seen() {
  echo "$2" | awk -v chart="$1" '
    { printf "scale/once_in_%s\t%d\tmarks\t>= 1\t%s\n", chart, $1, ($1 >= 1) ? "holds" : "short" }'
}

# row_of CHART NAME: its place in the chart.
row_of() {
  sed -n "/^# names\$/,/^\$/s/	$2\$//p" "$dir/charts/$1.tsv" | grep . || echo 0
}

time_of() { cut -d ' ' -f 1 "$dir/$1"; }
memory_of() { cut -d ' ' -f 2 "$dir/$1"; }
ratio() { awk "BEGIN { print $1 / $2 }"; }

"$build/mkscale" "$records" >"$dir/made.jxp" || exit 1
spend receive "$build/hostdump" -o "$dir/run.jxp" -i "$dir/made.jxp"
rm -f "$dir/made.jxp"
"$bench/bench_decode" "$dir/run.jxp" bare >"$dir/bare" || exit 1
spend report "$build/hostdump" report -k "$build/golden.elf" "$dir/run.jxp"
spend render "$build/render" all "$dir/run.jxp" -k "$build/golden.elf" -o "$dir/charts"
rm -rf "$dir/tables"
for chart in $charts; do
  spend "$chart" "$build/render" "$chart" "$dir/run.jxp" -k "$build/golden.elf" -o "$dir/charts"
done
# A millisecond, from the middle.
spend window "$build/hostdump" report -k "$build/golden.elf" --table events --from 1000000 --to 1001000 "$dir/run.jxp"

echo "scale/records	$records	records	-	holds"
figure scale/receive_memory "$(memory_of receive)" MiB 512
figure scale/report_memory "$(memory_of report)" MiB 512
figure scale/render_memory "$(memory_of render)" MiB 512
figure scale/report_to_bare "$(ratio "$(time_of report)" "$(time_of bare)")" ratio 3
for chart in $charts; do
  figure scale/${chart}_to_report "$(ratio "$(time_of "$chart")" "$(time_of report)")" ratio 3
done
echo "scale/all_charts_to_report	$(ratio "$(time_of render)" "$(time_of report)")	ratio	-	holds"
figure scale/window_to_report "$(ratio "$(time_of window)" "$(time_of report)")" ratio 0.1

# What mkscale lets happen once: an event, a thread that ran for 2 us, a wait of 10 ms, an object of 1 MB (dark red).
seen events "$(marks events bars "\$3 < $(row_of events once) && \$4 > $(row_of events once)")"
seen threads "$(marks threads bars "\$3 < $(row_of threads Once) && \$4 > $(row_of threads Once)")"
seen intervals "$(marks intervals longest '$2 >= 10000')"
seen creation "$(marks creation marks '$5 == 12066596')"
for picture in svg png; do
  largest=$(wc -c "$dir/charts"/*.$picture | grep -v ' total$' | sort -n | awk 'END { print $1 / 1048576 }')
  figure scale/largest_$picture "$largest" MiB 8
done
