# SPDX-License-Identifier: GPL-2.0-or-later
#
# check_page.sh: the page that shows all charts of a run. Sourced by run.sh, after check_charts.sh has drawn them.

page=$work/charts/index.html

page_says()
{
  grep -q -F -e "$1" "$page" || { echo "# not there: $1"; return 1; }
}

# The figures' charts in their order: 3 to 13, then those that the paper lacks.
page_order()
{
  [ "$(sed -n 's/^<figure id="\(.*\)">$/\1/p' "$page" | tr '\n' ' ')" = \
    "callgraph boxes events rounds intervals threads creation lifetime newest age counters \
busy latency locks samples flame standing deadlock survival drag heap " ]
}

# It refers to nothing: what it shows is in it.
page_refers()
{
  [ "$(grep -o '\(src\|href\|url\)[=(].\{20\}' "$page" | grep -vc '^src="data:image/svg+xml')" -eq 0 ]
}

# picture_in PAGE CHART FILE: the picture of the chart in PAGE is FILE.
picture_in()
{
  sed -n "/^<figure id=\"$2\">/,/^<\/figure>/s/.*src=\"data:[a-z/+]*;base64,\(.*\)\"><\/div>/\1/p" "$1" | base64 -d |
    cmp -s - "$3"
}

page_embeds()
{
  for chart in $("$build/figures" --list | cut -f 1); do
    picture_in "$page" "$chart" "$work/charts/$chart.svg" || { echo "# not $chart"; return 1; }
  done
}

# Each figure has a sentence, and the cycle of events above them: one that has numbers.
page_sentences()
{
  [ "$(grep -c '^<p>.*[0-9].*\.\( <small>.*\)\{0,1\}</p>$' "$page")" -eq 23 ]
}

page_has_all()
{
  for chart in $("$build/figures" --list | cut -f 1); do
    page_says "<figure id=\"$chart\">" || return 1
  done
}

# README's table of charts: the names of the list, in its order.
readme_has_list()
{
  sed -n '/^| chart | question |$/,/^$/s/^| `\([a-z]*\)` | .*/\1/p' "$here/../../README.md" > "$work/readme_charts"
  "$build/figures" --list | cut -f 1 | diff "$work/readme_charts" -
}

check list_readme "README.md (<) names other charts than viz/figures/charts.h (>)" readme_has_list
check list_complete "a line of the list has too few fields, or an empty one" \
  [ "$("$build/figures" --list | grep -vc '^\([^	]\+	\)\{8\}[^	]\+$')" -eq 0 ]
check page_made "page.sh fails on the small run" sh "$viz/page.sh" "$work/charts" "$here/tables"
check page_order "charts are missing, or in another order" page_order
check page_has_all "a chart of the list is not on it" page_has_all
check page_refers "refers to other files" page_refers
check page_embeds "the pictures in it are not those of the charts" page_embeds
check page_phone "a phone shows it as wide as a desk" page_says '<meta name="viewport" content="width=device-width'
check page_sentences "a chart has no sentence with numbers" page_sentences
check page_cycle "does not say which events recur" eval 'page_says "3 events recur in the same order, 19 times: every" &&
  page_says "46.8 µs (standard deviation 20.6 µs), of which 23.2 µs from the first to the last. Longest of" &&
  page_says "2 rounds took far longer than the others: in 1 of them, Idle ran longer; in 1 of them, a collection" &&
  page_says "<td>taken → sent (the longest but the wait)</td><td>worker</td><td>19.2 µs</td><td>13.8 µs</td>"'
check page_outliers "does not say what ran in the longest rounds" eval '
  [ "$(grep -c "<td>.* longer than on average" "$page")" -eq 2 ] &&
  page_says "<tr><td>110 µs</td><td>620 µs</td><td>sent → asked, 90.0 µs</td><td>Idle, 66.3 µs longer" &&
  page_says "<td>worker, 56.8 µs longer than on average; 1 interrupt; a collection of garbage</td>"'
check page_callgraph "does not say which calls matter" page_says \
  'Of 3 pairs of caller and callee, work_loop calls emit most often, 100 times; most time goes where work_loop calls hash'
check page_rounds "does not say how long a round takes" page_says \
  'A round of 3 events takes 40.0 µs (median of 19); drawn'
check page_newest "does not say how many objects are the newest" page_says 'The last tenth of the objects, '
check page_escapes "names are not escaped" [ "$(grep -c '<p>.*<[^/s]' "$page")" -le 1 ]
check page_counters "the counters' sentence is not that of their table" page_says \
  '14680 l1_misses, of them 64.7 % in worker, 1.94 in 1,000 of its instructions; 3010 l2_misses, of them 73.1 % in worker, 0.45'
check page_model "does not say that a model counted" page_says 'a model counted them (L1 data 32 KiB, &lt;8&gt; ways).'
check page_losses "does not say that events were lost" page_says '<p class="loss">Incomplete: '

mkdir "$work/page"
cp "$work/part/"*.svg "$work/page"
sh "$viz/page.sh" "$work/page" "$work/partly"
check page_partly "does not say what was throttled" [ 2 -eq \
  "$(grep -c 'Switched off after 100 calls (throttle=); the figures are up to then: emit\.' "$work/page/index.html")" ]
rm "$work/page/"*
cp "$work/charts/samples.svg" "$work/charts/flame.svg" "$work/page"
sh "$viz/page.sh" "$work/page" "$work/probes"
check page_probes "names a function of the profiler as the one that was met" grep -q "8 samples outside the idle \
thread, of them 75.0 % in the probes; the CPU was met most often in setup, 2 times (100.0 % of the others)\\." \
  "$work/page/index.html"
check page_probes_path "a path does not end before the profiler" grep -q \
  '2 different paths .*, in 6 samples, leads to hash.*, 2 calls deep, in thread worker\.' "$work/page/index.html"
rm "$work/page/"*
cp "$work/charts/boxes.svg" "$work/page"
check page_of_one "fails where there is one chart" sh "$viz/page.sh" "$work/page" "$here/tables"
check page_of_one_only "shows charts that are not there" [ "$(grep -c '<figure' "$work/page/index.html")" -eq 1 ]
head -c 1000001 /dev/zero >> "$work/page/boxes.svg"
cp "$work/charts/boxes.png" "$work/page"
sh "$viz/page.sh" "$work/page" "$here/tables"
check page_of_png "a picture of more than a megabyte is in it" \
  picture_in "$work/page/index.html" boxes "$work/page/boxes.png"
rm "$work/page/boxes.png"
copy_tables
rm "$work/tables/tree.tsv"
sh "$viz/page.sh" "$work/page" "$work/tables" 2> "$work/err"
check page_without_table "makes a page without a table" \
  [ $? -eq 1 -a ! -e "$work/page/index.html" -a "$(grep -c 'index: cannot read' "$work/err")" -eq 1 ]
rm "$work/page/boxes.svg"
check page_of_none "does not say that there are no charts" \
  eval 'sh "$viz/page.sh" "$work/page" "$here/tables" 2>&1 | grep -q "there is no chart in"'
sh "$viz/page.sh" > "$work/out" 2> "$work/err"
check page_usage "does not tell how it is used" [ $? -eq 2 -a "$(grep -c '^usage: page.sh CHARTS' "$work/err")" -eq 1 ]
