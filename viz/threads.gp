# SPDX-License-Identifier: GPL-2.0-or-later
# threads.gp: draws what figures/threads.c has prepared (JX paper, figure 8).
load "common.gp"
eval sprintf(area, left, width - 100, top + 14, bottom)
set xrange [x_from:x_to]
eval row_axis
set xlabel x_label font "DejaVu Sans,16" offset 0, -0.3
set label 10 "CPU" at screen across(width - 82), down(top) font "DejaVu Sans Bold,14" tc rgb "#555555"
plot rows index "lost" using 1:(0.4):1:2:(0.4):(count + 0.6) with boxxyerror lc rgb "#D8D8D8" \
       title "records lost", \
     rows index "unknown" using 1:(0.4):1:2:(0.4):(count + 0.6) with boxxyerror lc rgb "#F3E0E0" \
       title "not recorded", \
     rows index "bars" using 1:3:1:2:3:4:5 with boxxyerror lc rgb variable title "ran", \
     rows index "marks" using 1:3:1:2:3:4:5 with boxxyerror lc rgb variable title "processor", \
     rows index "wakes" using 1:2:(0):3 with vectors size screen 0.006, 20 filled lw 1 lc rgb "#333333" \
       title "unblocked", \
     rows index "names" using (x_from):1:2 with labels right offset -1, 0 font "DejaVu Sans,15" title "threads", \
     rows index "shares" using (x_to):1:2 with labels left offset 1.2, 0 font "DejaVu Sans,15" title "shares"
unset multiplot
