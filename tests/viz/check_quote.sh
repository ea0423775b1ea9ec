# SPDX-License-Identifier: GPL-2.0-or-later
#
# check_quote.sh: names are data for whatever draws and shows them, whatever is in them (viz/lib/quote.awk): each of
# odd_names.py's is drawn by each function and read back out of the picture, and tables full of them make all charts and
# the page, without any of them having run. Sourced by run.sh.

quoted=$work/quoted
mkdir -p "$quoted/gp" "$quoted/chart"
cp "$viz"/*.gp "$quoted/gp"
python3 "$here/odd_names.py" list > "$quoted/names"

# What the functions of quote.awk make of the names: a chart with them as labels and as lines of the heading, a graph, a
# page.
quote_all()
{
  (
    cd "$quoted/chart" || exit
    set --
    for library in "$viz"/lib/*.awk; do set -- "$@" -f "$library"; done
    LC_ALL=C awk "$@" -f /dev/stdin ../names <<'EOF'
{
  print NR "\t1\t" quote_field($0) "\t2" > "rows"
  page_set_text("head_line." NR, $0)
  print "n" NR " [label=<<b>" quote_label($0) "</b>>, tooltip=" quote_tip($0) "];" > "nodes"
  print "n" NR " -> n" NR " [label=\"\", tooltip=" quote_tip($0) "];" > "edges"
  print "<p title=\"" quote_html($0) "\">" quote_html($0) "</p>" > "page"
}
BEGIN {
  print "# names" > "rows"
  page_set_text("title", "#title")
  n = split("width 1600 height 20000 edge 20 top 100 title_size 24 head_size 6 sub_title_lines 9", s, " ")
  for (i = 1; i < n; i += 2)
    page_set(s[i], s[i + 1])
}
END { page_set("head_lines", NR) }
EOF
    { echo 'digraph g { graph [size="99,99"];'; cat nodes edges; echo '}'; } > graph
    {
      printf 'load "common.gp"\nset xrange [0:2]\nset yrange [0:9999]\n'
      echo 'plot rows index "names" using 2:1:3 with labels left title "names"'
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
# Each number as awk writes it, read from the settings, less the same in gnuplot's own language.
numbers_read()
{
  for number in 1e+06 -1e-05 1e20 0.001 -2.5 16 1.25e+20 1e-300; do
    {
      printf '%s\t%s\n' width 1600 height 900 edge 1 title_size 24 head_size 16 head_lines 0 title x
      printf 'left\t%s\n' $number
    } > "$quoted/chart/settings"
    (
      cd "$quoted/chart" || exit
      LC_ALL=C.UTF-8 gnuplot -d -e "format = 'svg'; settings = 'settings'" -e 'load "../gp/common.gp"' \
        -e "print left - $number" 2>&1
    )
  done | sort -u
}
check quote_numbers "a number of the settings is not what was written" [ "$(numbers_read)" = 0.0 ]
check quote_png "a PNG cannot be drawn" [ -z "$(draw_quoted png)" ]
check quote_controls "a control character gets into a picture" eval '
  [ "$(LC_ALL=C awk -f "$viz/lib/quote.awk" -f "$viz/lib/text.awk" -f /dev/stdin <<EOF
BEGIN {
  for (i = 1; i < 256; i += i == 31 ? 96 : i == 127 ? 999 : 1) {
    c = sprintf("%c", i)
    s = s quote_field("a" c "b") quote_label("a" c "b") quote_html("a" c "b")
  }
  gsub(/a b/, "", s)
  print s "."
}
EOF
)" = . ]'

# What could make code of a text, in the languages of the charts: gnuplot's system(), backquotes, macros, and files
# whose names are not constants; awk's system() and pipes, but for the one that puts a picture of a fixed name into the
# page.
code_of_text()
{
  sed 's/^\([^"]*\)#[^"]*$/\1/' "$viz"/*.gp |
    grep -n 'system\|`\|@[a-z]\|load [^"]\|call \|!  *[a-z]*$\|"[<|]'
  grep -n 'system(\||[^|]*getline\|[^|]| *"' "$viz"/*.awk "$viz"/lib/*.awk | grep -v 'system("base64 -w 0 " picture)'
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
  [ ! -s "$work/err" ] && [ "$(find "$work/evil-charts" -name '*.png' -size +4k | wc -l)" -eq 18 ] &&
    python3 "$here/odd_names.py" formed "$work/evil-charts"/*.svg &&
    sh "$viz/page.sh" "$work/evil-charts" "$work/evil" &&
    [ "$(grep -c '<figure' "$work/evil-charts/index.html")" -eq 18 ] &&
    [ "$(sed 's/src="data:[^"]*"//' "$work/evil-charts/index.html" | grep -c '<script\|<a ')" -eq 0 ]
}
for kind in mixed commands; do
  check "evil_names_$kind" "charts of evil names are not drawn, or not well-formed" evil_round $kind
done
check evil_canary "a name has run" [ -z "$(canary)" ]
