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
#
# `make test' judges the charts of a third of the frames that get lost. With ATTACK=all (`make attack') all are judged,
# frames get lost in pairs, too, or come with a flipped bit, and all is done again with a stretch of time, and binned.
# Takes 70 seconds.

. "$(dirname "$0")/../lib/suite.sh"
PATH=$build:$PATH
unset JX_KERNEL
viz=$tree/viz
every=3   # of so many frames that get lost, the charts without one are judged
options=   # of hostdump tables
[ "$ATTACK" != all ] || every=1

# The names of the tables that `report' shows.
shown() { # FILE
  sed -n 's/^\([a-z]*\): .*/\1/p' "$1"
}

# What `report' and `cycles' say of the dump in DIR, in the files report and cycles there.
say_more() { # DIR
  hostdump report --no-symbols --tsc-hz 1000000000 "$1/run.jxp" >"$1/report" 2>"$1/errors"
  hostdump cycles --no-symbols --tsc-hz 1000000000 "$1/run.jxp" >"$1/cycles" 2>"$1/errors"
}

# Makes the tables of STREAM in the folder DIR. A dump without its first frame does not tell the clock's frequency.
make_tables() { # STREAM DIR
  mkdir -p "$2"
  hostdump -o "$2/run.jxp" <"$1" >"$2/text" 2>"$2/errors"
  # shellcheck disable=SC2086 # options are words
  (cd "$2" && hostdump tables --no-symbols --tsc-hz 1000000000 $options -o tables run.jxp 2>errors)
  [ $? -le 1 ] && [ -e "$2/tables/run.tsv" ]
}

# Why the tables of a dump that lacks something will not do; nothing when they will.
judge() { # LABEL
  make_tables bad.stream bad || { echo "$1: $(tail -n 1 bad/errors)"; return; }
  awk -f "$here/judge.awk" -v whole=whole/tables -v lacking=bad/tables -v label="$1"
  rm -r bad.last 2>/dev/null
  mv bad bad.last
}

# The tables that `report' shows of the whole dump, and not of the one that was judged last; and whether `cycles' says
# something else in silence.
judge_report() { # LABEL
  say_more bad.last
  cmp -s whole/cycles bad.last/cycles || grep -q '^incomplete: ' bad.last/cycles ||
    echo "$1: hostdump cycles differs in silence"
  shown bad.last/report | cmp -s - whole/shown ||
    shown bad.last/report | diff - whole/shown | sed -n "s/^> \(.*\)/$1: report shows no table \1/p"
}

# Draws nothing, but makes what the charts of the tables in DIR would be drawn from, and the page: DIR/data/NAME.
make_charts() { # DIR
  rm -rf "$1/data" "$1/charts"
  mkdir "$1/data" "$1/charts"
  for chart in $(figures --list | cut -f 1); do
    (cd "$1" && RENDER_TABLES=tables figures "$chart" >drawn 2>"data/$chart") || continue
    echo '<svg></svg>' >"$1/charts/$chart.svg"
    cat "$1/drawn" "$1/settings" >>"$1/data/$chart" 2>/dev/null
    rm -f "$1/settings"
  done
  sh "$viz/page.sh" "$1/charts" "$1/tables" >"$1/text" 2>&1 # makes none where no chart could be drawn, and says so
  cp "$1/charts/index.html" "$1/data/page" 2>/dev/null
}

# The charts that differ from those of the whole dump and do not say that they are incomplete.
judge_charts() { # LABEL
  make_charts bad.last
  for data in whole/data/*; do
    chart=$(basename "$data")
    [ -e "bad.last/data/$chart" ] || grep -q 'there is no chart' bad.last/text || echo "$1: there is no $chart"
    [ ! -e "bad.last/data/$chart" ] || cmp -s "$data" "bad.last/data/$chart" || grep -q '[Ii]ncomplete: ' "bad.last/data/$chart" ||
      echo "$1: chart $chart differs in silence"
  done
}

# A dump with all that can be lost of it, from the stream in the file `good'. Of the charts, a sample is judged.
all_losses() {
  make_tables good whole || { echo "there are no tables: $(tail -n 1 whole/errors)"; return; }
  say_more whole
  shown whole/report >whole/shown
  make_charts whole
  [ -e whole/data/page ] || grep -q 'there is no chart' whole/text || echo "there is no page: $(tail -n 1 whole/text)"
  frames=$(hostdump info whole/run.jxp | awk '$1 == "frames" { print $2 + 0 }')
  [ "${frames:-0}" -gt 1 ] || echo "no frames"
  for frame in $(seq 0 $((frames - 1))); do
    mangle drop "$frame" <good >bad.stream
    judge "without frame $frame"
    judge_report "without frame $frame"
    [ $(((frame + number) % every)) -ne 0 ] || judge_charts "without frame $frame"
    [ "$ATTACK" != all ] || lose_more "$frame"
    [ "$frame" -gt 0 ] || continue
    mangle cut "$frame" <good >bad.stream
    judge "cut before frame $frame"
  done
}

# A frame in which a bit is wrong, and the losses of two frames: of this one and the next, and of this one and another. Of
# a dump of two frames then nothing would be left, which hostdump refuses.
lose_more() { # FRAME
  mangle flip "$1+40" <good >bad.stream
  judge "with a flipped bit in frame $1"
  for second in $(($1 + 1)) $((($1 * 7 + 3) % frames)); do
    [ "$second" -gt "$1" ] && [ "$second" -lt "$frames" ] && [ "$frames" -gt 2 ] || continue
    mangle drop "$second" <good | mangle drop "$1" >bad.stream
    judge "without frames $1 and $second"
  done
}

apart() { # NAME
  number=$(printf %s "$1" | wc -c) # a place to begin with, for the sample
  mkdir -p "$scratch/$1" && cd "$scratch/$1" || return
  mkgolden "$1" apart >good || { echo "mkgolden failed"; return; }
  all_losses
  [ "$ATTACK" = all ] || return
  for options in '--from 100 --to 600' '--bins 50 --bins-above 0'; do
    all_losses
  done
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
