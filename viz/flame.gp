# SPDX-License-Identifier: GPL-2.0-or-later
# flame.gp: draws what figures/flame.c has laid out.
load "common.gp"
unset border
unset tics
unset grid
eval sprintf(area, edge, width - edge, top, bottom)
set xrange [0:plot_width]
set yrange [plot:0]
set style fill solid 1 border lc rgb "#FFFFFF"
plot rows index "frames" using 1:2:1:3:2:4:5 with boxxyerror lc rgb variable title "frames", \
     rows index "names" using 1:2:3 with labels left font "DejaVu Sans Mono,14" title "names", \
     rows index "small" using 1:2:3 with labels left font "DejaVu Sans Mono,11" title "names of small frames"
unset multiplot
