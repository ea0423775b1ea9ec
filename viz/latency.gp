# SPDX-License-Identifier: GPL-2.0-or-later
# latency.gp: draws what figures/latency.c has prepared.
load "common.gp"
set xrange [x_from:x_to]
set logscale x 10
set yrange [0:103]
set xlabel "time from runnable to running" font "DejaVu Sans,16" offset 0, -0.3
set ylabel "share of the waits (%)" font "DejaVu Sans,16" offset -1, 0
set xtics ()
set for [i = 1:int(ticks)] xtics add (tick_name(i) tick_at(i))
set ytics 10
plot rows index "curve1" using 1:2 with lines lw 3 lc rgb "#4E79A7" title "local", \
     rows index "curve2" using 1:2 with lines lw 3 lc rgb "#F28E2B" title "remote", \
     rows index "curve3" using 1:2 with lines lw 3 lc rgb "#59A14F" title "preempted", \
     rows index "curve4" using 1:2 with lines lw 3 lc rgb "#B07AA1" title "preempted and moved", \
     rows index "halves" using 1:2:3 with points pt 7 ps 1.2 * point_size lc rgb variable title "halves"
unset multiplot
