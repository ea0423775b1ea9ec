#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: no table of a dump that lacks a frame is wrong in silence. Usage: run.sh BUILD [CASE...], as
# tests/lib/suite.sh says.
#
# Each golden dump is sent with a frame for each of its blocks. Then each frame in turn gets lost, and the line is cut in
# front of each frame: every table must be that of the whole dump, byte for byte, or say that it is incomplete
# (judge.awk); without a frame `report' must show every table that it shows of the whole dump; and every chart must be drawn from the
# same data, or say so, too. There are no exceptions.
# Takes 30 seconds.

. "$(dirname "$0")/../lib/suite.sh"
PATH=$build:$PATH
unset JX_KERNEL

# The names of the tables that `report' shows.
shown() { # FILE
  sed -n 's/^\([a-z]*\): .*/\1/p' "$1"
}

# Makes the tables of STREAM in the folder DIR. A dump without its first frame does not tell the clock's frequency.
make_tables() { # STREAM DIR
  mkdir -p "$2"
  hostdump -o "$2/run.jxp" <"$1" >"$2/text" 2>"$2/errors"
  (cd "$2" && hostdump tables --no-symbols --tsc-hz 1000000000 -o tables run.jxp 2>errors)
  [ $? -le 1 ] && [ -e "$2/tables/run.tsv" ]
}

# Why the tables of a dump that lacks something will not do; nothing when they will.
judge() { # LABEL
  make_tables bad.stream bad || { echo "$1: $(tail -n 1 bad/errors)"; return; }
  awk -f "$here/judge.awk" -v whole=whole/tables -v lacking=bad/tables -v label="$1"
  rm -r bad.last 2>/dev/null
  mv bad bad.last
}

# The tables that `report' shows of the whole dump, and not of the one that was judged last.
judge_report() { # LABEL
  hostdump report --no-symbols --tsc-hz 1000000000 bad.last/run.jxp >bad.last/report 2>bad.last/errors
  shown bad.last/report | cmp -s - whole/shown ||
    shown bad.last/report | diff - whole/shown | sed -n "s/^> \(.*\)/$1: report shows no table \1/p"
}

# A dump with all that can be lost of it, from the stream in the file `good'.
all_losses() {
  make_tables good whole || { echo "there are no tables: $(tail -n 1 whole/errors)"; return; }
  hostdump report --no-symbols --tsc-hz 1000000000 whole/run.jxp >whole/report 2>whole/errors
  shown whole/report >whole/shown
  frames=$(hostdump info whole/run.jxp | awk '$1 == "frames" { print $2 + 0 }')
  [ "${frames:-0}" -gt 1 ] || echo "no frames"
  for frame in $(seq 0 $((frames - 1))); do
    mangle drop "$frame" <good >bad.stream
    judge "without frame $frame"
    judge_report "without frame $frame"
    [ "$frame" -gt 0 ] || continue
    mangle cut "$frame" <good >bad.stream
    judge "cut before frame $frame"
  done
}

apart() { # NAME
  mkdir -p "$scratch/$1" && cd "$scratch/$1" || return
  mkgolden "$1" apart >good || { echo "mkgolden failed"; return; }
  all_losses
}

of_before() { # FILE: a dump whose frames do not say what went before them
  mkdir -p "$scratch/of_before" && cd "$scratch/of_before" || return
  cp "$1" good
  all_losses
}

judge_golden() { # NAME
  result "golden_$1" "$(apart "$1")"
}

must_exist "$tree"/tests/golden/*/run.tsv
for directory in "$tree"/tests/golden/*/; do
  basename "$directory"
done | two_at_a_time judge_golden
result of_before "$(of_before "$tree/tests/golden/basic/v1.jxp")"
finish
