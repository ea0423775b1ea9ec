#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: tests of the page in which a run is explored: its module in node, and the page in Chromium and Firefox,
# where they and puppeteer-core (npm, tests only) are to be had; the suite says where they are not. Usage:
# run.sh BUILD [CASE...], as tests/lib/suite.sh says.
# Takes 180 seconds.

. "$(dirname "$0")/../lib/suite.sh"
PATH=$build:$PATH
. "$here/puppeteer.sh" # find_puppeteer, first_of

# ---- the module: tables byte for byte ----

# hostdump writes table calls only when it is named; beside the others of a folder that is there.
add_calls() { # FOLDER [ARGUMENT...]
  folder=$1
  shift
  [ ! -d "$folder" ] || hostdump tables "$@" --table calls,messages -o "$folder" 2>/dev/null
}

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
  # shellcheck disable=SC2086
  add_calls "tables/$1" ${6-} $choice "$2"
  echo "$1 $2 tables/$1 $3 $4 $5" >>list
}

# What figures/ says of each chart of a case, as JSON, in TABLES.figures; `CHART.why` has the status where there is
# none. A chart that knows times but takes no window is drawn from the tables of the whole run.
add_figures() { # TABLES WHOLE FROM TO
  mkdir "tables/$1.figures"
  "$build/figures" --list | while IFS="$(printf '\t')" read -r chart _ _ takes _; do
    from= to= windowed= of=$1
    case $3$takes in
      -*) ;;
      *time,window*) from=$3 to=$4 windowed=1 ;;
      *time*) from=$3 to=$4 of=$2 ;;
    esac
    RENDER_TABLES=tables/$of RENDER_FROM=$from RENDER_TO=$to RENDER_WINDOWED=$windowed \
      "$build/figures" --json "$chart" >"tables/$1.figures/$chart.json" 2>/dev/null ||
      echo $? >"tables/$1.figures/$chart.why"
  done
}

# A golden dump as it is; with its names; a window of it and a thread; and without its middle, and cut.
add_golden() { # NAME
  "$build/mkgolden" "$1" >"$1.stream" && hostdump -o "$1.jxp" <"$1.stream" >text 2>said
  hostdump -k "$build/golden.elf" -o "$1.named.jxp" <"$1.stream" >text 2>said
  add_case "tables_$1" "$1.jxp" - - -
  add_case "tables_$1_named" "$1.named.jxp" - - -
  add_case "tables_$1_window" "$1.named.jxp" 2 40.5 -
  add_figures "tables_$1_named" '' - -
  add_figures "tables_$1_window" "tables_$1_named" 2.000 40.500
  thread=$(sed -n '/^[#t]/!s/\t.*//p' "tables/tables_$1/threads.tsv" | grep -m 1 '^[a-zA-Z0-9]*$')
  [ -z "$thread" ] || add_case "tables_$1_thread" "$1.named.jxp" - - "$thread"
  echo "stream_$1 $1.named.jxp tables/tables_$1_named" >>list
  case $1 in
    basic | moments | objects) echo "names_$1 $1.jxp tables/tables_$1_named $1.named.jxp" >>list ;;
  esac
  size=$(stat -c %s "$1.jxp")
  head -c $((size * 2 / 3)) "$1.jxp" >"$1.cut.jxp"
  { head -c $((size / 3)) "$1.jxp"; tail -c $((size / 2)) "$1.jxp"; } >"$1.hole.jxp"
  add_case "tables_$1_cut" "$1.cut.jxp" - - -
  add_case "tables_$1_hole" "$1.hole.jxp" - - -
}

# A dump that has an index, and the same with a byte of a frame changed that the index is right about.
add_large()
{
  "$build/mkscale" 400000 | hostdump -k "$build/golden.elf" -o large.named.jxp >text 2>said
  head -c 600000 large.named.jxp >flipped.named.jxp
  printf '\377\377' >>flipped.named.jxp
  tail -c +600003 large.named.jxp >>flipped.named.jxp
  add_case tables_large large.named.jxp - - -
  add_case tables_flipped flipped.named.jxp - - -
}

