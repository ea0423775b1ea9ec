# SPDX-License-Identifier: GPL-2.0-or-later
#
# check_refusals.sh: what render does with wrong usage, missing data and bad tables. Sourced by run.sh.

T="--tables $here/tables -o $work/bad"

refuses no_arguments 2 'say what to draw: timing, sched,'
refuses unknown_chart 2 '`pie` is neither a chart nor a group; there are: timing, .*heap, all' pie $T
refuses unknown_option 2 'no option --wide' all $T --wide
refuses no_run 2 'say which run' all -o "$work/bad"
refuses two_runs 2 'one run at a time' all a.jxp b.jxp
refuses run_and_tables 2 'either a run or --tables' all a.jxp $T
refuses missing_value 2 '\-o needs a value' all a.jxp -o
refuses unknown_format 2 'no format `pdf`; there are: svg, png' all $T --format svg,pdf
refuses bad_time 2 'from 3h is not a time' threads $T --from 3h
refuses empty_stretch 2 'earlier than' threads $T --from 2ms --to 1ms
refuses stretch_after_end 2 'after the end of the run, which lasted 10.0 ms' threads $T --from 1s
refuses unknown_thread 2 'no thread `cook`.*there are: worker, main' boxes $T --thread cook
refuses unknown_event 2 'no event `cooked`.*there are: .*item_done' events $T --events cooked
refuses missing_run_file 1 'cannot read .*none.jxp' all "$work/none.jxp" -o "$work/bad"
refuses missing_tables 1 'no such directory' all --tables "$work/none" -o "$work/bad"
check help "--help fails" render 0 --help
check help_lists "--help does not list the charts" grep -q 'callgraph .*who calls whom' "$work/out"

: > "$work/run.jxp"
HOSTDUMP=$work/none
export HOSTDUMP
refuses missing_hostdump 1 'no hostdump at .*none' all "$work/run.jxp" -o "$work/bad"

# Stand-ins for hostdump: one that refuses the run, one that finds damage and writes what is good.
printf '#!/bin/sh\necho "no dump" >&2\nexit 3\n' > "$work/refusing"
printf '#!/bin/sh\nmkdir -p "$4" && cp "%s"/*.tsv "$4"\nexit 1\n' "$here/tables" > "$work/damaged"
chmod +x "$work/refusing" "$work/damaged"
HOSTDUMP=$work/refusing
refuses refused_run 1 'could not make the tables' all "$work/run.jxp" -o "$work/bad"
HOSTDUMP=$work/damaged
refuses damaged_run 1 'found .*run.jxp damaged' all "$work/run.jxp" -o "$work/dir/charts"
check damaged_drawn "nothing was drawn of a damaged run" [ -s "$work/dir/charts/flame.png" ]
check damaged_tables "the tables are not beside the charts" [ -s "$work/dir/tables/run.tsv" ]

# One that makes the tables that it is asked for, and no others: each chart can be drawn from those.
printf '#!/bin/sh\nmkdir -p "$4"; for t in $(echo "$6" | tr , " "); do cp "%s/$t.tsv" "$4"; done\n' "$here/tables" \
  > "$work/frugal"
