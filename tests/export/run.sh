#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: exports, each proved by the program that its users read it with: what that program says of an export must be
# what the tables of the dump say, and what is missing must be said by it, too. A format whose program is not there is
# skipped. Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
# Takes 95 seconds.

. "$(dirname "$0")/../lib/suite.sh"
cd "$scratch" || exit 2

hostdump() { "$build/hostdump" "$@"; }

# What names a dump's functions: the dump itself, nothing, or an ELF file.
symbols_of() { # NAME
  case $1 in names) ;; line | samples | unlisted) echo --no-symbols ;; *) echo "-k $build/golden.elf" ;; esac
}

# Dumps: golden ones, and those that dumps.py makes.
dumps='basic processors full objects counters crash strange contradict switched stream births_ring locks calls nothing
  names line samples'

make_dump() { # NAME
  case $1 in
    names | line | samples | unlisted) python3 "$here/dumps.py" "$1" >"$1.stream" ;;
    *) "$build/mkgolden" "$1" >"$1.stream" ;;
  esac || { echo "no dump $1"; return; }
  if [ "$1" = names ]; then cp "$1.stream" "$1.jxp"; else hostdump -o "$1.jxp" <"$1.stream" >"$1.text" 2>&1; fi
  # shellcheck disable=SC2046 # words
  hostdump tables $(symbols_of "$1") -o "$1.tables" "$1.jxp" >"$1.said" 2>&1
  # shellcheck disable=SC2046 # words
  hostdump report $(symbols_of "$1") --tsv --table calls "$1.jxp" >"$1.tables/calls.tsv" 2>>"$1.said" # one on demand
  [ -e "$1.tables/lost.tsv" ] || echo "no tables of $1: $(tail -n 1 "$1.said")"
}

# Writes an export and checks that hostdump ends as `tables` does: 0, or 1 of a damaged dump. Its messages are in
# NAME.FORMAT.said.
export_dump() { # FORMAT NAME OUTPUT OPTION...
  export_format=$1 export_name=$2 export_output=$3
  shift 3
  # shellcheck disable=SC2046 # words
  hostdump export "$export_format" "$export_name.jxp" $(symbols_of "$export_name") -o "$export_output" "$@" \
    2>"$export_output.said" >"$export_output.out"
  export_status=$?
  [ $export_status -le 1 ] || echo "export ends with $export_status: $(tail -n 1 "$export_output.said")"
  [ ! -s "$export_output.out" ] || echo "export prints something"
  [ -e "$export_output" ] || echo "there is no export"
}

judge() { # FORMAT NAME EXPORT ARGUMENT...
  judge_form=$1 judge_name=$2 judge_export=$3
  shift 3
  python3 "$here/judge.py" "$judge_form" "$judge_name.tables" "$judge_export" "$judge_export.said" "$@" 2>&1 | tail -n 1
}

for name in $dumps; do make_dump "$name"; done >made
[ ! -s made ] || give_up dumps "$(cat made)"

for format in "$here"/format_*.sh; do
  must_exist "$format"
  . "$format"
done

. "$here/options.sh"

finish
