# SPDX-License-Identifier: GPL-2.0-or-later
#
# ten.awk: a program's figures, of its rounds' sums, perf's samples, those of perf's second look, and own times, each of
# all rounds. Lines: name, value, unit, goal, holds or short.
#
#   awk -v name= -v turns= -f ten.awk SUMS PERF AGAIN OWN
#   awk -v name= -v precise= -v settled= -f ten.awk SUMS PERF AGAIN
#
# says 1 where these are rounds enough, else 0: half of the difference's 95 % interval is at most `precise` %, and tau
# of two looks of perf is expected to be `settled` or more. That follows from how far the shares of each pair of
# functions are apart, and from how that differs from round to round, in each look: no tau that two looks have by chance
# ends the rounds.
#
# Kendall's tau is that of the ten functions that perf's first look finds hottest, if a thousandth of its samples are
# theirs: in programs of few functions others would only make tau better. Its runs tell two of them apart where
# the mean, over the runs of both looks, of the difference of their shares is more than twice its standard error: that
# of the layouts, which is more than that of the samples.

BEGIN {
  FS = "\t"
  DRAWS = 1000
}
FNR == 1 { file++ }
file == 1 {
  n++
  for (i = 1; i <= 4; i++) {
    sum[i] += $i
    times[n, i] = $i
    least[i] = n == 1 || $i < least[i] ? $i : least[i]
    most[i] = n == 1 || $i > most[i] ? $i : most[i]
  }
  next
}
file <= 3 {
  look = file - 1
  hits[look, $3] += $2
  all[look] += $2
  names[$3]
  runs[look, $1]
  run_hits[look, $1, $3] += $2
  run_all[look, $1] += $2
  next
}
{
  f = $1
  sub(/@.*/, "", f)
  sub(/\.(isra|part|constprop|cold|localalias|lto_priv)[.0-9a-z]*$/, "", f)
  own[f] += $2
  owned += $2
}

# Sorts list[1 ... count], a short one.
function sort_list(list, count,    i, k, x) {
  for (i = 2; i <= count; i++) {
    x = list[i]
    for (k = i - 1; k >= 1 && list[k] > x; k--)
      list[k + 1] = list[k]
    list[k + 1] = x
  }
}

# By how many % the mean of column `i` differs from that of column `base`, and, in `half`, half of its 95 % interval:
# of as many rounds, drawn DRAWS times from them with replacement (bootstrap; rounds as wholes, whose programs ran side
# by side). The interval of few rounds is too narrow by sqrt(n / (n - 1)), which is made up for.
function difference(i, base,    d, r, k, mine, others, drawn) {
  srand(1)
  for (d = 1; d <= DRAWS; d++) {
    mine = others = 0
    for (r = 0; r < n; r++) {
      k = 1 + int(rand() * n)
      mine += times[k, i]
      others += times[k, base]
    }
    drawn[d] = 100 * (mine - others) / others
  }
  sort_list(drawn, DRAWS)
  half = (drawn[int(0.975 * DRAWS)] - drawn[int(0.025 * DRAWS)]) / 2 * (n > 1 ? sqrt(n / (n - 1)) : 1)
  return 100 * (sum[i] - sum[base]) / sum[base]
}

# The median of the rounds' own differences, %.
function middle(i,    r, list) {
  for (r = 1; r <= n; r++)
    list[r] = 100 * (times[r, i] - times[r, 2]) / times[r, 2]
  sort_list(list, n)
  return (list[int((n + 1) / 2)] + list[int(n / 2) + 1]) / 2
}

# Puts the hottest functions of perf's first look into top[1 ... count].
function find_hottest(    f, best, taken) {
  count = 0
  do {
    best = ""
    for (f in names)
      if (!(f in taken) && hits[1, f] >= all[1] / 1000 && (best == "" || hits[1, f] > hits[1, best]))
        best = f
    taken[best]
    if (best != "")
      top[++count] = best
  } while (best != "" && count < 10)
}

# Returns how many pairs of them perf's second look has the other way round.
function count_turned_again(    i, k, turned) {
  for (i = 1; i <= count; i++)
    for (k = i + 1; k <= count; k++)
      turned += hits[2, top[i]] < hits[2, top[k]]
  return turned + 0
}

