# SPDX-License-Identifier: GPL-2.0-or-later
#
# check_charts.sh: what the charts of the small run look like. Sourced by run.sh.

charts=$("$build/figures" --list | cut -f 1)

# An empty page of 1600 x 300 is a PNG of 2 KiB and an SVG of 3 KiB.
is_picture()
{
  [ "$(wc -c < "$1.png")" -gt 8000 ] && [ "$(wc -c < "$1.svg")" -gt 4000 ] &&
    head -c 8 "$1.png" | od -An -c | grep -q 'P   N   G' && grep -q '</svg>' "$1.svg"
}

# Lines of a heading are texts of their own: what is said may go on in the next one.
says()
{
  sed -e 's/<[^>]*>/ /g' "$work/charts/$1.svg" | tr -s '\t\n ' ' ' | grep -q -F -e "$2"
}

# Every two boxes of one caller: area by time is the same. Callers are found by enclosure, one level up.
areas_match_times()
{
  LC_ALL=C awk -F '\t' '
    function complain(s) { print "# " s; bad = 1 }
    /^#/ { next }
    NF == 10 {
      n++; l[n] = $1; t[n] = $2; r[n] = $3; b[n] = $4; d[n] = $6; us[n] = $7; caller[n] = d[n] ? last[d[n] - 1] : 0
      last[d[n]] = n
      k = (r[n] - l[n]) * (b[n] - t[n]) / us[n]
      c = caller[n]
      if (c && (l[n] < l[c] || t[n] < t[c] || r[n] > r[c] || b[n] > b[c])) complain("outside its caller: " $10)
      if (!(c in scale)) scale[c] = k
      else if (us[n] > 100 && (k / scale[c] > 1.005 || k / scale[c] < 0.995)) complain("out of scale: " $10)
    }
    END { exit bad || n < 5 }' "$1"
}

# Widths of flame frames are samples times one factor, and frames of a caller do not overlap.
widths_match_samples()
{
  LC_ALL=C awk -F '\t' '
    NF == 9 && !/^#/ {
      n++
      k = ($3 - $1) / $7
      if (!scale) scale = k
      if (k / scale > 1.001 || k / scale < 0.999) { print "# out of scale: " $9; bad = 1 }
      if (($6 in edge) && $1 < edge[$6] - 0.011) { print "# overlap: " $9; bad = 1 }
      edge[$6] = $3
    }
    END { exit bad || n < 4 }' "$1"
}

check all_status "render all fails on the small run" render 0 all --tables "$here/tables" -o "$work/charts"
check all_listed "not every file made is listed" [ "$(grep -c '^/.*/charts/[a-z]*\.[sp][vn]g$' "$work/out")" -eq 42 ]
check all_quiet "render all says something on stderr" [ ! -s "$work/err" ]
check nothing_left "the hidden directory was left behind" [ -z "$(ls -A "$work/charts" | grep '^\.')" ]
for chart in $charts; do
  check "picture_$chart" "no SVG and PNG with something in them" is_picture "$work/charts/$chart"
  check "title_$chart" "the title does not name system and workload" \
    says "$chart" 'Test kernel_1 {x}, workload index_text'
  suffix=tsv
  [ "$(grep -c '^digraph' "$here/expected/$chart".*)" -eq 0 ] || suffix=dot
  check "layout_$chart" "differs from expected/$chart.$suffix; after a look at the chart: sh tests/viz/renew.sh" \
    cmp -s "$here/expected/$chart.$suffix" "$work/charts/$chart.$suffix"
done

# Of a run without exact lives, times of death are stretches.
copy_tables
sed -i 's/,exact//' "$work/tables/run.tsv"
check estimated_status "charts of estimated lives fail" \
  render 0 lifetime,newest --tables "$work/tables" -o "$work/estimated" --format svg
for chart in lifetime newest; do
  check "layout_estimated_$chart" "differs from expected/estimated_$chart.tsv" \
    cmp -s "$here/expected/estimated_$chart.tsv" "$work/estimated/$chart.tsv"
done

# legends_complete FOLDER: each colour and mark in each chart there is in the chart's legend.
legends_complete()
{
  python3 "$here/legend.py" "$1" $(cd "$1" && ls *.svg | sed 's/\.svg$//')
}
check legends "a chart has a colour or a mark that its legend has not" legends_complete "$work/charts"

