# SPDX-License-Identifier: GPL-2.0-or-later
# heap.gp: draws what figures/heap.c has prepared.
load "common.gp"
eval sprintf(area, left, right, top, top + upper)
set xrange [x_from:x_to]
set yrange [0:y_to]
set ylabel y_label font "DejaVu Sans,16" offset -1.5, 0
if (pauses) { set xtics format "" } else { set xlabel x_label font "DejaVu Sans,16" offset 0, -0.2 }
plot rows index "lost" using 1:(0):1:2:(0):(y_to) with boxxyerror lc rgb "#D8D8D8" \
       title "records lost", \
     rows index "unknown" using 1:(0):1:2:(0):(y_to) with boxxyerror lc rgb "#F3E0E0" title "not recorded", \
     rows index "bands" using 1:(0):1:2:(0):(y_to):5 with boxxyerror lc rgb variable title "collections", \
     rows index "used" using 1:2 with filledcurves y1=0 fc rgb "#804E79A7" title "used", \
     rows index "used" using 1:2 with lines lw 1.5 lc rgb "#4E79A7" title "used", \
     rows index "size" using 1:2 with lines lw (dense ? 0.5 : 1.5) lc rgb "#333333" title "size", \
     rows index "size" using 1:(dense ? NaN : $2) with points pt 7 ps 0.3 * point_size lc rgb "#333333" title "size"

if (pauses) {
  eval sprintf(area, left, right, top + upper + 30, bottom)
  set xlabel x_label font "DejaVu Sans,16" offset 0, -0.2
  set ylabel pause_label font "DejaVu Sans,16" offset -1.5, 0
  set xtics format "%.10g" font "DejaVu Sans,14"
  set yrange [0:pause_to]
  plot rows index "lost" using 1:(0):1:2:(0):(pause_to) with boxxyerror lc rgb "#D8D8D8" \
         title "records lost", \
       rows index "unknown" using 1:(0):1:2:(0):(pause_to) with boxxyerror lc rgb "#F3E0E0" title "not recorded", \
       rows index "pauses" using 1:(0):(0):2:3 with vectors nohead lw (dense ? 1 : 2.5) lc rgb variable \
         title "pauses", \
       rows index "pauses" using 1:(dense ? NaN : $2):3 with points pt 7 ps 0.4 * point_size lc rgb variable \
         title "pauses"
}
unset multiplot