# Whether perf's runs tell two functions apart.
function are_apart(f, g,    r, d, m, s, q) {
  for (r in runs) {
    d = (run_hits[r, f] - run_hits[r, g]) / run_all[r]
    m++
    s += d
    q += d * d
  }
  return m > 1 && s * s / m > 4 * (q - s * s / m) / (m - 1)
}

# The chance that a normal variable is more than `x` above its mean, within 0.0001 for x >= 0 (Abramowitz and Stegun,
# 26.2.17).
function chance_above(x,    t) {
  t = 1 / (1 + 0.2316419 * x)
  return exp(-x * x / 2) / 2.506628 * t * \
    (0.3193815 + t * (-0.3565638 + t * (1.7814779 + t * (-1.8212560 + t * 1.3302744))))
}

# The chance that two looks of perf of so many rounds have two functions in different orders: of each look, the chance
# that it has the wrong one.
function chance_turned(f, g,    r, part, d, look, m, s, q, all_s, square, wrong) {
  for (r in runs) {
    split(r, part, SUBSEP)
    d = (run_hits[r, f] - run_hits[r, g]) / run_all[r]
    m[part[1]]++
    s[part[1]] += d
    q[part[1]] += d * d
  }
  all_s = (s[1] + s[2]) / (m[1] + m[2])
  for (look = 1; look <= 2; look++) {
    if (m[look] < 2)
      return 0.5
    square = (q[look] - s[look] * s[look] / m[look]) / (m[look] - 1) / m[look]
    wrong[look] = square > 0 ? chance_above((all_s < 0 ? -all_s : all_s) / sqrt(square)) : 0
  }
  return wrong[1] * (1 - wrong[2]) + wrong[2] * (1 - wrong[1])
}

# What tau of two such looks is in the mean.
function expected_tau(    i, k, turned) {
  find_hottest()
  for (i = 1; i <= count; i++)
    for (k = i + 1; k <= count; k++)
      turned += chance_turned(top[i], top[k])
  return tau_of(count * (count - 1) / 2, turned)
}

function tau_of(pairs, turned) { return pairs ? 1 - 2 * turned / pairs : 1 }

END {
  again_off = difference(3, 2)
  again_half = half
  off = difference(4, 2)
  off_half = half
  same = difference(1, 4)
  same_half = half
  error = difference(1, 2)
  if (precise) {
    print (n > 1 && half <= precise && expected_tau() >= settled ? 1 : 0)
    exit
  }
  size = error < 0 ? -error : error
  printf "%s/sum_error\t%.2f\t%%\t<= 2\t%s\t(%+.2f, 95 %% +- %.2f, median %+.2f; ", name, size,
    (size <= 2 ? "holds" : "short"), error, half, middle(1)
  printf "probes off %+.2f +- %.2f, of that image %+.2f +- %.2f; plain in other layouts %+.2f +- %.2f%s; ", off,
    off_half, same, same_half, again_off, again_half, (again_half > 2 || half > 2 ? ", too far apart to tell 2 %" : "")
  printf "plain %.3f s, %.3f to %.3f; %d rounds; by turns %+.1f %%)\n", sum[2] / n / 1e6, least[2] / 1e6, most[2] / 1e6,
    n, turns
  expected = expected_tau()
  again = count_turned_again()
  for (i = 1; i <= count; i++)
    for (k = i + 1; k <= count; k++) {
      pairs++
      apart = are_apart(top[i], top[k])
      known += apart
      if (own[top[i]] < own[top[k]]) {
        turned++
        surely += apart
        wrong = wrong " " top[k] ">" top[i]
      }
    }
  tau = tau_of(pairs, turned)
  printf "%s/order\t%.3f\ttau\t>= 0.9\t%s\t(of %d; perf, again %.3f, in the mean %.3f; %d of %d pairs turned%s; " \
    "of %d pairs that perf tells apart %d: %.3f)\n", name, tau, (tau >= 0.9 ? "holds" : "short"), count,
    tau_of(pairs, again), expected, turned, pairs, wrong, known, surely, tau_of(known, surely)
  for (i = 1; i <= count; i++)
    printf "#   %-28s perf %5.1f %%  again %5.1f %%  own %5.1f %%\n", top[i], 100 * hits[1, top[i]] / all[1],
      all[2] ? 100 * hits[2, top[i]] / all[2] : 0, owned ? 100 * own[top[i]] / owned : 0
}
