# SPDX-License-Identifier: GPL-2.0-or-later
#
# check_odd_inputs.sh: names without a glyph, names of 200 characters, 300 threads, headings as long as a page. Sourced
# by run.sh, after check_charts.sh.

# A gnuplot that keeps what it is given, and fonts that have Latin letters only.
mkdir -p "$work/keeping"
cat > "$work/keeping/gnuplot" <<EOF
#!/bin/sh
for option; do
  case \$option in *" = '"*) eval "\$(echo "\$option" | tr -d ' ')" ;; esac
done
cat "\$rows" "\$settings" > "$work/given.\$format"
exec "$(command -v gnuplot)" "\$@"
EOF
printf '#!/bin/sh\necho "20-7e a0-17f"\necho "20-7e 2190-2193 fffd"\n' > "$work/keeping/fc-list"
chmod +x "$work/keeping/gnuplot" "$work/keeping/fc-list"
copy_tables
sed -i 's/worker/Grüße日本→/' "$work/tables/"*.tsv
render_with_keeping_gnuplot()
{
  env PATH="$work/keeping:$PATH" sh "$viz/render.sh" threads --tables "$work/tables" -o "$work/odd" > "$work/out"
}
check glyphs "render fails on names without a glyph" render_with_keeping_gnuplot
check glyphs_png "gnuplot is to draw a character that no font has" grep -q '	Grüße��→$' "$work/given.png"
check glyphs_svg "a viewer of the SVG, which may have fonts, does not get it" grep -q '	Grüße日本→$' "$work/given.svg"
check glyphs_kept "the chart's own data has lost it" grep -q '	Grüße日本→$' "$work/odd/threads.tsv"
printf '#!/bin/sh\nexit 1\n' > "$work/keeping/fc-list"
check glyphs_no_list "render fails without a list of fonts" render_with_keeping_gnuplot
check glyphs_no_list_png "without a list of fonts all are taken for there" grep -q '	Grüße��→$' "$work/given.png"

# 300 threads of names that are long, with the same time each: boxes for all, a heading of a few lines.
name200=$(printf 'x%.0s' $(seq 200))
many_threads()
{
  copy_tables
  head -n 1 "$here/tables/threads.tsv" > "$work/tables/threads.tsv"
  sed -i '2,$d' "$work/tables/tree.tsv"
  awk -v OFS='\t' -v dir="$work/tables" -v long="$name200" "$@" '
    BEGIN {
      for (i = 1; i <= 300; i++) {
        print "t" i long, "thread", "30.000", "0.30", 1, 0, 1, 0, 0, 0, "-", "-", "-" >> (dir "/threads.tsv")
        if (i > calls)
          print i, 0, 0, "t" i long, "[t" i long "]", 1, "30.000", "30.000", "0.30", "30.000", "30.000", 0, "all" >> \
            (dir "/tree.tsv")
      }
    }'
  sed -i "s/\tworker\t/\tt7$name200\t/" "$work/tables/events.tsv" "$work/tables/intervals.tsv"
}
many_threads
check many "render fails on 300 threads" render 0 boxes,events --tables "$work/tables" -o "$work/odd" --format svg
check many_boxes "of 300 threads, all small, not all have a box" \
  [ "$(grep -c '	\[t[0-9]*x*\]$' "$work/odd/boxes.tsv")" -eq 300 ]
check many_legend "a long name is not cut in the legend" grep -q '^legend_name\.[0-9]*	t7x*…$' "$work/odd/events.set"
many_threads -v calls=20
check missing_many "render fails on threads without calls" \
  render 0 boxes --tables "$work/tables" -o "$work/odd" --format svg
check missing_many_said "twenty threads are named" says ../odd/boxes '12 more.'

# Notes that fill half a page.
copy_tables
for i in $(seq 30); do echo "# incomplete: full node: note $i"; done > "$work/notes"
sed -i "1{
r $work/notes
N
}" "$work/tables/tree.tsv"
check high_head "render fails on many notes" render 0 boxes --tables "$work/tables" -o "$work/odd" --format svg
svg_height()
{
  sed -n 's/.* height="\([0-9]*\)".*/\1/p' "$work/odd/boxes.svg" | head -n 1
}
plot_height()
{
  sed -n 's/^plot	//p' "$work/odd/boxes.set"
}
check high_page "a long heading takes the room of the chart" [ "$(svg_height)" -gt 1400 ]
# The lines of the heading are as far apart in the SVG as the page has room for them, so that the last does not lie on
# the chart, which ends 20 pixels above the end of the page.
head_ends_above()
{
  awk -v top="$(($(svg_height) - 20 - $(plot_height)))" '
    match($0, /translate\([0-9.]+,[0-9.]+\)/) { split(substr($0, RSTART + 10, RLENGTH - 11), at, ",") }
    /Incomplete: note 30/ { y = at[2] }
    END { exit !(y > 0 && y < top) }' "$work/odd/boxes.svg"
}
check high_head_ends "the last line of a long heading lies on the chart" head_ends_above

# A thread with several roots, whose callers are missing, has several boxes, and one line in the legend.
check roots "boxes of a thread with several roots fail" \
  render 0 boxes --tables "$here/../golden/strange" -o "$work/roots" --format svg
check roots_in_legend "a thread is in the legend for each of its roots" \
  [ "$(grep -o '>thread 1<' "$work/roots/boxes.svg" | wc -l)" -eq 1 ]
