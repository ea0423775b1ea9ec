# SPDX-License-Identifier: GPL-2.0-or-later
#
# check_quote.sh: names are data for whatever draws and shows them, whatever is in them (viz/figures/quote.c): each of
# odd_names.py's is drawn by each function and read back out of the picture, and tables full of them make all charts and
# the page, without any of them having run. Sourced by run.sh.

quoted=$work/quoted
mkdir -p "$quoted/gp" "$quoted/chart"
cp "$viz"/*.gp "$quoted/gp"
python3 "$here/odd_names.py" list > "$quoted/names"

# What quote() makes of the names: a chart with them as labels and as lines of the heading, a graph, and a page.
quote_all()
{
  (
    cd "$quoted/chart" || exit
    for language in field label tip html; do
      "$build/figures" --quote $language < ../names > $language
    done
    paste field label tip html | LC_ALL=C awk -F '\t' '
      {
        print NR "\t1\t" $1 "\t2" > "rows"
        print "head_line." NR "\t" $1 > "settings"
        print "n" NR " [label=<<b>" $2 "</b>>, tooltip=" $3 "];" > "nodes"
        print "n" NR " -> n" NR " [label=\"\", tooltip=" $3 "];" > "edges"
        print "<p title=\"" $4 "\">" $4 "</p>" > "page"
      }
      BEGIN {
        print "# names" > "rows"
        print "title\t#title\nsub_title_lines\t9\nlegends\t0\nplot\t400" > "settings"
      }
      END { print "head_lines\t" NR > "settings" }'
    { echo 'digraph g { graph [size="99,99"];'; cat nodes edges; echo '}'; } > graph
    {
      printf 'load "common.gp"\nset xrange [0:2]\nset yrange [0:9999]\n'
      echo 'plot rows index "names" using 2:1:3 with labels left title "names"; unset multiplot'
    } > ../gp/all.gp
  )
}

# draw_quoted FORMAT
draw_quoted()
{
  (
    cd "$quoted/chart" || exit
    LC_ALL=C.UTF-8 GNUPLOT_LIB=../gp gnuplot -d -e "format = '$1'; rows = 'rows'; settings = 'settings'" ../gp/all.gp &&
      { [ "$1" = png ] || { work=.. && chart_escape chart; }; } && dot "-T$1" -o "graph.$1" graph
  ) 2>&1 | head -n 5 | sed 's/^/# /'
}
# shellcheck source=viz/chart.sh
. "$viz/chart.sh"

quote_all
check quote_drawn "gnuplot or dot complain of names" [ -z "$(draw_quoted svg)" ]
check quote_gnuplot "a name is not in the picture as it is" \
  python3 "$here/odd_names.py" drawn "$quoted/names" "$quoted/chart/chart.svg"
sed '/^[0-9]/d' "$quoted/chart/rows" > "$quoted/chart/none"
mv "$quoted/chart/none" "$quoted/chart/rows"
echo "1	1	one	2" >> "$quoted/chart/rows"
check quote_settings_drawn "gnuplot complains of settings" [ -z "$(draw_quoted svg)" ]
check quote_settings "a text of the settings is not in the picture as it is" \
  python3 "$here/odd_names.py" drawn "$quoted/names" "$quoted/chart/chart.svg"
check quote_dot "a name is not in the graph as it is" \
  python3 "$here/odd_names.py" hinted "$quoted/names" "$quoted/chart/graph.svg"
check quote_html "a name is not on the page as it is" \
  python3 "$here/odd_names.py" shown "$quoted/names" "$quoted/chart/page"
# Each number as it may be written, read from the settings, less the same in gnuplot's own language.
numbers_read()
{
  for number in 1e+06 -1e-05 1e20 0.001 -2.5 16 1.25e+20 1e-300; do
    {
      printf '%s\t%s\n' head_lines 0 title x legends 0 plot 400
      printf 'most\t%s\n' $number
    } > "$quoted/chart/settings"
    (
      cd "$quoted/chart" || exit
      LC_ALL=C.UTF-8 gnuplot -d -e "format = 'svg'; settings = 'settings'" -e 'load "../gp/common.gp"' \
        -e "print most - $number" 2>&1
    )
  done | sort -u
}
check quote_numbers "a number of the settings is not what was written" [ "$(numbers_read)" = 0.0 ]
check quote_png "a PNG cannot be drawn" [ -z "$(draw_quoted png)" ]

# What could make code of a text, in the languages of the charts: gnuplot's system(), backquotes, macros, and files
# whose names are not constants; programs that C starts.
code_of_text()
{
  sed 's/^\([^"]*\)#[^"]*$/\1/' "$viz"/*.gp |
    grep -n 'system\|`\|@[a-z]\|load [^"]\|call \|!  *[a-z]*$\|"[<|]'
  grep -n 'system(\|popen(\|exec[lv]' "$viz"/figures/*.c
}
check quote_no_code "text can become code: $(code_of_text | head -n 1)" [ -z "$(code_of_text)" ]

# Whether a file that a name could have made is anywhere.
canary()
{
  find "$work" "$here" . -maxdepth 4 -name 'canary*' 2> /dev/null | grep -v expected | sed 's/^/# /'
}

# evil_round KIND: all charts and the page of tables in which every name is evil, and many are long.
evil_round()
{
  rm -rf "$work/evil" "$work/evil-charts"
  python3 "$here/odd_names.py" tables "$here/tables" "$work/evil" "$1" > "$work/evil-names" || return 1
  render 0 all --tables "$work/evil" -o "$work/evil-charts" || { sed 's/^/# /' "$work/err" | head -n 9; return 1; }
  [ ! -s "$work/err" ] && [ "$(find "$work/evil-charts" -name '*.png' -size +4k | wc -l)" -eq 21 ] &&
    python3 "$here/odd_names.py" formed "$work/evil-charts"/*.svg &&
    sh "$viz/page.sh" "$work/evil-charts" "$work/evil" &&
    [ "$(grep -c '<figure' "$work/evil-charts/index.html")" -eq 21 ] &&
    [ "$(sed 's/src="data:[^"]*"//' "$work/evil-charts/index.html" | grep -c '<script\|<a ')" -eq 0 ]
}
for kind in mixed commands; do
  check "evil_names_$kind" "charts of evil names are not drawn, or not well-formed" evil_round $kind
done
check evil_canary "a name has run" [ -z "$(canary)" ]
