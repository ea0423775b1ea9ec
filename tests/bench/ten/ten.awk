# SPDX-License-Identifier: GPL-2.0-or-later
#
# ten.awk: a program's figures, of its rounds' sums, perf's samples and own times, each of all rounds. Lines: name,
# value, unit, goal, holds or short.
#
#   awk -v name= -v turns= -f ten.awk SUMS PERF OWN
#   awk -v name= -v precise= -f ten.awk SUMS     1 where half of the difference's 95 % interval is at most `precise` %,
#                                                else 0

BEGIN { FS = "\t" }
FNR == 1 { file++ }
file == 1 {
  n++
  for (i = 1; i <= 3; i++) {
    sum[i] += $i
    squares[i] += $i * $i
    least[i] = n == 1 || $i < least[i] ? $i : least[i]
    most[i] = n == 1 || $i > most[i] ? $i : most[i]
  }
  next
}
file == 2 { hits[$2] += $1; all += $1; next }
{
  f = $1
  sub(/@.*/, "", f)
  sub(/\.(isra|part|constprop|cold|localalias|lto_priv)[.0-9a-z]*$/, "", f)
  own[f] += $2
}

# The variance of a mean of the rounds.
function variance(i) { return n > 1 ? (squares[i] - sum[i] * sum[i] / n) / (n - 1) / n : 0 }

# By how many % mean `i` differs from the plain runs', and, in `half`, half of its 95 % interval (Student's, within 3 %
# from 6 degrees of freedom on).
function difference(i) {
  half = 100 * (1.96 + 3.3 / (n > 1 ? 2 * n - 2 : 1)) * sqrt(variance(i) + variance(2)) * n / sum[2]
  return 100 * (sum[i] - sum[2]) / sum[2]
}

function hottest(    f, best) {
  for (f in hits)
    if (!(f in taken) && (best == "" || hits[f] > hits[best]))
      best = f
  taken[best]
  return best
}

END {
  off = difference(3)
  off_half = half
  error = difference(1)
  if (precise) {
    print (n > 1 && half <= precise ? 1 : 0)
    exit
  }
  size = error < 0 ? -error : error
  printf "%s/sum_error\t%.2f\t%%\t<= 2\t%s\t(%+.2f, 95 %% +- %.2f; probes off %+.2f +- %.2f; plain %.3f s, " \
    "%.3f to %.3f; %d rounds; by turns %+.1f %%)\n", name, size, (size <= 2 ? "holds" : "short"), error, half, off,
    off_half, sum[2] / n / 1e6, least[2] / 1e6, most[2] / 1e6, n, turns
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
    printf "#   %-28s perf %5.1f %%  own %5.1f %%\n", top[i], 100 * hits[top[i]] / all, 100 * own[top[i]] / sum[1]
}
