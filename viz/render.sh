#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# render.sh: draws the charts of a run. `render --help` is the manual; figures/charts.h lists the charts.
#
# The way of a chart: hostdump writes tables, figures makes NAME.tsv (what to show, in data units) and NAME.set
# (heading, legend and axes) from them, and gnuplot draws NAME.gp; or figures makes NAME.dot, and dot draws it.
# What always holds: the charts of a run appear under their names together, when all are made (everything is made in a
# hidden directory beside and renamed, under a lock), and a render that is told to end leaves nothing of its own; tables
# are only read; nothing of another run is left under the name of a chart that failed.

set -u
unset CDPATH
viz=$(cd "$(dirname "$0")" && pwd) || exit 1
# shellcheck source=viz/chart.sh
. "$viz/chart.sh"

usage()
{
  cat <<EOF
usage: render WHAT RUN.jxp [-o DIR] [options]
       render WHAT --tables DIR [-o DIR] [options]

Draws charts of a run as SVG and PNG. WHAT is a chart, a group or \`all\`, or several of them separated by commas:
$(chart_list)
Groups: $(chart_groups | tr '\n' ' ')

  -o DIR           where the charts go (default: charts/ beside RUN.jxp, or beside the tables)
  -k ELF           the kernel's ELF file, for function names; handed on to hostdump
  --no-symbols     no function names but those in the run; handed on to hostdump
  --counters FILE  what a model counted in place of performance counters; handed on to hostdump
  --tables DIR     draw from these tables; without it \`hostdump tables\` makes them: for \`all\` in tables/ beside
                   the charts, else only those that are needed, and they do not stay
  --from, --to T   this stretch of time only, from the start of profiling; 1500, 1500us, 1.5ms and 2s are times
  --events A,B,... these events only
  --thread NAME    this thread only
  --idle           count idle time too, in charts that share time out
  --format LIST    svg, png or svg,png (default: both)
  --help           this text

Beside each chart stays what it was drawn from: NAME.tsv and NAME.set, or NAME.dot. \$HOSTDUMP and \$FIGURES name the
programs to use. Charts appear together, when all are made; of two renders into one directory at once, those of the
later. Exit status: 0 charts made; 1 the dump is damaged or incomplete (what is good of it is drawn, and says so), a
chart could not be made, or none of those asked for has data in this run (charts without data are otherwise
skipped, with the reason); 2 wrong usage.
EOF
}

wrong()
{
  printf 'render: %s\n' "$1" >&2
  echo "Try \`render --help\`." >&2
  exit 2
}

failed()
{
  printf 'render: %s\n' "$1" >&2
  exit 1
}

# Prints a time as microseconds.
time_us()
{
  printf '%s\n' "$1" | LC_ALL=C awk '
    { unit = 1; v = $0
      if (sub(/us$/, "", v)) unit = 1; else if (sub(/ms$/, "", v)) unit = 1e3; else if (sub(/s$/, "", v)) unit = 1e6
      if (v !~ /^([0-9]+\.?[0-9]*|\.[0-9]+)$/) exit 1
      printf "%.3f\n", v * unit }'
}

what='' run='' out='' elf='' no_symbols='' counters='' tables='' formats='svg png'
from='' to='' events='' thread='' idle='' windowed=''

while [ $# -gt 0 ]; do
  option=$1
  case $option in
    --*=*) value=${option#*=}; option=${option%%=*}; shift; set -- "$option" "$value" "$@" ;;
  esac
  case $option in
    -o|-k|--counters|--tables|--from|--to|--events|--thread|--format)
      [ $# -ge 2 ] || wrong "$option needs a value"
      [ -n "$2" ] || wrong "the value of $option is empty" ;;
  esac
  case $option in
    --help|-h) usage; exit 0 ;;
    -o) out=${2%/}; [ -n "$out" ] || out=/; shift ;;
    -k) elf=$2; shift ;;
    --no-symbols) no_symbols=1 ;;
    --counters) counters=$2; shift ;;
    --tables) tables=${2%/}; shift ;;
    --from) from=$(time_us "$2") || wrong "--from $2 is not a time; write 1500us, 1.5ms or 2s"; shift ;;
    --to) to=$(time_us "$2") || wrong "--to $2 is not a time; write 1500us, 1.5ms or 2s"; shift ;;
    --events) events=$2; shift ;;
    --thread) thread=$2; shift ;;
    --idle) idle=1 ;;
    --format)
      formats=$(printf '%s' "$2" | tr ',' ' ')
      for format in $formats; do
        case $format in svg|png) ;; *) wrong "there is no format \`$format\`; there are: svg, png" ;; esac
      done
      shift ;;
    -?*) wrong "there is no option $option" ;;
    *) if [ -z "$what" ]; then what=$option; elif [ -z "$run" ]; then run=$option
       else wrong "one run at a time: \`$option\` is too much"; fi ;;
  esac
  shift
done

[ -n "$what" ] || wrong "say what to draw: $(chart_words)"
charts=$(chart_pick "$what") || wrong "\`$charts\` is neither a chart nor a group; there are: $(chart_words)"
[ -n "$run" ] || [ -n "$tables" ] || wrong "say which run to draw: a file that hostdump wrote, or --tables DIR"
[ -z "$run" ] || [ -z "$tables" ] || wrong "either a run or --tables, not both"
if [ -n "$from" ] && [ -n "$to" ] && ! awk "BEGIN { exit !($from < $to) }"; then
  wrong "--from must be earlier than --to"
fi
chart_tools "$charts"

# Figures are of one node: what several did at one time of their own clocks is not one thing.
if [ -d "$run" ]; then
  failed "$run is a folder, and charts are of one node: name one of its NODE.jxp"
fi
if [ -r "$tables/run.tsv" ] && grep -q '^node	key' "$tables/run.tsv"; then
  failed "$tables has the tables of several nodes, and charts are of one: name the NODE.jxp"
fi

# beside FILE NAME: sets `beside` to NAME in the folder of FILE. No command substitution: it would drop newlines that a
# folder's name ends with.
beside()
{
  case $1 in
    */*) beside=${1%/*}/$2 ;;
    *) beside=$2 ;;
  esac
}

[ -n "$out" ] || { beside "${run:-$tables}" charts; out=$beside; }
case $out in -*) out=./$out ;; esac
mkdir -p "$out" || failed "cannot make the directory $out"
work='' workers='' busy=''
trap 'trap "" INT TERM HUP PIPE; stop_workers; [ -z "$work" ] || rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP
trap 'exit 141' PIPE
work=$(mktemp -d "$out/.render.XXXXXX") || failed "cannot write into $out"
mkdir "$work/gp" && cp "$viz"/*.gp "$work/gp" || failed "cannot write into $out; is its disk full?"

damaged=0 all='' kept=''
if [ -z "$tables" ]; then
  tables=$work/tables
  [ "$charts" != "$(chart_pick all)" ] || { all=1; beside "$out" tables; kept=$beside; }
  make_tables
fi
[ -d "$tables" ] || failed "there are no tables in $tables: no such directory"

# figures finds the tables from another folder.
case $tables in /*) ;; *) tables=$PWD/$tables ;; esac
export RENDER_TABLES="$tables" RENDER_FROM="$from" RENDER_TO="$to" RENDER_EVENTS="$events" RENDER_THREAD="$thread" \
  RENDER_IDLE="$idle" RENDER_WINDOWED="$windowed"
[ -z "$run" ] || make_round_tables
made=0 broken=$damaged unknown=''
make_charts
charts_tell
publish
[ -z "$unknown" ] || exit 2
[ $made -gt 0 ] || exit 1
exit $broken
