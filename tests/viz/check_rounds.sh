# SPDX-License-Identifier: GPL-2.0-or-later
#
# check_rounds.sh: the charts of a stretch that they choose themselves: some rounds of the events that recur, the last
# tenth of the objects; and the call graph that runs down the page. Sourced by run.sh.

# 12 rounds of three events, each of 40 us but the second and the seventh: 3 to 6 are the first four alike in a row.
round_tables()
{
  copy_tables
  awk -v OFS='\t' -v tables="$work/tables" '
    BEGIN {
      rounds = tables "/rounds.tsv"; events = tables "/events.tsv"
      print "start_us", "period_us", "outlier", "slow_from", "slow_to", "ran", "ran_more_us", "collections" > rounds
      print "time_us", "thread", "event", "arg" > events
      for (at = 100; ++round <= 12; at += period) {
        period = round == 2 ? 45 : round == 7 ? 400 : 40
        print at ".000", period ".000", "-", "-", "-", "-", "0.000", 0 > rounds
        print at ".000", "IRQ0", "asked", round > events
        print at + 4 ".000", "worker", "taken", round > events
        print at + 20 ".000", "worker", "sent", round > events
      }
    }'
}

round_tables
check rounds "the rounds are not drawn" render 0 rounds --tables "$work/tables" -o "$work/rounds" --format svg
check rounds_words "it is not said which rounds these are" says ../rounds/rounds \
  'These are 4 of 12 rounds'
check rounds_stretch "others than the first four alike are drawn" \
  grep -q 'in 160 µs, from 185 to 345 µs' "$work/rounds/rounds.svg"
check rounds_axis "the axis is not theirs" grep -q '^x_from	183.4$' "$work/rounds/rounds.set"
check rounds_from "--from is not heeded" \
  render 0 rounds --tables "$work/tables" -o "$work/rounds" --from 300us --format svg
check rounds_from_on "rounds before --from are drawn" grep -q 'in 160 µs, from 745 to 905 µs' "$work/rounds/rounds.svg"
check rounds_few "rounds that lie apart are drawn as if they did not" \
  render 0 rounds --tables "$work/tables" -o "$work/rounds" --from 300us --to 760us --format svg
check rounds_few_words "of fewer rounds than four not all are drawn" says ../rounds/rounds 'These are 2 of 2 rounds'
refuses rounds_none 1 'skipped: no events recur in' rounds --tables "$work/tables" --from 910us -o "$work/rounds"
sed -i '/^step\|^busy/d' "$work/tables/cycle.tsv"
refuses rounds_of_one 1 'skipped: what recurs is one event by itself' rounds --tables "$work/tables" -o "$work/rounds"
cp "$here/tables/cycle.tsv" "$work/tables"
sed -i -e '1s/$/\tcount/' -e '2,$s/$/\t1/' "$work/tables/events.tsv"
refuses rounds_binned 1 'too many events to be drawn one by one; choose' rounds --tables "$work/tables" -o "$work/rounds"

# Of a run whose table of events is binned the rounds have their events all the same: a table of that stretch is made.
printf '#!/bin/sh\ncase "$*" in *--bins*) set -- "$@" --bins-above 0 ;; esac\nexec "%s/hostdump" "$@"\n' "$build" > "$work/binning"
chmod +x "$work/binning"
"$build/mkgolden" cycles > "$work/cycles.stream"
"$build/hostdump" -o "$work/cycles.jxp" < "$work/cycles.stream" 2> "$work/log"
for how in hostdump binning; do
  tool=$build/hostdump
  [ $how = hostdump ] || tool=$work/binning
  check "rounds_by_$how" "the rounds are not drawn" \
    env HOSTDUMP="$tool" "$build/render" rounds "$work/cycles.jxp" --no-symbols -o "$work/by_$how" --format svg
done
check rounds_of_a_binned_run "other events are drawn where the table is binned" \
  cmp "$work/by_hostdump/rounds.tsv" "$work/by_binning/rounds.tsv"

# Twenty objects: the last two.
copy_tables
{ head -n 1 "$here/tables/objects.tsv"
  for i in $(seq 20); do printf '%d.000\t-\t0\t0\t32\t2\t2\tworker\n' $((100 * i)); done; } > "$work/tables/objects.tsv"
check newest "the newest objects are not drawn" render 0 newest --tables "$work/tables" -o "$work/rounds" --format svg
check newest_words "it is not said what part of the objects is drawn" says ../rounds/newest \
  'Only the last tenth of 20 objects, in the order of birth'
check newest_count "the last tenth of twenty are not two" grep -q '; 2 objects in ' "$work/rounds/newest.svg"
refuses newest_thread 2 'there is no thread `nobody`' newest --tables "$work/tables" -o "$work/rounds" --thread nobody

# A thread that calls 12 functions, one inside the other.
copy_tables
awk -v OFS='\t' '/^[0-9]/ { exit } { print }
  END {
    print 1, 0, 0, "main", "[main]", 1, "120.000", "120.000", "2.00", "10.000", "10.000", 0, "all"
    for (i = 2; i <= 12; i++)
      print i, i - 1, i - 1, "main", "step" i, 1, 130 - 10 * i ".000", 130 - 10 * i ".000", "2.00", "10.000", \
        "10.000", 0, "all"
  }' "$here/tables/tree.tsv" > "$work/tables/tree.tsv"
check graph_deep "a deep call graph is not drawn" \
  render 0 callgraph --tables "$work/tables" -o "$work/rounds" --format svg
check graph_down "a deep call graph runs across the page" grep -q 'rankdir=TB' "$work/rounds/callgraph.dot"
check graph_across "a flat call graph runs down the page" grep -q 'rankdir=LR' "$work/charts/callgraph.dot"
