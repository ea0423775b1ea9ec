# SPDX-License-Identifier: GPL-2.0-or-later
#
# check_rare_and_lost.sh: what charts and page say of records that are missing, and that what is rare can be seen among
# what is frequent. Sourced by run.sh, after check_objects.sh.

# lossy TABLE NOTE: the table without a row, and with a note that it is not complete.
lossy()
{
  { printf '# incomplete: line: %s\n' "$2"; grep -v '^#' "$here/tables/$1.tsv" | head -n 1; } > "$work/tables/$1.tsv"
}

# rows_of BLOCK FILE: the rows of a block.
rows_of()
{
  sed -n "/^# $1\$/,/^\$/p" "$2" | grep -v '^#\|^$'
}

# Nothing is left of what was recorded: that is another matter than nothing recorded.
copy_tables
for table in events intervals activity samples stacks tree; do
  lossy $table '7 of 7 records were lost on the line'
done
for chart in events threads boxes flame; do
  refuses "all_lost_$chart" 1 'skipped: .*; incomplete: 7 of 7 records were lost on the line' \
    $chart --tables "$work/tables" -o "$work/bad"
done
refuses all_lost_words 1 'no event of this run is left' events --tables "$work/tables" -o "$work/bad"
mkdir "$work/lost"
cp "$work/charts/heap.svg" "$work/lost"
sh "$viz/page.sh" "$work/lost" "$work/tables"
check page_all_lost "the page does not name the charts of which nothing is left" grep -q -F \
  'Not drawn, for nothing of them is left: boxes, callgraph, threads, events, rounds, intervals, samples, flame</p>' \
  "$work/lost/index.html"
check page_all_lost_why "the page does not say why, once" \
  [ "$(grep -c 'class="loss">Incomplete: 7 of 7 records were lost on the line</p>' "$work/lost/index.html")" -eq 1 ]
sh "$viz/page.sh" "$work/lost" "$here/tables"
check page_not_chosen "charts that nobody asked for are named as lost" \
  [ "$(grep -c 'Not drawn' "$work/lost/index.html")" -eq 0 ]

# Whether a collection ran is not known where their records are missing.
made_up -v objects=500 -v sites=1 -v one_class=1 -v gcs=0
sed -i '1i# incomplete: line collection: 3 of 3 collection records were lost on the line (frames missing: 2)' \
  "$objects/collections.tsv"
check collections_lost "render fails without collections" draws objects "$objects"
for chart in lifetime age survival heap; do
  check "collections_lost_$chart" "it is said that none ran" of_objects $chart 'No record of'
done

# The legend has the bands first: classes without room are only "and N more".
made_up -v objects=20000 -v sites=90 -v gcs=20
printf '%s\n' 'from_us	to_us	what	records	reason' '0.000	20.000	birth	9	line' > "$objects/lost.tsv"
sed -i '2,$s/^\([0-9]*	[^	]*\)/\1OfALongName/' "$objects/classes.tsv"
check legend_full "render fails on many classes" draws lifetime "$objects"
check legend_bands "the band has no name where there are many classes" of_objects lifetime 'records lost'
copy_tables
echo '5000.000	6000.000	reading	3	line' >> "$work/tables/lost.tsv"
sed -i '1i# incomplete: line reading: 3 of 9 reading records were lost on the line' "$work/tables/counterseries.tsv"
check counters_lossy "render fails on lost readings" \
  render 0 counters --tables "$work/tables" -o "$work/lossy" --format svg
check counters_band "lost readings have no band" [ "$(rows_of lost "$work/lossy/counters.tsv")" = '5	6' ]
check counters_band_named "their band has no name" says ../lossy/counters 'records lost'

# Grey is where records lie around what is lost; what lies outside all of them is reddish, and named as well.
copy_tables
echo '7000.000	9000.000	sched	9	full' >> "$work/tables/lost.tsv"
sed -i -e '/^7100/,$d' -e '1i# incomplete: full sched: 9 of 15 thread switches were dropped: the sched buffer was full' \
  "$work/tables/activity.tsv"
check bands "render fails on lost switches" render 0 threads --tables "$work/tables" -o "$work/lossy" --format svg
check bands_grey "the grey band reaches where nothing was kept" \
  [ "$(rows_of lost "$work/lossy/threads.tsv" | tail -n 1)" = '6	7.1' ]
