# SPDX-License-Identifier: GPL-2.0-or-later
# events.gp: draws what figures/events.c has prepared (JX paper, figures 5 and 6).
load "common.gp"
eval sprintf(area, left, width - 100, top + 14, bottom)
set xrange [x_from:x_to]
eval row_axis
set xlabel x_label font "DejaVu Sans,16" offset 0, -0.3
set label 10 "count" at screen across(width - 82), down(top) font "DejaVu Sans Bold,14" tc rgb "#555555"
plot rows index "lost" using 1:(0.4):1:2:(0.4):(count + 0.6) with boxxyerror lc rgb "#D8D8D8" \
       title "records lost", \
     rows index "unknown" using 1:(0.4):1:2:(0.4):(count + 0.6) with boxxyerror lc rgb "#F3E0E0" \
       title "not recorded", \
     rows index "path" using 1:2 with lines lw 1 lc rgb "#BBBBBB" title "order", \
     rows index "bars" using 1:3:1:2:3:4:5 with boxxyerror lc rgb variable title "events", \
     rows index "ticks" using 1:2:(0):3:4 with vectors nohead lw 2.5 lc rgb variable title "events", \
     rows index "names" using (x_from):1:2 with labels right offset -1, 0 font "DejaVu Sans,15" title "names", \
     rows index "counts" using (x_to):1:2 with labels left offset 1.2, 0 font "DejaVu Sans,15" title "counts"
unset multiplot
