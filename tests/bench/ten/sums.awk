# SPDX-License-Identifier: GPL-2.0-or-later
#
# sums.awk: of a run with bursts, microseconds: the sum of the functions' own times, the plain run's (plain), that of
# the plain program in another layout (again), and that of the image with its probes off (off): of each how long it had
# the processor. What interrupts took is no time of the program, and neither is the time without the processor (wall -
# running, of the run with bursts), which the profiler in a Linux process does not see.
#
#   awk -v plain= -v again= -v off= -v wall= -v running= -f sums.awk counted.tsv

BEGIN { FS = "\t" }
/^#/ { next }
$1 == "function" { for (i = 1; i <= NF; i++) column[$i] = i; next }
$1 != "[timer signal]" { own += $(column["own_us"]) }
END { printf "%.0f\t%.0f\t%.0f\t%.0f\n", own - (wall - running), plain, again, off }
