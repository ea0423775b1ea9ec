# SPDX-License-Identifier: GPL-2.0-or-later
#
# spread.awk: of one value a line, as figures: the median, and the interval in which the median of all such runs is, 19
# times of 20, whatever the values' distribution is: both its ends are values (H. A. David, "Order Statistics").
#
#   awk -v name=NAME -v unit=UNIT [-v goal=MOST | -v least=LEAST] -f spread.awk VALUES

{ v[NR] = $1 + 0 }

END {
  if (!NR)
    exit
  for (i = 2; i <= NR; i++)
    for (j = i; j > 1 && v[j - 1] > v[j]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
  low = int((NR - 1.96 * sqrt(NR)) / 2)
  low = low < 1 ? 1 : low
  median = NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2
  verdict = goal == "" ? "" : sprintf("\t<= %s\t%s", goal, median <= goal ? "holds" : "short")
  if (least != "")
    verdict = sprintf("\t>= %s\t%s", least, median >= least ? "holds" : "short")
  printf "%s\t%.3g\t%s%s\n", name, median, unit, verdict
  printf "%s/low\t%.3g\t%s\n%s/high\t%.3g\t%s\n", name, v[low], unit, name, v[NR + 1 - low], unit
}
