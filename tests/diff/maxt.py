# SPDX-License-Identifier: GPL-2.0-or-later
"""maxt.py: the test of host-tools/diff/maxt.h once more, as its definition reads, for small numbers of runs."""
import itertools
import math
import statistics

LEAST_SD = 0.001


def _statistic(logs, labels, usual):
  """The difference of two groups' means over its standard error; and both."""
  a = [x for x, label in zip(logs, labels) if not label]
  b = [x for x, label in zip(logs, labels) if label]
  mean_a, mean_b = statistics.fmean(a), statistics.fmean(b)
  within = sum((x - mean_a) ** 2 for x in a) + sum((x - mean_b) ** 2 for x in b)
  deviation = math.sqrt(within / (len(logs) - 2) + LEAST_SD ** 2) + usual
  error = deviation * math.sqrt(1 / len(a) + 1 / len(b))
  return mean_b - mean_a, error


def test(keys, a, b, level):
  """For each key, a list of the logarithms of A's and B's runs: (shift, low, high, p)."""
  runs = a + b
  deviations = sorted(statistics.stdev(logs) for logs in keys)
  usual = deviations[len(keys) - 1 - len(keys) // 2] / 2
  seen = [abs(shift) / error for shift, error in (_statistic(logs, [0] * a + [1] * b, usual) for logs in keys)]
  order = sorted(range(len(keys)), key=lambda k: -seen[k])
  larger, greatest = [0] * len(keys), []
  for chosen in itertools.combinations(range(runs), b):
    labels = [run in chosen for run in range(runs)]
    most = 0
    for place in reversed(range(len(keys))):
      shift, error = _statistic(keys[order[place]], labels, usual)
      most = max(most, abs(shift) / error)
      larger[place] += most >= seen[order[place]] * (1 - 1e-9)
    greatest.append(most)
  greatest.sort(reverse=True)
  width = greatest[int(level * len(greatest))]
  results, p = [None] * len(keys), 0
  for place, key in enumerate(order):
    p = max(p, larger[place] / len(greatest))
    shift, error = _statistic(keys[key], [0] * a + [1] * b, usual)
    results[key] = (shift, shift - width * error, shift + width * error, p)
  return results
