# SPDX-License-Identifier: GPL-2.0-or-later
#
# shellcheck shell=sh disable=SC2154,SC2034 # the variables are render.sh's
#
# chart.sh: what render.sh does for one chart, and what it asks of the list of charts. Sourced by render.sh; uses its
# variables viz, work, out, kept, tables, run, elf, no_symbols, counters, formats, charts, all, workers, from, to,
# events, thread and windowed.
#
# What always holds: figures, gnuplot and dot are started in a folder of the chart's own, $work/CHART, and open files
# there by names that stand in this file: rows (what is to be drawn), settings, chart.svg, chart.png; the .gp files are
# copies, in $work/gp. So no name of a folder, whatever is in it, is a part of a command or is taken for a pipe;
# figures finds the tables through the environment.

# The program that says what charts show: $FIGURES, or what stands beside $HOSTDUMP, or what make has
# built in this tree.
figures=${FIGURES:-}
for place in "${HOSTDUMP:+${HOSTDUMP%/*}/figures}" "$viz/../build/figures"; do
  [ -n "$figures" ] || { [ ! -x "$place" ] || figures=$place; }
done
case $figures in /* | '') ;; *) figures=$PWD/$figures ;; esac
[ -n "$figures" ] && chart_rows=$("$figures" --list) ||
  { echo "render: there is no program figures; \`make\` builds it, \$FIGURES names another" >&2; exit 1; }

# The list of charts, a line each; figures/charts.h says what its fields are.
chart_rows()
{
  printf '%s\n' "$chart_rows"
}

chart_list()
{
  chart_rows | awk -F '\t' '{ printf "  %-10s %-8s %s\n", $1, $2, $8 }'
}

chart_groups()
{
  chart_rows | awk -F '\t' '!seen[$2]++ { print $2 }'
}

# Everything that can be asked for, for messages.
chart_words()
{
  { chart_groups; chart_rows | cut -f 1; } | awk '!seen[$0]++ { printf "%s, ", $0 } END { print "all" }'
}

# Turns names, groups and `all`, separated by commas, into charts in the order of the list; a name that is a chart
# and a group means the group. Prints the word that is neither, and fails.
chart_pick()
{
  chart_rows | awk -F '\t' -v words="$1" '
    { name[++rows] = $1; group[rows] = $2; charts[$1]; groups[$2] }
    END {
      n = split(words, word, ",")
      for (i = 1; i <= n; i++) {
        if (!(word[i] in charts) && !(word[i] in groups) && word[i] != "all") { print word[i]; exit 1 }
        for (j = 1; j <= rows; j++)
          if (word[i] == "all" || word[i] == group[j] || (word[i] == name[j] && !(word[i] in groups)))
            picked[j]
      }
      for (j = 1; j <= rows; j++)
        if (j in picked)
          print name[j]
    }'
}

# chart_of NAME FIELD: a field of the chart's row.
chart_of()
{
  chart_rows | awk -F '\t' -v name="$1" -v column="$2" '$1 == name { print $column }'
}

# The name of the file that draws a chart: its own, or another's.
chart_files()
{
  chart_of "$1" 9
}

# Stops when a program that the charts need is missing.
chart_tools()
{
  for name in $1; do
    tool=$(chart_of "$name" 3)
    command -v "$tool" > /dev/null ||
      failed "$tool is not installed, $name needs it; \`make deps\` installs what is missing"
  done
}

# Stretches that a run, or the part that is shown, is cut into where a table of it would have millions of rows: five a
# pixel, so that no pixel has far more of them than the next.
BINS=8192

# The tables that the charts are drawn from, separated by commas.
charts_tables()
{
  {
    echo run
    echo threads
    for name in $charts; do
      chart_of "$name" 5 | tr ',' '\n'
    done
  } | awk '!seen[$0]++ { printf "%s%s", (NR > 1 ? "," : ""), $0 }'
}

# Whether tables of the stretch that is asked for are enough: hostdump then reads no more than that. A choice of events
# or of a thread is checked against those of the whole run.
charts_windowed()
{
  [ -n "$from$to" ] && [ -z "$events$thread" ] || return 1
  for name in $charts; do
    case ,$(chart_of "$name" 4), in
      *,window,*) ;;
      *) return 1 ;;
    esac
  done
}

# Makes the tables with hostdump, in $work/tables: all of them where all charts are drawn, else only those that are
# needed. Where the dump is damaged, hostdump says so, writes what is good and returns 1: the charts are then drawn all
# the same, and render returns 1 as well.
make_tables()
{
  [ -r "$run" ] || failed "cannot read $run; \`hostdump -o run.jxp < ttyS0\` makes such a file"
  hostdump=${HOSTDUMP:-${RENDER_HOME:-$viz}/hostdump}
  command -v "$hostdump" > /dev/null ||
    failed "there is no hostdump at $hostdump; \`make\` builds it, \$HOSTDUMP names another"
  set -- tables "$run" -o "$tables"
  [ -n "$all" ] || set -- "$@" --table "$(charts_tables)"
  [ -z "$elf" ] || set -- "$@" -k "$elf"
  [ -z "$no_symbols" ] || set -- "$@" --no-symbols
  [ -z "$counters" ] || set -- "$@" --counters "$counters"
  # What lies between two events of a choice is known from the events themselves only.
  [ -n "$events$thread" ] || set -- "$@" --bins "$BINS,${from:-0},${to:-1e15}"
  if charts_windowed; then
    windowed=1
    set -- "$@" ${from:+--from "$from"} ${to:+--to "$to"}
  fi
  attended "$hostdump" "$@" > "$work/hostdump.txt"
  status=$?
  [ $status -eq 0 ] && return
  if [ $status -ne 1 ] || [ ! -f "$tables/run.tsv" ]; then
    [ -z "$all" ] || rm -f "$kept/run.tsv" # a summary of this run must not be made of another run's tables
    failed "hostdump could not make the tables of $run (status $status)"
  fi
  echo "render: hostdump found $run damaged; the charts show what is good of it" >&2
  damaged=1
}

# Makes the tables of chart `rounds', in $work/rounds.tables, where those of the run cannot do: of a run of millions of
# events table events is binned, and the chart shows four rounds, event by event. figures says which stretch that is.
make_round_tables()
{
  case "
$charts
" in *"
rounds
"*) ;; *) return ;; esac
  awk '!/^#/ { exit !/\tcount$/ }' "$tables/events.tsv" || return
  mkdir "$work/rounds"
  stretch=$(in_folder rounds "$figures" --stretch 2> /dev/null)
  rm -rf "$work/rounds"
  [ -n "$stretch" ] || return # the chart says why
  mkdir "$work/rounds.tables" && cp "$tables"/*.tsv "$work/rounds.tables" || failed "cannot write into $work"
  set -- tables "$run" -o "$work/rounds.tables" --table events --from "${stretch% *}" --to "${stretch#* }"
  [ -z "$elf" ] || set -- "$@" -k "$elf"
  [ -z "$no_symbols" ] || set -- "$@" --no-symbols
  attended "$hostdump" "$@" > "$work/hostdump.txt" 2>&1
}

# Makes the charts with as many workers as there are processors, and waits for them. Of n workers each makes every
# n-th chart: those that take long stand beside each other in the list. What making a chart says is kept, for
# charts_tell.
make_charts()
{
  count=$(getconf _NPROCESSORS_ONLN 2> /dev/null) || count=1
  number=0
  while [ $number -lt "$count" ]; do
    work_off $number "$count" &
    workers="$workers $!"
    number=$((number + 1))
  done
  for worker in $workers; do
    wait "$worker"
  done
  workers=
}

# work_off NUMBER COUNT: a worker. Told to end, it ends the program that it waits for.
work_off()
{
  busy=
  trap - EXIT
  trap 'end_attended; exit 143' TERM HUP PIPE
  turn=0
  for chart in $charts; do
    turn=$((turn + 1))
    [ $((turn % $2)) -eq "$1" ] || continue
    [ ! -t 2 ] || echo "render: drawing $chart" >&2
    make_chart "$chart" > "$work/$chart.said" 2> "$work/$chart.complained"
    echo $? > "$work/$chart.status"
  done
}

# Ends what this shell has started, and waits until it has ended: what still runs could write into $work, which is to
# be removed.
stop_workers()
{
  # shellcheck disable=SC2086 # a list of numbers
  [ -z "$workers" ] || kill $workers 2> /dev/null
  end_attended
  wait 2> /dev/null
}

# attended COMMAND...: runs a program so that this shell, told to end, ends the program: a shell that waits for a
# program in the foreground hears of a signal when that program is done. Returns the program's status.
attended()
{
  busy=1
  "$@" &
  wait $!
  set -- $?
  busy=
  return "$1"
}

# $! and not a variable: a signal may come before the variable was set.
end_attended()
{
  [ -z "$busy" ] || kill $! 2> /dev/null
  [ -z "$busy" ] || wait $! 2> /dev/null
}

# Hands on what making the charts said. Charts that were skipped for one reason share a line.
charts_tell()
{
  for chart in $charts; do
    cat "$work/$chart.complained"
  done | awk '
    match($0, /^render: [a-z]+: skipped: /) {
      reason = substr($0, RSTART + RLENGTH)
      name = substr($0, 9, RLENGTH - 19)
      if (reason in names) { names[reason] = names[reason] ", " name; next }
      names[reason] = name
      $0 = ""
      why[NR] = reason
    }
    { line[NR] = $0 }
    END {
      for (i = 1; i <= NR; i++)
        if (i in why) print "render: " names[why[i]] ": skipped: " why[i]
        else if (i in line) print line[i]
    }' >&2
  for chart in $charts; do
    cat "$work/$chart.said"
  done
}

# chart_status NAME: what make_chart returned; 1 where it was not to return.
chart_status()
{
  if [ ! -s "$work/$1.status" ]; then
    echo "render: $1: was not made to the end; is the disk of $out full?" >&2
    return 1
  fi
  return "$(cat "$work/$1.status")"
}

# make_chart NAME: returns 0 made, 3 nothing to draw, 4 asked for what is not there, else failed.
make_chart()
{
  chart_unheeded "$1"
  chart=$1
  mkdir "$work/$chart" || return 1
  from_tables=$tables
  [ ! -d "$work/$chart.tables" ] || from_tables=../$chart.tables
  attended in_folder "$chart" env RENDER_TABLES="$from_tables" LC_ALL=C "$figures" "$chart" > "$work/$chart/rows"
  status=$?
  if [ $status -ne 0 ]; then
    case $status in
      1|3|4) ;;
      *) echo "render: $chart: what is to be drawn could not be written; is the disk of $out full?" >&2 ;;
    esac
    return $status
  fi
  for format in $formats; do
    if ! chart_draw "$chart" "$(chart_of "$chart" 3)" "$format" > "$work/$chart.log" 2>&1; then
      sed "s/^/render: $chart: /" "$work/$chart.log" >&2
      echo "render: $chart: the $format could not be drawn whole; is the disk of $out full?" >&2
      return 1
    fi
  done
}

# in_folder CHART COMMAND...: becomes a program that runs in the chart's folder.
in_folder()
{
  cd "$work/$1" || exit
  shift
  exec "$@"
}

# Tells of choices that the chart does not take.
chart_unheeded()
{
  case ,$(chart_of "$1" 4), in
    *,time,*) ;;
    *) [ -z "$from$to" ] ||
         echo "render: $1 shows the whole run, its data has no times: --from and --to do not apply" >&2 ;;
  esac
}

# drawable CHART FILE FORMAT: the name of the file with the texts that gnuplot can draw in that format: of a PNG one
# without the characters that no font has (figures/glyphs.h). Looked at are those that DejaVu Sans may lack.
drawable()
{
  doubtful=$(printf '[\334-\341\343-\367]\|\342[\260-\277]')
  if [ "$3" = png ] && LC_ALL=C grep -q "$doubtful" "$work/$1/$2"; then
    fc-list -f '%{charset}\n' 2> /dev/null | LC_ALL=C "$figures" --glyphs "$work/$1/$2" > "$work/$1/$2.png"
    echo "$2.png"
  else
    echo "$2"
  fi
}

# chart_draw NAME TOOL FORMAT. gnuplot ends with 0 even where it could not write all, so the end of the file is looked
# at: the closing tag, or the IEND chunk (PNG specification, 11.2.5).
chart_draw()
{
  case $2 in
    # An SVG of a resolution other than 72 is cut at its right and lower edge (graphviz 2.43).
    dot) attended in_folder "$1" dot "-T$3" "-Gdpi=$([ "$3" = svg ] && echo 72 || echo 96)" -o "chart.$3" rows ;;
    # -d: what the user has set in ~/.gnuplot is for the user's own pictures.
    gnuplot)
      attended in_folder "$1" env GNUPLOT_LIB=../gp gnuplot -d -e "format = '$3'" \
        -e "rows = '$(drawable "$1" rows "$3")'" -e "settings = '$(drawable "$1" settings "$3")'" \
        "../gp/$(chart_files "$1").gp" &&
        { [ "$3" = png ] || { chart_escape "$1" && chart_pack "$1"; }; } ;;
  esac || return 1
  case $3 in
    svg) tail -c 16 "$work/$1/chart.svg" | grep -q '</svg>' ;;
    png) tail -c 8 "$work/$1/chart.png" | LC_ALL=C grep -q -a IEND ;;
  esac
}

# Mends the one text that gnuplot writes into an SVG as no XML may have it (XML 1.0, 2.4; gnuplot 5.4).
chart_escape()
{
  LC_ALL=C grep -q '<text.*]]>' "$work/$1/chart.svg" || return 0
  LC_ALL=C sed '/<text/s/]]>/]]\&gt;/g' "$work/$1/chart.svg" > "$work/$1/escaped.svg" &&
    mv "$work/$1/escaped.svg" "$work/$1/chart.svg"
}

# Makes one path of all rectangles of a colour, of which a chart may have a hundred thousand. An SVG that gnuplot could
# not write whole stays as it is, to be told of.
chart_pack()
{
  "$figures" --pack < "$work/$1/chart.svg" > "$work/$1/packed.svg" && cp "$work/$1/packed.svg" "$work/$1/chart.svg"
}

# Puts all that was made under its name, and says so. Of two renders into one folder at once the later one's is there:
# the folder is locked, and no signal ends this halfway. Counts in `made` and `broken`, and sets `unknown`.
publish()
{
  [ -z "$all" ] || { mkdir -p "$kept" && exec 8< "$kept" && attended flock 8; } || failed "cannot lock $kept"
  [ "$kept" -ef "$out" ] || { exec 9< "$out" && attended flock 9; } || failed "cannot lock $out"
  trap '' INT TERM HUP PIPE
  [ -z "$all" ] || mv -f "$tables"/*.tsv "$kept" || broken=1
  for chart in $charts; do
    chart_status "$chart"
    case $? in
      0) if chart_publish "$chart"; then made=$((made + 1)); else broken=1; fi ;;
      4) chart_remove "$chart"; unknown=1 ;;
      3) chart_remove "$chart" ;;
      *) chart_remove "$chart"; broken=1 ;;
    esac
  done
  exec 8<&- 9<&-
}

# chart_publish NAME
chart_publish()
{
  if [ "$(chart_of "$1" 3)" = dot ]; then
    mv -f "$work/$1/rows" "$out/$1.dot"
  else
    mv -f "$work/$1/rows" "$out/$1.tsv" && mv -f "$work/$1/settings" "$out/$1.set"
  fi || return 1
  for format in $formats; do
    mv -f "$work/$1/chart.$format" "$out/$1.$format" || return 1
    printf '%s\n' "$out/$1.$format"
  done
}

# Takes a chart of an earlier run away, so that none is taken for this run's.
chart_remove()
{
  rm -f "$out/$1.svg" "$out/$1.png" "$out/$1.tsv" "$out/$1.set" "$out/$1.dot"
}