check area_is_time "boxes of one caller differ in scale" areas_match_times "$work/charts/boxes.tsv"
check width_is_samples "flame frames differ in scale" widths_match_samples "$work/charts/flame.tsv"
check standing_width "flame frames of moments differ in scale" widths_match_samples "$work/charts/standing.tsv"
check standing_hues "what ran and what waited do not stand apart" says standing 'running 25 %, ready to run 15 %, waiting 60 %'
check standing_wait "it is not drawn what a thread waited for" says standing '(waits: monitor)'
check deadlock_named "the deadlock is not told in its order" says deadlock \
  'Deadlock 1: main waits for mutex queue &lt;&amp;@a_b^{c}&gt;, which worker has; worker waits for mutex 0xffff800000123456, which helper has; helper waits for monitor a.b.Cache, which main has.'
check odd_name_boxes "a name with special characters is not in boxes.svg" says boxes "hash&lt;&amp;"
check odd_name_callgraph "a name with special characters is not in callgraph.svg" says callgraph '@a_b^{c}'
check odd_name_flame "a name with special characters is not in flame.svg" says flame '@a_b^{c}'
check idle_out "boxes do not say that idle is left out" says boxes 'all threads but idle (which had 2.80 ms)'
check negative_said "boxes do not tell of the path below zero" says boxes 'below zero after correction'
check recursion_once "recursive calls count twice" grep -q '<b>emit<.*own 14 % · all 14 %' "$work/charts/callgraph.dot"
for chart in events intervals; do
  check "incomplete_$chart" "lost events are not told" says $chart 'Incomplete: 7 of 12 events did not fit'
done
check incomplete_only_where "threads tell of lost events that they do not rest on" \
  [ "$(grep -c Incomplete "$work/charts/threads.svg")" -eq 0 ]
check unrecorded_end "the end without records is not marked" grep -q '^# unknown' "$work/charts/events.tsv"
for chart in threads events intervals creation lifetime heap; do
  check "lost_$chart" "the band of what was lost has no name" says "$chart" 'records lost'
done
check irq_on_top "the interrupt context is not the top row" grep -q '^1	IRQ0$' "$work/charts/threads.tsv"
check idle_at_bottom "idle is not the bottom row" grep -q '^4	Idle$' "$work/charts/threads.tsv"

copy_tables
sed -i '$a NMI	irq	300.000	3.00	0	0	0	0	0	0	-	-	-' "$work/tables/threads.tsv"
check within "render fails where interrupts have no switches" \
  render 0 threads --tables "$work/tables" -o "$work/zoom" --format svg
check within_said "it is not said why they have no bars" says ../zoom/threads 'Of NMI no switches are recorded: that time'

# Choices.
check zoom "zoom fails" render 0 threads --tables "$here/tables" -o "$work/zoom" --from 2ms --to 4100us --format svg
check zoom_axis "the axis is not the stretch asked for and 1 % on each side" \
  grep -q '^x_from	1.979$' "$work/zoom/threads.set"
check zoom_share "the share is not that of the stretch" grep -q '^2	95 %$' "$work/zoom/threads.tsv"
check one_format "png was made though only svg was asked for" [ ! -e "$work/zoom/threads.png" ]
check idle_in "--idle fails" render 0 boxes --tables "$here/tables" -o "$work/zoom" --idle --format svg
check idle_in_said "--idle does not count idle" grep -q 'Idle]$' "$work/zoom/boxes.tsv"
check thread "--thread fails" render 0 timing --tables "$here/tables" -o "$work/zoom" --thread main --format svg
check thread_only "--thread main shows others" [ "$(grep -c worker "$work/zoom/boxes.tsv")" -eq 0 ]
check chosen "--events fails" render 0 intervals --tables "$here/tables" -o "$work/zoom" \
  --events started,finished --format svg
check chosen_pair "the interval of the chosen events is not drawn" grep -q '^9	8900	' "$work/zoom/intervals.tsv"
check choice_told "--from is ignored in silence" render 0 boxes --tables "$here/tables" -o "$work/zoom" --from 1ms
check choice_told_text "--from is ignored in silence" grep -q 'do not apply' "$work/err"
check table_unread "tables were changed" [ -z "$(ls "$here/tables" | grep -v '\.tsv$')" ]

# Counters: a model's are said to be; what is counted in a part of the run is its part; without a model's values, none.
check counters_model "it is not said that a model counted" says counters 'Not measured, but what a model of caches counted'
check counters_sum "the sums are not those of the readings" says counters '14,680 l1_misses, 3,010 l2_misses'
copy_tables
sed -i 's/^main	thread/main	profiler/' "$work/tables/threads.tsv"
check counters_kinds "render fails where a thread is the profiler's own" \
  render 0 counters --tables "$work/tables" -o "$work/zoom" --format svg
