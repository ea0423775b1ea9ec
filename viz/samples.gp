# SPDX-License-Identifier: GPL-2.0-or-later
# samples.gp: draws what figures/samples.c has prepared.
load "common.gp"
set xrange [0:most]
eval row_axis
set xlabel "share of the samples (%)" font "DejaVu Sans,16" offset 0, -0.3
unset grid
set grid x back lc rgb "#DDDDDD" lt 1 lw 1
plot rows index "self" using (0):1:(0):5:($1 - 0.36):($1 + 0.36):7 with boxxyerror lc rgb variable \
       title "with callees", \
     rows index "self" using (0):1:(0):2:($1 - 0.26):($1 + 0.26):6 with boxxyerror lc rgb variable title "itself", \
     rows index "self" using 2:1:3:4 with xerrorbars pt -1 lw 1.8 lc rgb "#222222" title "95 % interval", \
     rows index "names" using (0):1:2 with labels right offset -1, 0 font "DejaVu Sans,15" title "functions", \
     rows index "numbers" using (most):1:2 with labels left offset 1.2, 0 font "DejaVu Sans,13" \
       tc rgb "#333333" title "shares"
unset multiplot