# Runs beside each other, as hostdump diff has them in differ.NAME, text and JSON.
compare_runs() { # NAME A,A... B,B...
  # shellcheck disable=SC2046 # names without blanks
  hostdump diff $(echo "$2" | tr , ' ') -- $(echo "$3" | tr , ' ') >"differ.$1.txt" 2>said
  # shellcheck disable=SC2046
  hostdump diff --json $(echo "$2" | tr , ' ') -- $(echo "$3" | tr , ' ') >"differ.$1.json" 2>said
  echo "differ_$1 differ.$1 $2 $3" >>list
}

forge_sides()
{
  [ -e sides ] || PYTHONDONTWRITEBYTECODE=1 python3 "$here/differ.py" forged >sides ||
    give_up differ_tested 'no runs could be forged'
}

# The call trees between two snapshots, tables and charts.
add_between()
{
  [ ! -e tables/tables_between_named ] || return 0
  hostdump tables --between 0,1 -o tables/tables_between_named snapshots.named.jxp 2>tables/tables_between.said
  add_calls tables/tables_between_named --between 0,1 snapshots.named.jxp
  add_figures tables_between_named '' - -
  echo "between_snapshots snapshots.named.jxp tables/tables_between_named 0 1" >>list
}

# A run with calls one by one, and its tables as browser.mjs wants them.
add_forged_calls()
{
  [ ! -e called.jxp ] || return 0
  PYTHONDONTWRITEBYTECODE=1 python3 "$here/calls.py" >called.stream &&
    hostdump -o called.jxp <called.stream >text 2>said || return
  add_case tables_called called.jxp - - -
  add_case tables_called_window called.jxp 200 700.5 -
  add_case tables_called_thread called.jxp - - worker
  cp -r tables/tables_called tables/tables_called_named
}

# The lines of the calls in the stacks of each moment, as the image's ELF file has them.
write_lines() { # DUMP
  for at in 100 200 300 400 500 600 700; do
    hostdump stacks -k "$build/golden.elf" --at "$at" "$1" 2>said
  done | awk '
    /^moment / { known = $2 == last; last = $2; if (!known) print "== " row++ + 0 }
    /^    [^.]/ && !known { print substr($0, 5) }'
}

add_lines()
{
  [ ! -e moments.lines ] || return 0
  write_lines moments.jxp >moments.lines
  echo "lines_moments moments.named.jxp moments.lines" >>list
  echo "lines_of_a_live_run moments.jxp moments.lines moments.named.jxp" >>list
}

add_compared()
{
  forge_sides
  compare_runs tested "$(sed -n 1p sides)" "$(sed -n 2p sides)"
  compare_runs few "$(sed -n '1s/,.*//p' sides)" "$(sed -n '2s/,.*//p' sides)"
  compare_runs same basic.named.jxp basic.named.jxp
  compare_runs refused basic.named.jxp objects.named.jxp
}

# ---- the page in browsers ----

# The pages that browser.mjs opens.
make_pages()
{
  for dump in basic objects processors full stream deaths_full cycles locks moments snapshots timing_only; do
    [ -e "$dump.named.jxp" ] || add_golden "$dump"
    hostdump page "$dump.named.jxp" -o "$dump.html" || return
  done
  hostdump page basic.named.jxp objects.named.jxp -o two.html || return
  size=$(stat -c %s objects.jxp)
  head -c $((size / 2)) objects.jxp >cut.jxp
  { head -c $((size / 2)) objects.jxp; tail -c $((size / 3)) objects.jxp; } >hole.jxp
  add_lines
  for dump in names threads waits moments_wild lines; do
    python3 "$here/hostile.py" $dump >$dump.jxp || return
  done
  for dump in names threads waits moments_wild lines cut hole; do
    hostdump page "$dump.jxp" -o "$dump.html" || return
  done
  add_between
  add_forged_calls || return
  hostdump page called.jxp -o called.html || return
  forge_sides
  cp "$build/page.html" bare.html
  {
    cat "$build/page.html"
    printf '<script type="text/plain" class="run" data-run="0" data-bytes="0" data-name="empty.jxp">'
    printf '</script>\n'
  } >empty.html
}

