#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# scale.sh BUILD [RECORDS]: what a dump of 100 million records costs the host: memory, and processor time beside a bare
# loop that decompresses and unpacks the same bytes. A figure a line: name, value, unit, goal, holds|short.

build=$(cd "$1" && pwd) || exit 2
records=${2:-100000000}
dir=$build/scale
bench=$build/bench
charts='events intervals lifetime' # those with the most rows
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
figure scale/report_to_bare "$(ratio "$(time_of report)" "$(time_of bare)")" ratio 5
for chart in $charts; do
  figure scale/${chart}_to_report "$(ratio "$(time_of "$chart")" "$(time_of report)")" ratio 3
done
echo "scale/all_charts_to_report	$(ratio "$(time_of render)" "$(time_of report)")	ratio	-	holds"
figure scale/window_to_report "$(ratio "$(time_of window)" "$(time_of report)")" ratio 0.1
