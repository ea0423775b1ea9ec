# SPDX-License-Identifier: GPL-2.0-or-later
#
# peers.awk: from the rounds to the table and the figures. Files: name, truth and bounds of each function and round,
# what bench_probes prints, the results: tool, cost, leaf, caller, heavy, and leaf, caller and heavy of the truth beside
# it, where that was measured; of the truth itself the whole work comes first.

FNR == 1 { file++ }

file == 1 { bounds++; held += $2 >= $3 && $2 <= $4; next }
file == 2 { probe[$1] = $2; next }

{
  rounds[$1]++
  in_round[$1, rounds["truth"]] = $2
  for (i = 2; i <= 5; i++)
    value[$1, i, rounds[$1]] = $i
  beside[$1] = NF > 5
  for (i = 3; i <= 5 && NF > 5; i++)
    error[$1, i, rounds[$1]] = $i == "-" || $i == "" ? "-" : 100 * ($i - $(i + 3)) / $(i + 3)
}

# The middle one of what a tool said in field `i`.
function median(tool, i,    n, k, v) {
  n = rounds[tool]
  for (k = 1; k <= n; k++) {
    v[k] = value[tool, i, k]
    if (v[k] == "-")
      return "-"
  }
  sort(v, n)
  return v[int((n + 1) / 2)]
}

function sort(v, n,    k, m, swap) {
  for (k = 1; k <= n; k++)
    for (m = k + 1; m <= n; m++)
      if (v[m] + 0 < v[k] + 0) {
        swap = v[k]
        v[k] = v[m]
        v[m] = swap
      }
}

# What a call costs with one tool over what it costs with another one in the same round: the median of the rounds in
# which both ran, and the least and the greatest.
function paired(name, tool, other, goal,    k, n, v) {
  for (k = 1; k <= rounds["truth"]; k++)
    if (in_round[tool, k] != "" && in_round[other, k] > 0)
      v[++n] = in_round[tool, k] / in_round[other, k]
  sort(v, n)
  if (n)
    printf "%s\t%.3g\tratio\t<= %s\t%s\t(%.3g to %.3g in %d rounds)\n", name, v[int((n + 1) / 2)], goal,
      v[int((n + 1) / 2)] <= goal ? "holds" : "short", v[1], v[n], n
  else
    figure(name, 0, 0, "ratio", goal)
}

# By how much a tool's figures are off, %: the median of the rounds where each has a truth beside it, which is left in
# `least` and `most` with the others; else the medians of both.
function off(tool, i,    truth, k, v) {
  if (beside[tool]) {
    for (k = 1; k <= rounds[tool]; k++) {
      if (error[tool, i, k] == "-")
        return 100
      v[k] = error[tool, i, k]
    }
    sort(v, k - 1)
    least = v[1]
    most = v[k - 1]
    return v[int(k / 2)]
  }
  truth = median("truth", i)
  return 100 * (median(tool, i) - truth) / truth
}

function error_figure(name, tool, i, goal,    e) {
  e = rounds[tool] ? size(off(tool, i)) : 0
  if (rounds[tool])
    printf "%s\t%.3g\t%%\t<= %s\t%s\t(%+.1f to %+.1f in %d rounds)\n", name, e, goal, e <= goal ? "holds" : "short",
      least, most, rounds[tool]
  else
    figure(name, 0, 0, "%", goal)
}

function row(tool, label,    i, cost) {
  if (!rounds[tool])
    return
  cost = median(tool, 2)
  printf "%-34s  %9s  %9s", label, cost == "-" ? "-" : sprintf("%.1f", cost),
    cost == "-" || cost + 0 <= 0 ? "-" : sprintf("%.2f", median("ours", 2) / cost)
  for (i = 3; i <= 5; i++)
    printf median(tool, i) == "-" ? "  %10s" : "  %+8.1f %%", median(tool, i) == "-" ? "-" : off(tool, i)
  print ""
}

function figure(name, known, value, unit, goal) {
  if (known)
    printf "%s\t%.3g\t%s\t<= %s\t%s\n", name, value, unit, goal, value <= goal ? "holds" : "short"
  else
    printf "%s\t-\t%s\t<= %s\tshort\n", name, unit, goal
}

function size(x) {
  return x < 0 ? -x : x
}

function ratio(tool) {
  return rounds[tool] ? median("ours", 2) / median(tool, 2) : 0
}

END {
  if (!rounds["truth"] || !rounds["ours"])
    exit 1
  printf "truth, ns a call: leaf %.2f, caller's own %.2f, heavy %.1f; medians of %d rounds\n\n", median("truth", 3),
    median("truth", 4), median("truth", 5), rounds["truth"]
  printf "%-34s  %9s  %9s  %10s  %10s  %10s\n", "profiler", "ns a call", "ours/it", "leaf", "caller", "heavy"
  row("ours", "ours, corrected")
  row("ours_recorded", "ours, each call recorded")
  row("ours_turns", "ours, by turns")
  row("ours_samples", "ours, samples without probes")
  row("uftrace", "uftrace (-pg)")
  row("xray", "LLVM XRay FDR, every call")
  row("lttng", "LTTng-UST (cyg-profile-fast)")
  row("gprof", "gprof (own time and call counts)")
  row("perf", "perf, and known call counts")
  print ""
  figure("peers/ours_to_uftrace", rounds["uftrace"], ratio("uftrace"), "ratio", 0.35)
  paired("peers/recorded_to_uftrace", "ours_recorded", "uftrace", 0.4)
  figure("peers/ours_to_xray", rounds["xray"], ratio("xray"), "ratio", 0.2)
  figure("peers/ours_to_lttng", rounds["lttng"], ratio("lttng"), "ratio", 0.2)
  figure("peers/event_to_rdtsc", "event/rdtsc" in probe, probe["event/rdtsc"], "ratio", 1.25)
  figure("peers/event", "event" in probe, probe["event"], "cycles", 35)
  error_figure("peers/turns_leaf_error", "ours_turns", 3, 15)
  error_figure("peers/turns_caller_error", "ours_turns", 4, 10)
  error_figure("peers/turns_heavy_error", "ours_turns", 5, 3)
  error_figure("peers/samples_heavy_error", "ours_samples", 5, 5)
  figure("peers/outside_bounds", bounds, 100 * (1 - held / (bounds ? bounds : 1)), "%", 5)
}