browse() { # NAME PROGRAM...
  browser=$1
  shift
  program=$(first_of "$@")
  if [ -z "$program" ] || [ -z "$puppeteer" ]; then
    skip "${browser}_page" "${program:+puppeteer-core, which npm installs,}${program:-$browser} is not to be had"
    return
  fi
  relay "$browser" timeout 900 node "$here/browser.mjs" "$browser" "$program" "$puppeteer" "$scratch"
}

# Four nodes as one tree.
browse_session() { # PROGRAM...
  program=$(first_of "$@")
  [ -n "$program" ] && [ -n "$puppeteer" ] || { skip session_page 'chromium or puppeteer-core is not to be had'; return; }
  mkdir session && "$build/play-tree" 1 session datagrams >session.truth &&
    hostdump page session -o session.html >said 2>&1
  "$build/mkgolden" basic | hostdump -o ran.jxp >text 2>said && hostdump page ran.jxp -o ran.html >said 2>&1
  relay session timeout 900 node "$here/session.mjs" "$program" "$puppeteer" "$scratch" "$build/hostdump"
}

if chosen_some chromium || chosen_some firefox || chosen_some session || chosen_some tables_; then
  cd "$scratch" && mkdir tables || exit 2
fi
if [ ! -e "$build/page.html" ]; then
  skip page "its tools are missing: make deps-page"
  finish
fi
if chosen_some tables_; then
  must_exist "$tree"/tests/golden/*/
  for folder in "$tree"/tests/golden/*/; do
    add_golden "$(basename "$folder")"
  done
  add_large
  add_forged_calls || give_up tables_called "$(tail -n 1 said)"
  add_compared
  add_between
  add_lines
  relay tables_ node "$here/tables.mjs" "$build/page/core.wasm" <list
  relay tables_ node "$here/units.mjs" "$build/page/core.wasm" objects.named.jxp \
    calls.named.jxp called.jxp
fi

# ---- hostdump page ----

if chosen_some command_; then
  cd "$scratch" && mkdir -p odd && "$build/mkgolden" basic >odd/stream &&
    hostdump -o "odd/a\"><b>.jxp" <odd/stream >said 2>&1
  expect command_makes_a_page 0 '' hostdump page "odd/a\"><b>.jxp" -o odd/page.html
  result command_escapes_names "$(grep -q 'data-name="a&quot;&gt;&lt;b&gt;.jxp"' odd/page.html ||
    echo 'the name of the file is not escaped')"
  result command_keeps_bytes "$(base64 -d <<EOF | cmp - "odd/a\"><b>.jxp" 2>&1
$(sed -n 's/^<script type="text.plain" class="run"[^>]*"//; s/^>\(.*\)<.script>$/\1/p' odd/page.html)
EOF
)"
  expect command_wants_a_file 2 'where to' hostdump page odd/stream
  expect command_refuses_others 3 'no whole frame' hostdump page "$here/run.sh" -o odd/other.html
  result command_leaves_nothing "$([ ! -e odd/other.html ] && [ ! -e odd/other.html.part ] ||
    echo 'a page was left behind')"
  expect command_without_template 4 'deps-page' hostdump page --template=odd/none -o odd/other.html
fi
if chosen_some session; then
  puppeteer=$(find_puppeteer)
  browse_session chromium google-chrome
fi
if chosen_some chromium || chosen_some firefox; then
  puppeteer=$(find_puppeteer)
  make_pages 2>said || give_up pages "$(tail -n 1 said)"
  ! chosen_some chromium || browse chromium chromium google-chrome
  ! chosen_some firefox || browse firefox firefox-esr firefox
fi
finish
