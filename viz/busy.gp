# SPDX-License-Identifier: GPL-2.0-or-later
# busy.gp: draws what busy.awk has prepared.
load "common.gp"
eval sprintf(area, left, right, top + 10, height - 75)
set xrange [x_from:x_to]
set yrange [0:y_to * 1.04]
set xlabel x_label font "DejaVu Sans,16" offset 0, -0.3
set ylabel y_label font "DejaVu Sans,16" offset -1, 0
set xtics format "%.10g" font "DejaVu Sans,14"
y_step = y_to > 16 ? ceil(y_to / 16.0) : 1
set ytics 0, y_step font "DejaVu Sans,14"
set style fill solid 1 noborder
set label 10 "share of the time" at screen across(right + 18), down(top) font "DejaVu Sans Bold,14" tc rgb "#555555"
plot rows index "lost" using 1:(0):1:2:(0):(y_to) with boxxyerror lc rgb "#D8D8D8" title "records lost", \
     rows index "unknown" using 1:(0):1:2:(0):(y_to) with boxxyerror lc rgb "#F3E0E0" title "not recorded", \
     rows index "most" using 1:(0):1:2:(0):3 with boxxyerror lc rgb "#A9C4E0" title "at most", \
     rows index "area" using 1:(0):1:2:(0):3 with boxxyerror lc rgb "#4E79A7" title "busy", \
     rows index "shares" using (x_to):1:2 with labels left offset 1.2, 0 \
       font "DejaVu Sans,15" title "shares"
