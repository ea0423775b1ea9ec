# SPDX-License-Identifier: GPL-2.0-or-later
# creation.gp: draws what figures/creation.c has prepared (JX paper, figure 9).
load "sites.gp"
set xrange [x_from:x_to]
set xlabel x_label font "DejaVu Sans,16" offset 0, -0.3
plot rows index "lost" using 1:(0):1:2:(0):(plot) with boxxyerror lc rgb "#D8D8D8" \
       title "records lost", \
     rows index "unknown" using 1:(0):1:2:(0):(plot) with boxxyerror lc rgb "#F3E0E0" \
       title "not recorded", \
     rows index "marks" using 1:3:1:2:3:4:5 with boxxyerror lc rgb variable title "objects made"
unset multiplot
