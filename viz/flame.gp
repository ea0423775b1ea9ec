# SPDX-License-Identifier: GPL-2.0-or-later
# flame.gp: draws what flame.awk has laid out.
load "common.gp"
unset border
unset tics
unset grid
set margins 0, 0, 0, 0
set xrange [0:width]
set yrange [height:0]
set style fill solid 1 border lc rgb "#FFFFFF"
plot rows index "frames" using 1:2:1:3:2:4:5 with boxxyerror lc rgb variable title "frames", \
     rows index "names" using 1:2:3 with labels left font "DejaVu Sans,14" title "names", \
     rows index "small" using 1:2:3 with labels left font "DejaVu Sans,11" title "names of small frames"
