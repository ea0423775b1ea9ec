# SPDX-License-Identifier: GPL-2.0-or-later
# counters.gp: draws what figures/counters.c has prepared (JX paper, figure 13).
load "common.gp"
rows_top = bottom - 30 * count
middle = (top + rows_top) / 2
right = 1190 # what is right of it are the two columns of numbers
set xrange [x_from:x_to]
set ytics font "DejaVu Sans,14" format "%.10g"
set xtics format "" font "DejaVu Sans,14"

eval sprintf(area, left, right, top, middle - 12)
set yrange [0:first_to]
set ylabel first_label font "DejaVu Sans,16" offset -1.5, 0
plot rows index "lost" using 1:(0):1:2:(0):(first_to) with boxxyerror lc rgb "#D8D8D8" title "records lost", \
     rows index "unknown" using 1:(0):1:2:(0):(first_to) with boxxyerror lc rgb "#F3E0E0" title "not recorded", \
     rows index "bands" using 1:(0):1:2:(0):(first_to):5 with boxxyerror lc rgb variable title "collections", \
     rows index "first" using 1:2:3:4:5 with vectors nohead lw 2.5 lc rgb variable title "first"

eval sprintf(area, left, right, middle + 12, rows_top - 22)
set yrange [0:second_to]
set ylabel second_label font "DejaVu Sans,16" offset -1.5, 0
plot rows index "lost" using 1:(0):1:2:(0):(second_to) with boxxyerror lc rgb "#D8D8D8" title "records lost", \
     rows index "unknown" using 1:(0):1:2:(0):(second_to) with boxxyerror lc rgb "#F3E0E0" title "not recorded", \
     rows index "bands" using 1:(0):1:2:(0):(second_to):5 with boxxyerror lc rgb variable title "collections", \
     rows index "second" using 1:2:3:4:5 with vectors nohead lw 2.5 lc rgb variable title "second"

eval sprintf(area, left, right, rows_top, bottom)
unset ylabel
set xlabel x_label font "DejaVu Sans,16" offset 0, -0.3
set xtics format "%.10g"
eval row_axis
do for [i = 0:1] {
  column_end = right + 195 + 200 * i
  set label 10 + i i ? second_name : first_name at screen across(column_end), down(rows_top - 36) right \
    font "DejaVu Sans Bold,14" tc rgb "#555555"
  set label 12 + i "share" at screen across(column_end - 105), down(rows_top - 14) right font "DejaVu Sans,14" \
    tc rgb "#555555"
  set label 14 + i rates ? "in 1,000" : "" at screen across(column_end), down(rows_top - 14) right \
    font "DejaVu Sans,14" tc rgb "#555555"
}
column_font = "DejaVu Sans,15"
plot rows index "lost" using 1:(0.4):1:2:(0.4):(count + 0.6) with boxxyerror lc rgb "#D8D8D8" \
       title "records lost", \
     rows index "unknown" using 1:(0.4):1:2:(0.4):(count + 0.6) with boxxyerror lc rgb "#F3E0E0" \
       title "not recorded", \
     rows index "bars" using 1:3:1:2:3:4:5 with boxxyerror lc rgb variable title "ran", \
     rows index "names" using (x_from):1:2 with labels right offset -1, 0 font "DejaVu Sans,15" title "threads", \
     rows index "shares" using (x_to):1:2 with labels right offset 10, 0 font column_font title "share of first", \
     rows index "shares" using (x_to):1:3 with labels right offset 21.7, 0 font column_font title "in 1000", \
     rows index "shares" using (x_to):1:4 with labels right offset 32.3, 0 font column_font title "share of second", \
     rows index "shares" using (x_to):1:5 with labels right offset 44, 0 font column_font title "in 1000"
unset multiplot
