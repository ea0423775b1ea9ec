# SPDX-License-Identifier: GPL-2.0-or-later
# survival.gp: draws what figures/survival.c has prepared.
load "common.gp"
set xrange [0:x_to]
set yrange [0:103]
set xlabel "age (bytes allocated since the birth)" font "DejaVu Sans,16" offset 0, -0.3
set ylabel "still alive (%)" font "DejaVu Sans,16" offset -1, 0
set xtics ()
set for [i = 1:int(ticks)] xtics add (tick_name(i) tick_at(i))
set ytics 10
if (every >= 0) {
  set arrow 1 from every, graph 0 to every, graph 1 nohead lw 1.5 dt 2 lc rgb "#888888"
}
if (band) {
  plot rows index "band" using 1:2:3 with filledcurves fc rgb "#C9DAEA" notitle, \
       rows index "curve" using 1:3 with steps lw 5 lc rgb "#F28E2B" title "bytes", \
       rows index "curve" using 1:2 with steps lw 2 lc rgb "#4E79A7" title "objects", \
       rows index "halves" using 1:2:3 with points pt 7 ps point_size lc rgb variable title "halves"
} else {
  plot rows index "curve" using 1:3 with steps lw 5 lc rgb "#F28E2B" title "bytes", \
     rows index "curve" using 1:2 with steps lw 2 lc rgb "#4E79A7" title "objects", \
     rows index "halves" using 1:2:3 with points pt 7 ps point_size lc rgb variable title "halves"
}
unset multiplot
