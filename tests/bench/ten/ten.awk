# SPDX-License-Identifier: GPL-2.0-or-later
#
# ten.awk: a program's figures, of its rounds' sums, perf's samples and the last round's own times. Lines: name, value,
# unit, goal, holds or short.
#
#   awk -v name= -f ten.awk SUMS PERF own.tsv

BEGIN { FS = "\t" }
FNR == 1 { file++ }

file == 1 { n++; for (i = 1; i <= 5; i++) value[i, n] = $i; next }
file == 2 { hits[$2] += $1; all += $1; next }
/^#/ { next }
$1 == "function" { for (i = 1; i <= NF; i++) column[$i] = i; next }
{
  f = $1
  sub(/@.*/, "", f)
  sub(/\.(isra|part|constprop|cold|localalias|lto_priv)[.0-9a-z]*$/, "", f)
  us = $(column["own_us"])
  own[f] += us == "-" ? ($(column["low_us"]) + $(column["high_us"])) / 2 : us
}

# The middle one of the rounds' values.
function median(i,    v, k, m, swap) {
  for (k = 1; k <= n; k++)
    v[k] = value[i, k] + 0
  for (k = 1; k <= n; k++)
    for (m = k + 1; m <= n; m++)
      if (v[m] < v[k]) {
        swap = v[k]; v[k] = v[m]; v[m] = swap
      }
  low = v[1]
  high = v[n]
  return v[int((n + 1) / 2)]
}

function hottest(    f, best) {
  for (f in hits)
    if (!(f in taken) && (best == "" || hits[f] > hits[best]))
      best = f
  taken[best]
  return best
}

END {
  error = median(1)
  size = error < 0 ? -error : error
  range = sprintf("%+.2f to %+.2f", low, high)
  corrected = median(2)
  share = median(3)
  off = median(5)
  all_us = median(4)
  printf "%s/sum_error\t%.2f\t%%\t<= 2\t%s\t(%+.2f, %s; by constants %+.2f; %d %% by turns; plain %.2f s, " \
    "probes off %+.1f %%)\n", name, size, (size <= 2 ? "holds" : "short"), error, range, corrected, share,
    all_us / 1e6, off
  while (count < 10 && (f = hottest()) != "")
    top[++count] = f
  for (i = 1; i <= count; i++)
    for (k = i + 1; k <= count; k++) {
      pairs++
      if (own[top[i]] < own[top[k]]) {
        turned++
        # what perf can tell apart: a difference of more than twice its standard deviation
        if ((hits[top[i]] - hits[top[k]]) ^ 2 > 4 * (hits[top[i]] + hits[top[k]]))
          surely++
        wrong = wrong " " top[k] ">" top[i]
      }
    }
  tau = pairs ? 1 - 2 * turned / pairs : 1
  printf "%s/order\t%.3f\ttau\t>= 0.9\t%s\t(of %d; %d of %d pairs turned, %d more than perf errs%s)\n", name, tau,
    (tau >= 0.9 ? "holds" : "short"), count, turned, pairs, surely, wrong
  for (i = 1; i <= count; i++)
    printf "#   %-28s perf %5.1f %%  own %5.1f %%\n", top[i], 100 * hits[top[i]] / all, 100 * own[top[i]] / all_us
}
