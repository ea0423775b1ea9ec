# SPDX-License-Identifier: GPL-2.0-or-later
#
# common.gp: page, heading and legend of every chart. The figure's .gp loads it first, draws, and ends with
# `unset multiplot'.
#
# In: `format` (svg or png), `rows` and `settings`, the names of two data files in the current folder, set by chart.sh
# on the command line. `settings` has lines of a name and a value, which figures/ writes.
# Out: a variable for each name that is listed here and that `settings` has; tick_name(i) and tick_at(i), the `ticks` of
# an axis. A page measured in pixels: across(x) and down(y) are screen coordinates, `top' and `bottom' are the ends of
# what is drawn, `left' and `right' leave room for `left_columns' and `right_columns' letters of names beside it;
# dot_radius is the radius of a round point (pt 6 and 7) of point size 1.
#
# What always holds: no text of a run is gnuplot code. Texts and numbers are read as data; what eval gets are names that
# stand in this file, and numbers by %d. No file is opened but those named here, in chart.sh and by the .gp files.

numbers = "head_lines sub_title_lines legends legend_columns left_columns right_columns plot plot_width upper x_from ".\
          "x_to y_from y_to count ticks every most rows_columns first_to second_to pause_to pairs dot_size dot_width ".\
          "stretch_to class_columns method_columns"
flags = "rates pauses dense collections_full band"
texts = "title x_label y_label pause_label first_name first_label second_name second_label collections_colour ".\
        "notes_head"

set encoding utf8
set datafile separator tab
stats settings using (0) nooutput
array setting_name[int(STATS_records)]
array setting_value[int(STATS_records)]
array setting_number[int(STATS_records)] # real("1e+06") is an error (gnuplot 5.4), column() takes any number
line = 0
stats settings using (line = line + 1, setting_name[line] = strcol(1), setting_value[line] = strcol(2), \
                      setting_number[line] = valid(2) ? column(2) : NaN, 0) nooutput
place(name) = (found = 0, sum [at = 1:line] (setting_name[at] eq name ? (found = at) : 0), found)
given(name) = setting_value[place(name)]
number(name) = setting_number[place(name)]
tick_name(i) = given(sprintf("tick_name.%d", i))
tick_at(i) = number(sprintf("tick_at.%d", i))
do for [name in numbers] { if (place(name)) { eval sprintf("%s = number('%s')", name, name) } }
do for [name in flags] { if (place(name)) { eval sprintf("%s = number('%s') != 0", name, name) } }
do for [name in texts] { if (place(name)) { eval sprintf("%s = given('%s')", name, name) } }

# The page, from above: title, heading, legend, then what is drawn, and below it (except of boxes) an axis with its
# label. gnuplot takes letters to be 0.6 of their size wide, and so does what is left to names beside an axis, in
# letters of 15.
width = 1600
edge = 20
title_size = 24
head_size = 16
head_y = edge + 1.4 * title_size + 0.6 * head_size
legend_y = edge + 1.4 * title_size + 1.35 * head_size * head_lines + 14
legend_rows = legends > 0 ? ceil(legends / floor((width - 2.0 * edge) / (8.4 * legend_columns + 60))) : 0
top = legend_y + (legends > 0 ? 20 * legend_rows + (place("notes_head") ? 26 : 12) : 20)
page_bottom = place("plot_width") ? edge : 75
bottom = top + plot
height = bottom + page_bottom
column = 9.3
left = place("left_columns") ? edge + 20 + column * left_columns : 120
right = width - edge - (place("right_columns") ? 16 + 8.2 * right_columns : 20)

# pngcairo takes a font size in points of 96 per inch, svg in pixels: 0.75 makes both pictures alike (gnuplot 5.4).
if (format eq "svg") {
  set terminal svg size width, height font "DejaVu Sans,14" background "white" noenhanced
  point_size = 1.2
  dot_radius = 5.25 # svg.trm of gnuplot 5.4: the `scale` of a point of size 1, of radius 1
} else {
  set terminal pngcairo size width, height font "DejaVu Sans,14" fontscale 0.75 background "white" noenhanced
  point_size = 1.6
  dot_radius = 3.0  # measured: a circle of point size 4 is 24 pixels wide (gnuplot 5.4)
}
set output "chart.".format

across(x) = 1.0 * x / width
down(y) = 1 - 1.0 * y / height

title_font = sprintf("DejaVu Sans Bold,%d", title_size)
head_font = sprintf("DejaVu Sans,%d", head_size)
set label 1 title at screen across(edge), down(edge + 0.5 * title_size) font title_font tc rgb "#222222"
# Lines of one label are 1.35 times the font size apart in neither terminal: each line is a label.
do for [i = 1:int(head_lines)] {
  head_colour = i > sub_title_lines ? "#C00000" : "#555555"
  set label 200 + i given(sprintf("head_line.%d", i)) \
    at screen across(edge), down(head_y + 1.35 * head_size * (i - 1)) \
    font head_font tc rgb head_colour
}

# The legend is gnuplot's: entries without a plot, each with a mark that looks like what is drawn.
marks = "area line dot ring bar dashes range arrow"
array mark_style[8]
mark_style[1] = "boxes fs solid 1 noborder"
mark_style[2] = "lines lw 3"
mark_style[3] = "points pt 7 ps 1.2 * point_size"
mark_style[4] = "points pt 6 ps 1.2 * point_size lw 1.5"
mark_style[5] = "points pt '|'"
mark_style[6] = "lines lw 1.5 dt (6, 4)"
mark_style[7] = "lines lw 1.8"
mark_style[8] = "vectors filled lw 1"
style(name) = mark_style[sum [m = 1:8] (word(marks, m) eq name ? m : 0)]
legend_style(i) = style(given(sprintf("legend_mark.%d", i)))
legend_name(i) = given(sprintf("legend_name.%d", i))
legend_rgb(i) = int(number(sprintf("legend_colour.%d", i)))

set multiplot
unset border
unset tics
set margins 0, 0, 0, 0
set xrange [0:1]
set yrange [0:1]
set key at screen across(edge), down(legend_y) left top vertical maxrows (legend_rows > 1 ? legend_rows : 1) \
  Left reverse samplen 1.5 font "DejaVu Sans,14" textcolor rgb "#333333"
entries = "plot -9 notitle"
do for [i = 1:int(legends)] {
  entries = entries.sprintf(", keyentry with %s lc rgb legend_rgb(%d) title legend_name(%d)", legend_style(i), i, i)
}
eval entries
set key off
unset label

set border 31 lw 1 lc rgb "#888888"
set xtics nomirror out scale 0.5 format "%.10g" font "DejaVu Sans,14" textcolor rgb "#333333"
set ytics nomirror out scale 0.5 font "DejaVu Sans,14" textcolor rgb "#333333"
set grid back lc rgb "#DDDDDD" lt 1 lw 1
set style fill solid 1 noborder

# A plotting area in pixels of the page.
area = "set lmargin at screen across(%d); set rmargin at screen across(%d); ".\
       "set tmargin at screen down(%d); set bmargin at screen down(%d)"
eval sprintf(area, left, right, top, bottom)

# Rows, from 1 on, with names on the left and numbers on the right.
row_axis = "set yrange [count + 0.6:0.4]; set ytics 1 format '' scale 0"
