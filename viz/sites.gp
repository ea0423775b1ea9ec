# SPDX-License-Identifier: GPL-2.0-or-later
#
# sites.gp: the rows of the charts by place in the code, as lib/sites.awk has laid them out: lettering and lines, in
# pixels of the page, and then a plotting area whose y are pixels of the page as well.
load "common.gp"
set multiplot
unset border
unset tics
unset grid
set margins 0, 0, 0, 0
set xrange [0:width]
set yrange [height:0]
plot rows index "rules" using 1:3:($2 - $1):(0):4 with vectors nohead lw 1 lc rgb variable title "rules", \
     rows index "packages" using 1:2:3 with labels left font "DejaVu Sans Bold,14" tc rgb "#333333" \
       title "packages", \
     rows index "classes" using 1:2:3 with labels left font "DejaVu Sans,14" tc rgb "#333333" title "classes", \
     rows index "methods" using 1:2:3 with labels right font "DejaVu Sans,14" tc rgb "#333333" title "methods", \
     rows index "notes" using 1:2:3 with labels left font "DejaVu Sans,13" tc rgb "#333333" title "notes"

unset label
eval sprintf(area, left, right, plot_top, plot_bottom)
set border 31 lw 1 lc rgb "#888888"
set tics nomirror out scale 0.5 textcolor rgb "#333333"
set yrange [plot_bottom:plot_top]
set xtics format "%.10g" font "DejaVu Sans,14"
unset ytics
set grid x back lc rgb "#DDDDDD" lt 1 lw 1
set style fill solid 1 noborder
