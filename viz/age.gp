# SPDX-License-Identifier: GPL-2.0-or-later
# age.gp: draws what figures/age.c has prepared (JX paper, figure 12).
load "sites.gp"
set xrange [0:x_to]
set xlabel "age (bytes allocated since the birth)" font "DejaVu Sans,16" offset 0, -0.3
set format x ""
set xtics () font "DejaVu Sans,14"
set for [i = 1:int(ticks)] xtics add (tick_name(i) tick_at(i))
if (every >= 0) {
  set arrow 1 from every, graph 0 to every, graph 1 nohead lw 1.5 dt 2 lc rgb "#888888"
}
pixel = x_to / (right - left) # radii are in units of the horizontal axis
set style fill solid 1 noborder
plot rows index "dots" using 1:2:($3 * pixel) with circles fs solid 1 noborder fc rgb "#384E79A7" title "died", \
     rows index "rings" using 1:2:($3 * pixel) with circles lw 1.2 lc rgb "#222222" fs empty border \
       title "alive at the end", \
     rows index "specks" using 1:2:($3 / dot_radius) with points pt 7 ps variable lc rgb "#384E79A7" title "died", \
     rows index "hoops" using 1:2:($3 / dot_radius) with points pt 6 ps variable lw 1.2 lc rgb "#222222" \
       title "alive at the end", \
     rows index "means" using 1:2:(0):3 with vectors nohead lw 2.5 lc rgb "#D62728" title "mean"

# What the areas mean, below the rows.
unset arrow
unset border
unset tics
unset grid
unset xlabel
set margins 0, 0, 0, 0
set xrange [0:width]
set yrange [height:0]
size_x(i) = edge + 40 + 190 * i
plot rows index "sizes" using (size_x($1)):(height - 36):2 with circles fs solid 1 noborder fc rgb "#888888" \
       title "sizes", \
     rows index "sizes" using (size_x($1) + $2 + 8):(height - 36):3 with labels left font "DejaVu Sans,14" \
       tc rgb "#333333" title "objects"
unset multiplot