check bands_reddish "the reddish band has no name" says ../lossy/threads 'nothing kept'

# Shares beside threads of the profiler's own.
copy_tables
sed -i 's/^main	thread/main	profiler/' "$work/tables/threads.tsv"
check less "render fails where a thread is the profiler's own" \
  render 0 threads --tables "$work/tables" -o "$work/lossy" --format svg
check less_said "it is not said of what the shares are" says ../lossy/threads 'less what the profiler'

# A long note is folded, as on other charts: it would make the graph as wide as itself.
copy_tables
sed -i "1i# incomplete: full node: $(seq -s ' ' 200)" "$work/tables/tree.tsv"
check graph_note "render fails on a long note" render 0 callgraph --tables "$work/tables" -o "$work/lossy" --format svg
check graph_note_folded "a long note is not folded" [ "$(grep -o '#c00000' "$work/lossy/callgraph.dot" | wc -l)" -ge 3 ]

# A number stays with its unit, wherever a line ends.
copy_tables
for i in $(seq 120 180); do
  echo "# incomplete: full node: $(printf '%*s' "$i" '' | tr ' ' x) 16 % of it"
done > "$work/notes"
sed -i "1{
r $work/notes
N
}" "$work/tables/tree.tsv"
check fold "render fails on notes of many lengths" render 0 boxes --tables "$work/tables" -o "$work/lossy" --format svg
check fold_unit "a line ends between a number and its unit" \
  [ "$(grep -c '^head_line.*16$' "$work/lossy/boxes.set")" -eq 0 ]
check fold_any "no line ends there" grep -q '^head_line[.0-9]*	16 % of it$' "$work/lossy/boxes.set"

# What is rare: 5 us of 100 s, a thousandth of a pixel; the longest of many intervals.
copy_tables
sed -i 's/^duration_us.*/duration_us	100000000.000/' "$work/tables/run.tsv"
sed -i '$a rare	thread	5.000	0.00	1	0	1	0	0	0	-	-	-' "$work/tables/threads.tsv"
echo '50000000.000	50000005.000	rare	blocked' >> "$work/tables/activity.tsv"
check rare "render fails on a long run" render 0 threads --tables "$work/tables" -o "$work/lossy" --format svg
rare_drawn()
{
  at=$(rows_of names "$work/lossy/threads.tsv" | sed -n 's/	rare$//p')
  rows_of bars "$work/lossy/threads.tsv" |
    awk -F '\t' -v at="$at" '$3 < at && $4 > at && $1 > 49 && $2 < 51 { found = 1 } END { exit !found }'
}
check rare_drawn "what took a thousandth of a pixel is not drawn" rare_drawn
check longest "the longest interval is not marked" [ "$(rows_of longest "$work/charts/intervals.tsv" | wc -l)" -eq 1 ]
check longest_said "it is not said what the longest is" says intervals 'Ringed: the longest'

# A row that many places share has dots as for one of them; small dots are points, of 100 bytes of SVG, circles 1,000.
shared_dots()
{
  LC_ALL=C awk -F '\t' '
    /^# [a-z]+$/ { part = $0 }
    part ~ /^# (dots|specks)$/ && NF == 3 && !/^#/ { if ($2 > last) last = $2; if ($3 > radius[$2]) radius[$2] = $3 }
    END { for (y in radius) if (y != last && radius[y] > most) most = radius[y]; exit !(most > radius[last]) }' \
    "$work/charts_of_objects/age.tsv"
}
made_up -v objects=20000 -v sites=400 -v gcs=20
check shared "render fails on many places" draws age "$objects"
check shared_dots "the dots of the shared row outweigh all others" shared_dots
check shared_said "it is not said what they are" of_objects age 'Its dots are of one of them on average'
small_dots()
{
  small=$(rows_of specks "$work/charts_of_objects/age.tsv" | wc -l)
  [ "$small" -gt 100 ] && [ "$(grep -c "xlink:href='#gpPt[56]'" "$work/charts_of_objects/age.svg")" -ge "$small" ]
}
check small_dots "small dots are polygons" small_dots