check counters_kinds_all "a thread of another kind is left out" says ../zoom/counters '14,680 l1_misses, 3,010 l2_misses'
check counters_gap "the curve goes on where no reading tells what was counted" \
  [ "$(grep -c '^7.5[0-9.]*	14.68	' "$work/charts/counters.tsv")" -eq 1 ]
check counters_zoom "zoom fails" render 0 counters --tables "$here/tables" -o "$work/zoom" --from 3ms --to 4ms --format svg
check counters_zoom_part "half the time between two readings has not half of what was counted" \
  says ../zoom/counters '1,250 l1_misses, 75 l2_misses'
check counters_thread "--thread fails" render 0 counters --tables "$here/tables" -o "$work/zoom" --thread main --format svg
check counters_thread_only "--thread main counts others" says ../zoom/counters '5,100 l1_misses, 800 l2_misses'
copy_tables
sed -i 's/^\([0-9.]*	[0-9.]*	[A-Za-z0-9]*\)	[0-9]*/\1	-/' "$work/tables/counterseries.tsv"
sed -i 's/^counters_from.*/counters_from	processor/' "$work/tables/run.tsv"
check counters_processor "render fails where nobody counted instructions" \
  render 0 counters --tables "$work/tables" -o "$work/zoom" --format svg
check counters_processor_said "it is not said that the processor counted" \
  says ../zoom/counters 'Counted by the processor. Beside each thread its share of both.'

# Progress is for people only: without a terminal nothing of it is in the log (all_quiet, above).
on_a_terminal()
{
  script -qec "sh $viz/render.sh boxes --tables $here/tables -o $work/zoom --format svg" /dev/null < /dev/null
}
if command -v script > /dev/null; then
  check progress "on a terminal it is not said what is drawn" \
    [ "$(on_a_terminal | grep -c '^render: drawing boxes')" -eq 1 ]
fi

# A function whose callers are all too small to be shown has an arrow from all of them together.
copy_tables
LC_ALL=C awk -v OFS='\t' '
  NR == 1 { print; print 1, 0, 0, "main", "[main]", 1, 1000, 10, 100, 1000, 10, 0, "all" }
  END {
    for (i = 1; i <= 300; i++) {
      print 2 * i, 1, 1, "main", "caller_" i, 1, 3, 1, 0.3, 3, 1, 0, "all"
      print 2 * i + 1, 2 * i, 2, "main", "leaf", 2, 2, 2, 0.2, 2, 2, 0, "all"
    }
  }' "$here/tables/tree.tsv" > "$work/tables/tree.tsv"
check orphan "render fails where callers are too small" \
  render 0 callgraph,boxes --tables "$work/tables" -o "$work/orphan"
check orphan_callers "a function has no callers" \
  grep -q '^  o[0-9]* -> n[0-9]* \[label="60 %\\n600×' "$work/orphan/callgraph.dot"
check orphan_counted "it is not said how many callers they are" grep -q '300 other callers' "$work/orphan/callgraph.dot"
check orphan_legends "the dashed arrow is not in the legend" legends_complete "$work/orphan"

# What the headings say.
check open_said "open calls are not told" says boxes '1 call was still open at the end; the time so far counts'
check probes_included "threads do not say that the time of the probes is included" \
  says threads 'share of the run, the time of the probes included'
check zoom_words "the stretch is not in the unit of the axis" says ../zoom/threads 'from 2 to 4.1 ms'

# Loss: shares of the run stay those of threads.tsv, shares of a part are of the time that has records.
copy_tables
sed -i -e '/^7100/,$d' -e '1i# incomplete: full sched: 9 of 15 thread switches were dropped: the sched buffer was full' \
  "$work/tables/activity.tsv"
sed -i '1i# incomplete: full thread: a note of a table that only gives names' "$work/tables/threads.tsv"
check lossy "render fails on an incomplete run" render 0 threads,samples --tables "$work/tables" -o "$work/lossy"
check lossy_share "the share of the run is not that of threads.tsv" grep -q '^4	28 %$' "$work/lossy/threads.tsv"
check lossy_end "the end without records is not marked" grep -q '^7.1	10$' "$work/lossy/threads.tsv"
check lossy_note "the loss of thread switches is not told" says ../lossy/threads 'Incomplete: 9 of 15'
check lossy_others "a chart tells of losses that it does not rest on" \
  [ "$(grep -c Incomplete "$work/lossy/samples.svg")" -eq 0 ]
check lossy_part "zoom fails on an incomplete run" \
  render 0 threads --tables "$work/tables" -o "$work/lossy" --from 6.1ms --format svg
