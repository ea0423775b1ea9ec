# SPDX-License-Identifier: GPL-2.0-or-later
#
# ages_sums.awk: what ages.awk has put into files -> goals over all programs, for each number of collections.
# Variable: name, of the goals.
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
    at = name "/" (k ? k : "default")
    goal(at "/curve_worst", sprintf("%.3f", worst[k]), "of " runs[k] " runs", k >= 50 ? "<= 0.15" : "",
         worst[k] <= 0.15)
    goal(at "/curve_within_0.15", far[k], "of " runs[k] " runs", "")
    goal(at "/quarter_octave_within_0.10", near[k], "of " runs[k] " runs", k >= 100 ? ">= " runs[k] : "",
         near[k] == runs[k])
    goal(at "/medians_within_2", percent(twice[k], sites[k]), "% of " sites[k], k >= 100 ? ">= 75" : "",
         twice[k] >= 0.75 * sites[k])
    goal(at "/medians_held", percent(held[k], sure[k]), "% of " sure[k], k >= 50 ? ">= 85" : "",
         held[k] >= 0.85 * sure[k])
  }
}