chmod +x "$work/frugal"
HOSTDUMP=$work/frugal
HOSTDUMP='' render 0 all --tables "$here/tables" -o "$work/whole" --format svg
for chart in $(cd "$work/whole" && ls ./*.svg); do
  chart=$(basename "$chart" .svg)
  check "frugal_$chart" "$chart wants other tables than the list says" \
    render 0 "$chart" "$work/run.jxp" -o "$work/some/charts" --format svg
  check "frugal_same_$chart" "$chart is another one when it is drawn alone" \
    cmp -s "$work/some/charts/$chart.svg" "$work/whole/$chart.svg"
done
check frugal_gone "tables of some charts stay" [ ! -e "$work/some/tables" ]
unset HOSTDUMP

# Modes that were off.
copy_tables
sed -i 's/^modes.*/modes	timing/' "$work/tables/run.tsv"
rm -rf "$work/off-tables"
cp -r "$work/tables" "$work/off-tables"
refuses mode_off 1 'samples, flame: skipped: samples was off.*PROF=samples' \
  samples --tables "$work/tables" -o "$work/off"
check mode_off_all "one mode alone makes render all fail" render 0 all --tables "$work/tables" -o "$work/off"
check mode_off_told "charts without data are not told, those of a reason together" \
  [ "$(grep -c skipped "$work/err")" -eq 8 ]
check mode_off_files "charts without data have files" [ "$(ls "$work/off" | grep -c '[sp][vn]g$')" -eq 4 ]

# A chart that fails leaves none of an earlier run behind.
mkdir -p "$work/stale"
: > "$work/stale/threads.png"
refuses stale_chart 1 'threads: skipped' threads --tables "$work/tables" -o "$work/stale"
check stale_chart_gone "a chart of an earlier run was left" [ ! -e "$work/stale/threads.png" ]

# Tables that are wrong. spoil NAME TABLE SED PATTERN: after SED, the chart fails with a message like PATTERN.
spoil()
{
  copy_tables
  sed -i "$3" "$work/tables/$2.tsv"
  refuses "$1" 1 "$4" boxes,threads,flame --tables "$work/tables" -o "$work/bad"
}
spoil table_without_column tree 's/incl_us/inclusive/' 'tree.tsv has no column `incl_us`'
spoil table_cut_in_row tree '$s/	[^	]*$//' 'tree.tsv line 13 has 12 fields, its header 13'
spoil table_with_text activity '2s/0.000/soon/' 'activity.tsv line 2: start_us is not a number: soon'
spoil table_orphan tree 's/^5	4/5	99/' 'caller 99 is not in the table'
spoil table_without_header stacks d 'stacks.tsv has no line of column names'
copy_tables
rm "$work/tables/threads.tsv"
refuses table_missing 1 'cannot read .*threads.tsv; make the tables' boxes --tables "$work/tables" -o "$work/bad"

# Empty, but right, tables.
copy_tables
sed -i '3,$d' "$work/tables/counterseries.tsv"
refuses nothing_counted 1 'counters: skipped: nothing was counted' counters --tables "$work/tables" -o "$work/bad"
sed -i 's/^counters_from.*/counters_from	absent/' "$work/tables/run.tsv"
refuses values_not_here 1 'counters: skipped: the values of the model that counted are not here; --counters names' \
  counters --tables "$work/tables" -o "$work/bad"
refuses counters_off 1 'counters was off.*COUNTERS=l1_misses,l2_misses' counters --tables "$work/off-tables" -o "$work/bad"
copy_tables
sed -i '3,$d' "$work/tables/events.tsv"
refuses no_events 1 'events, rounds: skipped: no event of this run is left; incomplete: 7 of 12 events did' \
  events --tables "$work/tables" --events started -o "$work/bad"

# A picture that ends in the middle, as on a full disk, and a chart that cannot be prepared.
mkdir -p "$work/path"
for tool in gnuplot dot; do
  printf '#!/bin/sh\nprintf "<svg>" > chart.svg\n' > "$work/path/$tool"
  chmod +x "$work/path/$tool"
done
PATH=$work/path:$PATH refuses cut_picture 1 'boxes: the svg could not be drawn whole' boxes $T
PATH=$work/path:$PATH refuses cut_graph 1 'callgraph: the svg could not be drawn whole' callgraph $T
check cut_picture_gone "a cut picture was left" [ ! -e "$work/bad/boxes.svg" ]
printf '#!/bin/sh\ncase "$*" in boxes) exec "%s" "$@" > /dev/full ;; *) exec "%s" "$@" ;; esac\n' \
  "$FIGURES" "$FIGURES" > "$work/path/figures"
chmod +x "$work/path/figures"
FIGURES=$work/path/figures refuses unwritable 1 'could not be written; is the disk of .* full' boxes $T
