# SPDX-License-Identifier: GPL-2.0-or-later
#
# sites.gp: the rows of the charts by place in the code, as figures/sites.c has laid them out: lettering and lines,
# and then a plotting area; y are pixels from the top of the plot.
load "common.gp"
class_left = edge + 14
left = class_left + 8.6 * class_columns + 16 + 8.6 * method_columns + 12
unset border
unset tics
unset grid
set margins 0, 0, 0, 0
set xrange [0:width]
set yrange [height:0]
set label 11 notes_head at screen across(right + 14), down(top - 8) font "DejaVu Sans Bold,14" tc rgb "#333333"
begin(level) = level == 0 ? edge : level == 1 ? class_left : left
plot rows index "rules" using (begin($1)):(top + $2):(width - edge - begin($1)):(0):3 with vectors nohead lw 1 \
       lc rgb variable title "rules", \
     rows index "packages" using (edge):(top + $1):2 with labels left font "DejaVu Sans Bold,14" tc rgb "#333333" \
       title "packages", \
     rows index "classes" using (class_left):(top + $1):2 with labels left font "DejaVu Sans,14" tc rgb "#333333" \
       title "classes", \
     rows index "others" using (edge):(top + $1):2 with labels left font "DejaVu Sans,14" tc rgb "#333333" \
       title "other places", \
     rows index "methods" using (left - 12):(top + $1):2 with labels right font "DejaVu Sans,14" tc rgb "#333333" \
       title "methods", \
     rows index "notes" using (right + 14):(top + $1):2 with labels left font "DejaVu Sans,13" tc rgb "#333333" \
       title "notes"

unset label
eval sprintf(area, left, right, top, bottom)
set border 31 lw 1 lc rgb "#888888"
set yrange [plot:0]
set xtics nomirror out scale 0.5 format "%.10g" font "DejaVu Sans,14" textcolor rgb "#333333"
unset ytics
set grid x back lc rgb "#DDDDDD" lt 1 lw 1
