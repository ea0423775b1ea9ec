#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# bench.sh BUILD [RECORDS]: what exports of a dump of 10 million records cost, and those that have calls one by one of a
# dump of as many calls: processor time beside a bare loop that decompresses and unpacks the same bytes, and memory. A figure a line: name, value, unit, goal, holds|short. Records a
# second, which depend on the machine, are told only. 5 million a second are a ratio of 10 on a machine whose bare loop
# unpacks 50 million.

build=$(cd "$1" && pwd) || exit 2
records=${2:-10000000}
dir=$build/export-bench
mkdir -p "$dir" || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
LC_ALL=C
export LC_ALL
MOST_RATIO=10 MOST_MIB=200

# The ratio is of the loop before and the one behind the export: the machine may be busy.
bare() { "$build/bench/bench_decode" "$dir/run.jxp" bare; }

# measure MAKER SUFFIX FORMAT...: exports of the dump that build/MAKER makes.
measure() {
  maker=$1 suffix=$2
  shift 2
  "$build/$maker" "$records" >"$dir/made.jxp" && "$build/hostdump" -o "$dir/run.jxp" -i "$dir/made.jxp" 2>"$dir/said" ||
    { echo "bench.sh: no dump: $(tail -n 1 "$dir/said")" >&2; exit 1; }
  rm -f "$dir/made.jxp"
  for format; do
    before=$(bare)
    "$build/bench/spent" "$dir/spent" "$build/hostdump" export "$format" --no-symbols "$dir/run.jxp" \
      -o "$dir/out.$format" 2>"$dir/said" || { echo "bench.sh: $format: $(tail -n 1 "$dir/said")" >&2; exit 1; }
    behind=$(bare)
    bytes=$(du -sb "$dir/out.$format" | cut -f 1)
    rm -rf "$dir/out.$format"
    echo "$before $behind $(cat "$dir/spent") $records $bytes" | awk -v name="export/$format$suffix" \
      -v ratio=$MOST_RATIO -v mib=$MOST_MIB '
      function figure(what, value, unit, goal) {
        printf "%s_%s\t%.3g\t%s\t%s\t%s\n", name, what, value, unit, goal == "" ? "-" : "<= " goal,
          goal == "" || value <= goal ? "holds" : "short"
      }
      {
        figure("to_bare", $3 / (($1 + $2) / 2), "ratio", ratio)
        figure("memory", $4, "MiB", mib)
        figure("speed", $5 / $3 / 1e6, "M records/s", "")
        figure("file", $6 / $5, "bytes/record", "")
      }'
  done
}

# shellcheck disable=SC2046 # words
measure mkscale '' $("$build/hostdump" export --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p')
measure mkcalls _calls perfetto chrome uftrace otlp
