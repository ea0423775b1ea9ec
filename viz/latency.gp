# SPDX-License-Identifier: GPL-2.0-or-later
# latency.gp: draws what latency.awk has prepared.
load "common.gp"
eval sprintf(area, left, right, top + 10, height - 75)
set xrange [0:pixels]
set yrange [0:103]
set xlabel "time from runnable to running" font "DejaVu Sans,16" offset 0, -0.3
set ylabel "share of the waits (%)" font "DejaVu Sans,16" offset -1, 0
set xtics () font "DejaVu Sans,14"
set for [i = 1:int(ticks)] xtics add (tick_name(i) tick_at(i))
set ytics 10 font "DejaVu Sans,14"
plot rows index "curve1" using 1:2 with lines lw 3 lc rgb "#4E79A7" title "local", \
     rows index "curve2" using 1:2 with lines lw 3 lc rgb "#F28E2B" title "remote", \
     rows index "curve3" using 1:2 with lines lw 3 lc rgb "#59A14F" title "preempted", \
     rows index "curve4" using 1:2 with lines lw 3 lc rgb "#B07AA1" title "preempted and moved", \
     rows index "halves" using 1:2:3 with points pt 7 ps 1.2 * point_size lc rgb variable title "halves"
