# SPDX-License-Identifier: GPL-2.0-or-later
#
# sums.awk: of a run, against the plain run's microseconds (plain): error in % of the sum of the functions' own times,
# of the sum of corrected times by constants, the share in % of time that rests on turns, and by how many % the image
# with its probes off takes longer (off).
#
#   awk -v plain= -v off= -f sums.awk own.tsv methods.tsv

BEGIN { FS = "\t" }
/^#/ { next }
$1 == "function" { file++; for (i = 1; i <= NF; i++) column[file, $i] = i; next }
file == 1 {
  us = $(column[1, "own_us"])
  if (us == "-") # a small difference of large times: between its bounds
    us = ($(column[1, "low_us"]) + ($(column[1, "high_us"]) == "-" ? 0 : $(column[1, "high_us"]))) / 2
  own += us
  if ($(column[1, "rests"]) ~ /turns/)
    turns += us
}
file == 2 { corrected += $(column[2, "excl_us"]) }
END {
  printf "%.3f\t%.3f\t%.1f\t%.0f\t%.3f\n", 100 * (own - plain) / plain, 100 * (corrected - plain) / plain,
    own ? 100 * turns / own : 0, plain, 100 * (off - plain) / plain
}
