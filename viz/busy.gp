# SPDX-License-Identifier: GPL-2.0-or-later
# busy.gp: draws what figures/busy.c has prepared.
load "common.gp"
eval sprintf(area, left, right, top + 14, bottom)
set xrange [x_from:x_to]
set yrange [0:y_to * 1.04]
set xlabel x_label font "DejaVu Sans,16" offset 0, -0.3
set ylabel y_label font "DejaVu Sans,16" offset -1, 0
set ytics 0, (y_to > 16 ? ceil(y_to / 16.0) : 1)
set label 10 "share of the time" at screen across(right + 12), down(top) font "DejaVu Sans Bold,14" tc rgb "#555555"
pixel = 0.5 * (x_to - x_from) / (right - left) # bars that only touch have pale seams
plot rows index "lost" using 1:(0):1:2:(0):(y_to) with boxxyerror lc rgb "#D8D8D8" title "records lost", \
     rows index "unknown" using 1:(0):1:2:(0):(y_to) with boxxyerror lc rgb "#F3E0E0" title "not recorded", \
     rows index "most" using 1:(0):1:($2 + pixel):(0):3 with boxxyerror lc rgb "#A9C4E0" title "at most", \
     rows index "area" using 1:(0):1:($2 + pixel):(0):3 with boxxyerror lc rgb "#4E79A7" title "busy", \
     rows index "shares" using (x_to):1:2 with labels left offset 1.2, 0 font "DejaVu Sans,15" title "shares"
unset multiplot
