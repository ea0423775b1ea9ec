# SPDX-License-Identifier: GPL-2.0-or-later
#
# sums.awk: of a run with bursts, microseconds: the sum of the functions' own times, the plain run's (plain), and that
# of the image with its probes off (off). What interrupts took is no time of the program.
#
#   awk -v plain= -v off= -f sums.awk counted.tsv

BEGIN { FS = "\t" }
/^#/ { next }
$1 == "function" { for (i = 1; i <= NF; i++) column[$i] = i; next }
$1 != "[timer signal]" { own += $(column["own_us"]) }
END { printf "%.0f\t%.0f\t%.0f\n", own, plain, off }
