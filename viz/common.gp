# SPDX-License-Identifier: GPL-2.0-or-later
#
# common.gp: page, fonts and heading of every chart. The figure's .gp loads it first.
#
# In: `format` (svg or png), `rows` and `settings`, the names of two data files in the current folder, set by chart.sh
# on the command line. `settings` has lines of a name and a value, which lib/page.awk writes.
# Out: a variable for each name that is listed here and that `settings` has; tick_name(i) and tick_at(i), the `ticks` of
# an axis that page_tick() has placed. A page measured in pixels: across(x) and down(y) are screen coordinates,
# dot_radius is that of a round point (pt 6 and 7) of point size 1.
#
# What always holds: no text of a run is gnuplot code. Texts and numbers are read as data; what eval gets are names that
# stand in this file, and numbers by %d. No file is opened but those named here, in chart.sh and by the .gp files.

numbers = "width height top edge title_size head_size head_lines sub_title_lines legends left right ".\
          "x_from x_to y_from y_to count ticks pixels every most rows_top rows_left rows_right middle first_to ".\
          "second_to split pause_to pairs dot_size dot_width plot_top plot_bottom stretch_to"
flags = "rates pauses dense collections_full"
texts = "title x_label y_label pause_label first_name first_label second_name second_label collections_colour"

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
head_y = edge + 1.4 * title_size + 0.6 * head_size
# Lines of one label are 1.35 times the font size apart in neither terminal: each line is a label.
do for [i = 1:int(head_lines)] {
  head_colour = i > sub_title_lines ? "#C00000" : "#555555"
  set label 200 + i given(sprintf("head_line.%d", i)) \
    at screen across(edge), down(head_y + 1.35 * head_size * (i - 1)) \
    font head_font tc rgb head_colour
}

# The legend, coloured squares or marks with names; places and names come from page_legend().
if (place("legends")) {
  do for [i = 1:int(legends)] {
    legend_x = number(sprintf("legend_x.%d", i))
    legend_colour = int(number(sprintf("legend_colour.%d", i)))
    legend_y = number(sprintf("legend_y.%d", i))
    legend_mark = sprintf("legend_mark.%d", i)
    if (place(legend_mark)) {
      set label 100 + i given(sprintf("legend_name.%d", i)) at screen across(legend_x + 16), down(legend_y) \
        font "DejaVu Sans,14" tc rgb "#333333" offset 1.2, 0.2
      set label 300 + i given(legend_mark) at screen across(legend_x + 16), down(legend_y) center \
        font "DejaVu Sans Bold,16" tc rgb legend_colour offset 0, 0.2
    } else {
      set label 100 + i given(sprintf("legend_name.%d", i)) at screen across(legend_x + 16), down(legend_y) \
        font "DejaVu Sans,14" tc rgb "#333333" point pt 5 ps point_size lc rgb legend_colour offset 1.2, 0
    }
  }
}

set key off
set border lw 1 lc rgb "#888888"
set tics nomirror out scale 0.5 textcolor rgb "#333333"
set grid back lc rgb "#DDDDDD" lt 1 lw 1

# A plotting area in pixels of the page.
area = "set lmargin at screen across(%d); set rmargin at screen across(%d); ".\
       "set tmargin at screen down(%d); set bmargin at screen down(%d)"
