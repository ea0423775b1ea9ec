# SPDX-License-Identifier: GPL-2.0-or-later
#
# common.gp: page, fonts and heading of every chart. The figure's .gp loads it first.
#
# In, from the environment: RENDER_FORMAT (svg or png), RENDER_OUTPUT, RENDER_DATA (the chart's TSV) and
# RENDER_SETTINGS, which lib/page.awk writes: title, head_line, width, height, top, edge.
# Out: `rows`, the name of the TSV file, and a page measured in pixels: across(x) and down(y) are screen coordinates,
# dot_radius is that of a round point (pt 6 and 7) of point size 1.

variable(name) = system(sprintf("printf %%s \"$%s\"", name))
rows = variable("RENDER_DATA")
load variable("RENDER_SETTINGS")

# pngcairo takes a font size in points of 96 per inch, svg in pixels: 0.75 makes both pictures alike (gnuplot 5.4).
if (variable("RENDER_FORMAT") eq "svg") {
  set terminal svg size width, height font "DejaVu Sans,14" background "white" noenhanced
  point_size = 1.2
  dot_radius = 5.25 # svg.trm of gnuplot 5.4: the `scale` of a point of size 1, of radius 1
} else {
  set terminal pngcairo size width, height font "DejaVu Sans,14" fontscale 0.75 background "white" noenhanced
  point_size = 1.6
  dot_radius = 3.0  # measured: a circle of point size 4 is 24 pixels wide (gnuplot 5.4)
}
set encoding utf8
set datafile separator tab
set output variable("RENDER_OUTPUT")

across(x) = 1.0 * x / width
down(y) = 1 - 1.0 * y / height

title_font = sprintf("DejaVu Sans Bold,%d", title_size)
head_font = sprintf("DejaVu Sans,%d", head_size)
set label 1 title at screen across(edge), down(edge + 0.5 * title_size) font title_font tc rgb "#222222"
head_y = edge + 1.4 * title_size + 0.6 * head_size
# Lines of one label are 1.35 times the font size apart in neither terminal: each line is a label.
do for [i = 1:head_lines] {
  head_colour = i > sub_title_lines ? "#C00000" : "#555555"
  set label 200 + i head_line[i] at screen across(edge), down(head_y + 1.35 * head_size * (i - 1)) font head_font \
    tc rgb head_colour
}

# The legend, a line of coloured squares with names; places and names come from page_legend().
if (exists("legend_count")) {
  do for [i = 1:legend_count] {
    set label 100 + i legend_name[i] at screen across(legend_x[i] + 16), down(legend_y) font "DejaVu Sans,14" \
      tc rgb "#333333" point pt 5 ps point_size lc rgb legend_colour[i] offset 1.2, 0
  }
}

set key off
set border lw 1 lc rgb "#888888"
set tics nomirror out scale 0.5 textcolor rgb "#333333"
set grid back lc rgb "#DDDDDD" lt 1 lw 1

# A plotting area in pixels of the page.
area = "set lmargin at screen across(%d); set rmargin at screen across(%d); ".\
       "set tmargin at screen down(%d); set bmargin at screen down(%d)"
