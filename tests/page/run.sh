#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: tests of the page in which a run is explored: its module in node. Usage: run.sh BUILD [CASE...], as
# tests/lib/suite.sh says.
# Takes 20 seconds.

. "$(dirname "$0")/../lib/suite.sh"
PATH=$build:$PATH

# ---- the module: tables byte for byte ----

# A case for tables.mjs: hostdump fills a folder with the tables of a choice.
add_case() { # NAME DUMP FROM TO THREAD
  set -- "$1" "$2" "$3" "$4" "$5" --no-symbols
  case $2 in *.named.jxp) set -- "$1" "$2" "$3" "$4" "$5" ;; esac
  choice=
  [ "$3" = - ] || choice="--from $3 --to $4"
  [ "$5" = - ] || choice="$choice --thread $5"
  # shellcheck disable=SC2086 # options without blanks in them
  hostdump tables ${6-} $choice -o "tables/$1" "$2" 2>"tables/$1.said"
  case $? in 0 | 1 | 3) ;; *) give_up "$1" "$(tail -n 1 "tables/$1.said")" ;; esac
  echo "$1 $2 tables/$1 $3 $4 $5" >>list
}

# A golden dump as it is; with its names; a window of it and a thread; and without its middle, and cut.
add_golden() { # NAME
  "$build/mkgolden" "$1" >"$1.stream" && hostdump -o "$1.jxp" <"$1.stream" >text 2>said
  hostdump -k "$build/golden.elf" -o "$1.named.jxp" <"$1.stream" >text 2>said
  add_case "tables_$1" "$1.jxp" - - -
  add_case "tables_$1_named" "$1.named.jxp" - - -
  add_case "tables_$1_window" "$1.named.jxp" 2 40.5 -
  thread=$(sed -n '/^[#t]/!s/\t.*//p' "tables/tables_$1/threads.tsv" | grep -m 1 '^[a-zA-Z0-9]*$')
  [ -z "$thread" ] || add_case "tables_$1_thread" "$1.named.jxp" - - "$thread"
  size=$(stat -c %s "$1.jxp")
  head -c $((size * 2 / 3)) "$1.jxp" >"$1.cut.jxp"
  { head -c $((size / 3)) "$1.jxp"; tail -c $((size / 2)) "$1.jxp"; } >"$1.hole.jxp"
  add_case "tables_$1_cut" "$1.cut.jxp" - - -
  add_case "tables_$1_hole" "$1.hole.jxp" - - -
}

if chosen_some tables_; then
  cd "$scratch" && mkdir tables || exit 2
  must_exist "$tree"/tests/golden/*/
  for folder in "$tree"/tests/golden/*/; do
    add_golden "$(basename "$folder")"
  done
  relay tables_ node "$here/tables.mjs" "$build/page/core.wasm" <list
fi
finish
