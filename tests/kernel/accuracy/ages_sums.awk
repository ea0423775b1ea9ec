# SPDX-License-Identifier: GPL-2.0-or-later
#
# ages_sums.awk: what ages.awk has put into files -> goals over all programs, for each number of collections.
BEGIN { FS = OFS = "\t" }
{
  if (!($1 in runs)) order[++asked] = $1
  runs[$1]++
  far[$1] += $2 <= 0.15
  near[$1] += $3 <= 0.10
  worst[$1] = $2 > worst[$1] ? $2 : worst[$1]
  twice[$1] += $4; sites[$1] += $5
  held[$1] += $6; sure[$1] += $7
}
function percent(a, b) { return b ? sprintf("%.0f", 100 * a / b) : "-" }
function goal(what, value, unit, limit, holds) {
  print what, value, unit, limit, limit == "" ? "" : holds ? "holds" : "short"
}
END {
  for (i = 1; i <= asked; i++) {
    k = order[i]
    name = "all/" (k ? k : "default")
    goal(name "/curve_worst", sprintf("%.3f", worst[k]), "of " runs[k] " runs", k >= 50 ? "<= 0.15" : "", worst[k] <= 0.15)
    goal(name "/curve_within_0.15", far[k], "of " runs[k] " runs", "")
    goal(name "/quarter_octave_within_0.10", near[k], "of " runs[k] " runs", k >= 100 ? ">= " runs[k] : "", near[k] == runs[k])
    goal(name "/medians_within_2", percent(twice[k], sites[k]), "% of " sites[k], k >= 100 ? ">= 75" : "",
         twice[k] >= 0.75 * sites[k])
    goal(name "/medians_held", percent(held[k], sure[k]), "% of " sure[k], k >= 50 ? ">= 85" : "", held[k] >= 0.85 * sure[k])
  }
}
