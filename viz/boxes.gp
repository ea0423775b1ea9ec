# SPDX-License-Identifier: GPL-2.0-or-later
# boxes.gp: draws what figures/boxes.c has laid out (JX paper, figure 4).
load "common.gp"
unset border
unset tics
unset grid
eval sprintf(area, edge, width - edge, top, bottom)
set xrange [0:plot_width]
set yrange [plot:0]
set style fill solid 1 border lc rgb "#555555"
plot rows index "boxes" using 1:2:1:3:2:4:5 with boxxyerror lc rgb variable title "boxes", \
     rows index "names" using 1:2:3 with labels left font "DejaVu Sans Mono,14" title "names", \
     rows index "small" using 1:2:3 with labels left font "DejaVu Sans Mono,11" title "names of small boxes", \
     rows index "upright" using 1:2:3 with labels left rotate by 90 font "DejaVu Sans Mono,11" \
       title "names of high boxes"
unset multiplot
