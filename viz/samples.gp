# SPDX-License-Identifier: GPL-2.0-or-later
# samples.gp: draws what samples.awk has prepared.
load "common.gp"
eval sprintf(area, left, right, top + 10, height - 75)
set xrange [0:most]
set yrange [count + 0.6:0.4]
set xlabel "share of the samples (%)" font "DejaVu Sans,16" offset 0, -0.3
set xtics font "DejaVu Sans,14"
set ytics 1 format "" scale 0
unset grid
set grid x back lc rgb "#DDDDDD" lt 1 lw 1
set style fill solid 1 noborder
plot rows index "self" using (0):1:(0):5:($1 - 0.36):($1 + 0.36):7 with boxxyerror lc rgb variable \
       title "with callees", \
     rows index "self" using (0):1:(0):2:($1 - 0.26):($1 + 0.26):6 with boxxyerror lc rgb variable title "itself", \
     rows index "self" using 2:1:3:4 with xerrorbars pt -1 lw 1.8 lc rgb "#222222" title "95 % interval", \
     rows index "names" using (0):1:2 with labels right offset -1, 0 font "DejaVu Sans,15" title "functions", \
     rows index "numbers" using (most):1:2 with labels left offset 1.2, 0 font "DejaVu Sans,13" \
       tc rgb "#333333" title "shares"
