# SPDX-License-Identifier: GPL-2.0-or-later
# drag.gp: draws what figures/drag.c has prepared.
load "common.gp"
set xrange [0:most]
eval row_axis
set xlabel x_label font "DejaVu Sans,16" offset 0, -0.3
unset grid
set grid x back lc rgb "#DDDDDD" lt 1 lw 1
plot rows index "bars" using (0):1:(0):2:($1 - 0.32):($1 + 0.32):3 with boxxyerror lc rgb variable title "held", \
     rows index "names" using (0):1:2 with labels right offset -1, 0 font "DejaVu Sans,15" title "places", \
     rows index "notes" using (most):1:2 with labels left offset 1.2, 0 font "DejaVu Sans,13" \
       tc rgb "#333333" title "notes"
unset multiplot
