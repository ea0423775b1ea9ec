# SPDX-License-Identifier: GPL-2.0-or-later
# intervals.gp: draws what figures/intervals.c has prepared (JX paper, figure 7).
load "common.gp"
eval sprintf(area, left, right, top, top + upper)
set xrange [x_from:x_to]
set yrange [y_from:y_to]
set logscale y 10
set xlabel x_label font "DejaVu Sans,16" offset 0, -0.2
set ytics ()
set for [i = 1:int(ticks)] ytics add (tick_name(i) tick_at(i))
set ylabel "time between two events" font "DejaVu Sans,16" offset -1.5, 0
plot rows index "lost" using 1:(y_from):1:2:(y_from):(y_to) with boxxyerror fs solid 1 noborder lc rgb "#D8D8D8" \
       title "records lost", \
     rows index "unknown" using 1:(y_from):1:2:(y_from):(y_to) with boxxyerror fs solid 1 noborder lc rgb "#F3E0E0" \
       title "not recorded", \
     rows index "dots" using ($1 - dot_width / 2):2:(dot_width):(0):3 with vectors nohead \
       lw dot_size lc rgb variable title "intervals", \
     rows index "longest" using 1:2 with points pt 6 ps 1.4 * point_size lw 1.5 lc rgb "#222222" title "longest"

unset ylabel
set xlabel "time between two events" font "DejaVu Sans,14"
eval sprintf(area, edge + 20 + 8.4 * rows_columns, 1225, bottom - 36 * pairs, bottom)
unset logscale y
count = pairs
eval row_axis
set xrange [y_from:y_to]
set logscale x 10
set xtics format ""
set xtics ()
set for [i = 1:int(ticks)] xtics add (tick_name(i) tick_at(i))
plot rows index "spread" using 3:1:3:7:($1 - 0.08):($1 + 0.08):2 with boxxyerror lc rgb variable \
       title "5 % to 95 %", \
     rows index "spread" using 4:1:4:6:($1 - 0.3):($1 + 0.3):2 with boxxyerror lc rgb variable title "25 % to 75 %", \
     rows index "spread" using 5:($1 - 0.36):(0):(0.72) with vectors nohead lw 3 lc rgb "black" title "median", \
     rows index "names" using (y_from):1:2:3 with labels right offset -1, 0 font "DejaVu Sans,14" \
       tc rgb variable title "pairs", \
     rows index "numbers" using (y_to):1:2 with labels left offset 1.2, 0 font "DejaVu Sans,14" \
       tc rgb "#333333" title "numbers"
unset multiplot
