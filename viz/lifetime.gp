# SPDX-License-Identifier: GPL-2.0-or-later
# lifetime.gp: draws what figures/lifetime.c has prepared (JX paper, figures 10 and 11).
load "sites.gp"
set xrange [x_from:x_to]
set xlabel x_label font "DejaVu Sans,16" offset 0, -0.3
length = collections_full ? plot : 8
plot rows index "lost" using 1:(0):1:2:(0):(plot) with boxxyerror lc rgb "#D8D8D8" \
       title "records lost", \
     rows index "unknown" using 1:(0):1:2:(0):(plot) with boxxyerror lc rgb "#F3E0E0" \
       title "not recorded", \
     rows index "lanes" using 1:3:1:2:3:4:5 with boxxyerror lc rgb variable title "alive", \
     rows index "ends" using (stretch_to):1:(stretch_to):(x_to):1:2 with boxxyerror lc rgb "#222222" \
       title "lived on", \
     rows index "collections" using 1:(0):(0):(length) with vectors nohead lw 1 lc rgb collections_colour \
       title "collections"
unset multiplot
