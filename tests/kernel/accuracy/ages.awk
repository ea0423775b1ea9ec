# SPDX-License-Identifier: GPL-2.0-or-later
#
# ages.awk: the truth (ages_truth.awk) and the tables collections, survival and sites of a run -> goals. Variables: name, of the
# goals; asked, the collections that were asked for, 0 for the run as it is by default; clock, bytes that the run allocates;
# sums, the file that gets what ages_sums.awk adds up; goals, empty where the truth is not that of this run, and nothing
# holds or is short.
#
# The curve is looked at up to an eighth of the run: older than that are only objects of its beginning.
BEGIN { FS = OFS = "\t" }
FNR == 1 { file++ }
/^#/ { next }
file == 1 && $1 == "curve" { truth[rows++] = $3; row_of[$2] = rows - 1; next }
file == 1 { objects[$2] = $3; median[$2] = $4; spread[$2] = $5; next }
!header[file] { header[file] = 1; for (i = 1; i <= NF; i++) column[file, $i] = i; next }
file == 2 { seen += $column[2, "reason"] ~ /^(budget|extra)$/; extra += $column[2, "reason"] == "extra"; next }

function far(a, low, high) { return a < low ? low - a : a > high ? a - high : 0 }

file == 3 {
  at = $column[3, "age_bytes"]
  row = row_of[at]
  if (at > clock / 8)
    next
  share = $column[3, "objects_pct"] / 100
  distance = far(share, truth[row], truth[row])
  near = far(share, truth[row + 1], truth[row ? row - 1 : 0])
  worst = distance > worst ? distance : worst
  worst_near = near > worst_near ? near : worst_near
  if ($column[3, "objects_low_pct"] != "-") {
    points++
    inside += truth[row] * 100 >= $column[3, "objects_low_pct"] - 0.01 &&
              truth[row] * 100 <= $column[3, "objects_high_pct"] + 0.01
  }
  next
}

# Sites of a hundred objects or more, half of which die within an eighth of the run.
file == 4 {
  site = $column[4, "site"]
  true = median[site]
  if (objects[site] < 100 || true == "-" || true > clock / 8)
    next
  sites++
  told = $column[4, "median_age_bytes"]
  low = $column[4, "median_low_bytes"]
  high = $column[4, "median_high_bytes"]
  twice += told != "-" && told * 2 >= true && told <= true * 2
  if (low != "-" || high != "-") {
    sure++
    held += (low == "-" ? 0 : low) <= true && (high == "-" || high >= true)
    if (high != "-") {
      width += log((high + 16) / ((low == "-" ? 0 : low) + 16)) / log(2)
      width_of++
    }
  }
  if (spread[site] != "-" && spread[site] <= 1.02) {
    regular++
    exact += told != "-" && told >= true * 0.9 && told <= true * 1.1
  }
}

function goal(what, value, unit, limit, holds) {
  limit = goals ? limit : ""
  print name "/" what, value, unit, limit, limit == "" ? "" : holds ? "holds" : "short"
}

END {
  goal("collections", seen + 0, "", "")
  if (!asked)
    goal("extra", extra + 0, "", "")
  goal("curve", sprintf("%.3f", worst), "", asked >= 50 ? "<= 0.15" : "", worst <= 0.15)
  goal("curve_quarter_octave", sprintf("%.3f", worst_near), "", asked >= 100 ? "<= 0.10" : "", worst_near <= 0.10)
  goal("medians_within_2", sites ? sprintf("%.0f", 100 * twice / sites) : "-", "% of " sites + 0, asked >= 100 && sites ? ">= 75" : "",
       twice >= 0.75 * sites)
  goal("medians_held", sure ? sprintf("%.0f", 100 * held / sure) : "-", "% of " sure + 0, asked >= 50 && sure ? ">= 85" : "",
       held >= 0.85 * sure)
  goal("width", width_of ? sprintf("%.2f", width / width_of) : "-", "octaves", "")
  goal("curve_held", points ? sprintf("%.0f", 100 * inside / points) : "-", "% of ages", "")
  if (regular)
    goal("regular_within_10_pct", sprintf("%.0f", 100 * exact / regular), "% of " regular, asked >= 50 && name ~ /^Ring/ ? ">= 100" : "", exact == regular)
  if (goals)
    print asked, worst, worst_near, twice + 0, sites + 0, held + 0, sure + 0, exact + 0, regular + 0 >sums
}
