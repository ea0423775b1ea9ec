# SPDX-License-Identifier: GPL-2.0-or-later
#
# ages_truth.awk: lives (ages_lives.awk) sorted by kin, and by site, and by age -> the truth: a line `curve AGE SHARE` for each age of
# table `survival`, the share of objects that lives longer; a line `site SITE OBJECTS MEDIAN SPREAD` for each site, its
# median `-` where half live on, SPREAD the age at nine tenths over that at one tenth (`-` where it is not known). An
# object that lived on at the end died later than that: the product-limit estimate (Kaplan and Meier, 1958), of each kin; the
# curve is their mean by births.
BEGIN {
  FS = OFS = "\t"
  ages[0] = 0
  count = 1
  for (octave = 16; octave < 2 ^ 50; octave *= 2)
    for (quarter = 0; quarter < 4; quarter++)
      ages[count++] = octave + octave / 4 * quarter
}

# The lines of one kin or site are told: n of them, from age 0 on.
function finish(   left, alive, i, row) {
  left = n
  alive = 1
  low = median = high = "-"
  row = 0
  for (i = 1; i <= n; i++) {
    for (; row < count && ages[row] < age[i]; row++)
      curve[row] += by == "kin" ? alive * n : 0
    if (died[i])
      alive *= (left - 1) / left
    left--
    if (low == "-" && alive <= 0.9 + 1e-9) low = age[i]
    if (median == "-" && alive <= 0.5 + 1e-9) median = age[i]
    if (high == "-" && alive <= 0.1 + 1e-9) high = age[i]
  }
  for (; row < count; row++)
    curve[row] += by == "kin" ? alive * n : 0
  if (by == "kin")
    all += n
  else
    print "site", key, n, median, (high != "-" && low > 0 ? high / low : "-")
  n = 0
}

{ new = by == "kin" ? $1 : $2 }
n && (new != key || by != before) {
  swap = by
  by = before
  finish()
  by = swap
}
{
  key = new
  before = by
  age[++n] = $4
  died[n] = $5
}

END {
  if (n)
    finish()
  for (row = 0; row < count && all; row++)
    print "curve", ages[row], curve[row] / all
}
