#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# xdprof.sh: the overhead table of xdProf's paper (Hauswirth and Lambert, "xdProf: A Tool for the Capture and Analysis of
# Stack Traces in a Distributed Java System", section 5), row by row, with seven Java programs of ours in place of its
# seven: elapsed time without stacks, and with those of all threads each 100, 200 and 1,000 ms; traces; bytes a trace; the
# real interval. Times count instructions (-icount: one is a nanosecond), so they repeat, whatever else the host does.
#
#   xdprof.sh BUILD [PROGRAM...]     default: buffer cache formula matrix nbody queueing textindex
#
# Prints the table as Markdown, with the figures of the paper beside ours. Exit status: 1 when something could not be
# run.
set -euo pipefail

here=$(dirname "$0")
tree=$here/../..
build=$1
shift
out=$build/bench/xdprof
[ $# -gt 0 ] || set -- buffer cache formula matrix nbody queueing textindex
INTERVALS='100 200 1000'
# So that each runs for some seconds of the machine's time.
declare -A ARGUMENTS=([buffer]='3 2 15000' [cache]=60000 [formula]=4500 [matrix]=300 [nbody]='160 900' [queueing]=420000)
mkdir -p "$out"
for _ in 1 2 3 4 5 6 7 8 9 10; do cat "$build/text.txt"; done >"$out/input" # what textindex reads

# run PROGRAM NAME OPTIONS: its dump is OUT/PROGRAM-NAME/run.jxp.
run()
{
  bash "$tree/host-tools/run/java.sh" --build "$build" --app "$1" --profile none --objects none -- --build "$build" \
    --input "$out/input" --args "${ARGUMENTS[$1]:-}" --prof moments --append "$3" --mem 700 --no-charts --no-tables \
    --out "$out/$1-$2" >"$out/$1-$2.said" 2>&1 || { echo "xdprof: $1 failed; see $out/$1-$2.said" >&2; exit 1; }
}

# figures PROGRAM NAME: PROGRAM NAME DURATION_US WIRE_BYTES TRACES FIRST_US LAST_US
figures()
{
  local dump=$out/$1-$2/run.jxp
  {
    "$build/hostdump" report --tsv --table=run "$dump" | awk -F '\t' '
      $1 == "duration_us" { us = $2 } $1 == "wire_bytes" { bytes = $2 } $1 == "made.moment" { made = $2 }
      END { print us, bytes, made + 0 }'
    "$build/hostdump" report --tsv --table=moments "$dump" | awk -F '\t' '
      /^#/ || $1 == "time_us" { next } !some++ || $1 < first { first = $1 } $2 > last { last = $2 }
      END { print first + 0, last + 0 }'
  } | tr '\n' ' '
}

: >"$out/figures"
for program; do
  run "$program" none ''
  for ms in $INTERVALS; do run "$program" "$ms" "stacks=${ms}ms"; done
  for name in none $INTERVALS; do echo "$program $name $(figures "$program" "$name")" >>"$out/figures"; done
done

awk -v intervals="$INTERVALS" '
  { us[$1, $2] = $3; bytes[$1, $2] = $4; traces[$1, $2] = $5; span[$1, $2] = $7 - $6 }
  $2 == "none" { programs[++n] = $1; all += $3 }
  END {
    split(intervals, ms, " ")
    print "| program | without, ms | 100 ms | 200 ms | 1000 ms |"
    print "|---|---|---|---|---|"
    for (i = 1; i <= n; i++) {
      p = programs[i]
      printf "| %s | %.3f |", p, us[p, "none"] / 1000
      for (k = 1; k <= 3; k++) printf " %+.4f %% |", 100 * (us[p, ms[k]] / us[p, "none"] - 1)
      print ""
    }
    for (k = 1; k <= 3; k++)
      for (i = 1; i <= n; i++) {
        p = programs[i]
        sum_us[k] += us[p, ms[k]]; sum_traces[k] += traces[p, ms[k]]
        more[k] += bytes[p, ms[k]] - bytes[p, "none"]
        if (traces[p, ms[k]] > 1) { spans[k] += span[p, ms[k]]; gaps[k] += traces[p, ms[k]] - 1 }
      }
    print ""
    print "| all seven | 100 ms | 200 ms | 1000 ms | xdProf, local | xdProf, remote |"
    print "|---|---|---|---|---|---|"
    printf "| elapsed, without %.3f ms |", all / 1000
    for (k = 1; k <= 3; k++) printf " %+.4f %% |", 100 * (sum_us[k] / all - 1)
    print " +7.76 / +5.01 / +3.93 % | +3.16 / +1.93 / +2.35 % |"
    printf "| traces |"
    for (k = 1; k <= 3; k++) printf " %d |", sum_traces[k]
    print " 3860 / 1927 / 391 | 3731 / 1874 / 386 |"
    printf "| bytes a trace |"
    for (k = 1; k <= 3; k++) printf " %s |", sum_traces[k] ? sprintf("%.1f", more[k] / sum_traces[k]) : "-"
    print " 2884 / 2858 / 2877 | 2843 / 2854 / 2857 |"
    printf "| real interval, ms |"
    for (k = 1; k <= 3; k++) printf " %s |", gaps[k] ? sprintf("%.3f", spans[k] / gaps[k] / 1000) : "-"
    print " 106.96 / 208.79 / 1018.4 | 105.94 / 208.39 / 1015.9 |"
  }' "$out/figures"