check lossy_part_share "the share is not of the time with records" grep -q '^1	100 %$' "$work/lossy/threads.tsv"
check lossy_part_said "it is not said what the share is of" says ../lossy/threads 'of the time that has records'
check lossy_intervals "the end without records is not marked in intervals" \
  grep -q '^9	10$' "$work/charts/intervals.tsv"
sed -i -e '1s/:.*/: ring sched: 9 of 15 were dropped: the ring of sched keeps the newest/' -e '3,4d' "$work/tables/activity.tsv"
check ring "render fails on a ring" render 0 threads --tables "$work/tables" -o "$work/lossy" --format svg
check ring_start "the start that a ring has lost is not marked" grep -q '^0	4$' "$work/lossy/threads.tsv"
check unseen_thread "a thread without a stretch that was kept has no row" grep -q '^3	20 %$' "$work/lossy/threads.tsv"

# The real rate of samples, and the time that they are of.
copy_tables
printf 'made.sample\t8\n' >> "$work/tables/run.tsv"
sed -i '1i# covers_us: 1000.000 4000.000' "$work/tables/samples.tsv" "$work/tables/stacks.tsv"
check rate "render fails on few samples" render 0 samples --tables "$work/tables" -o "$work/lossy" --format svg
check rate_said "the real rate is not told" says ../lossy/samples 'taken 800 times a second (asked for 1000)'
check covers_said "the time of the samples is not told" says ../lossy/flame 'from 1.00 ms to 4.00 ms'

# Threads too small for a box share one; a thread whose calls were all lost is named.
copy_tables
sed -i -e '/	tiny_\|	setup	\|	lost	/d' -e 's/^12\(.*\)200.000	200.000	2.00/12\110.000	10.000	0.10/' \
  -e 's/^6	.*/6	0	0	main	[main]	1	20.000	20.000	0.20	20.000	20.000	0	all/' "$work/tables/tree.tsv"
sed -i '$a gone	thread	1.000	0.01	1	0	0	0	0	0	-	-	-' "$work/tables/threads.tsv"
check others "render fails on small threads" render 0 boxes --tables "$work/tables" -o "$work/lossy" --format svg
check others_box "small threads do not share a box" grep -q '	2 other threads$' "$work/lossy/boxes.tsv"
check others_said "the threads of the shared box are not named" says ../lossy/boxes 'threads main, IRQ0, together'
check missing_said "a thread without calls is not told" says ../lossy/boxes 'their time is missing: gone.'

# A thread keeps its colour when others take more time.
copy_tables
{ sed 1q "$here/tables/threads.tsv"; sed 1d "$here/tables/threads.tsv" | sort; } > "$work/tables/threads.tsv"
check colours "render fails on threads in another order" \
  render 0 boxes --tables "$work/tables" -o "$work/lossy" --format svg
check colours_kept "colours depend on who took most time" cmp -s "$work/charts/boxes.tsv" "$work/lossy/boxes.tsv"

# Samples in the probes of call timing.
cp -r "$here/tables" "$work/probes"
sed -i 's/hash<&"x"> @a_b^{c}/&;book;deeper/' "$work/probes/stacks.tsv"
sed -i '$a book	profiler/probes/timing.c:9	0	0.00	0.00	0.00	6	60.00' "$work/probes/samples.tsv"
check probes "render fails on samples in probes" render 0 samples --tables "$work/probes" -o "$work/zoom" --format svg
check probes_folded "probes are not one frame" grep -q '	6	worker	(probes)$' "$work/zoom/flame.tsv"
check probes_said "the share of probes is not told" grep -q '(probes), the .* 75 %' "$work/zoom/samples.svg"

# Functions that were timed for a part of the run: the heading says so, and that there were more calls than counted.
cp -r "$here/tables" "$work/partly"
for table in tree pairs; do
  sed -i '1i# note: switched off after 100 calls (throttle=); the figures are up to then: emit' "$work/partly/$table.tsv"
done
sed -i '/	emit	/s/all$/throttled/' "$work/partly/tree.tsv"
check partly "render fails on functions that were throttled" \
  render 0 boxes,callgraph --tables "$work/partly" -o "$work/part" --format svg
check partly_said "boxes do not say what was throttled" says ../part/boxes '(throttle=); the figures are up to'
check partly_said_graph "the call graph does not say what was throttled" says ../part/callgraph 'Switched off after 100'
check partly_calls "the call graph does not say that there were more calls" \
  [ "$(grep -c '≥ 150 calls\|≥ 100×\|≥ 50×' "$work/part/callgraph.dot")" -eq 3 ]
check partly_only "all calls are marked" [ "$(grep -c '≥' "$work/part/callgraph.dot")" -eq 3 ]
