# SPDX-License-Identifier: GPL-2.0-or-later
#
# quantile.awk: quantiles of many numbers without sorting all of them (C. A. R. Hoare, Algorithm 65: Find, 1961).

# Puts into Q[1..k] the quantiles of A[first..first + n - 1] at the shares P[1..k] (0..1, rising), by the nearest
# rank. Reorders that part of A.
function quantiles(A, first, n, P, k, Q,    i, rank)
{
  for (i = 1; i <= k; i++) {
    rank[i] = int(P[i] * n + 0.999999)
    rank[i] = first + (rank[i] < 1 ? 1 : rank[i]) - 1
  }
  quantile_part(A, first, first + n - 1, rank, 1, k)
  for (i = 1; i <= k; i++)
    Q[i] = A[rank[i]]
}

# Orders A[low..high] as far as ranks first..last, which lie in it, need.
function quantile_part(A, low, high, rank, first, last,    i, j, pivot, keep, split_at)
{
  if (low >= high || first > last)
    return
  pivot = A[int((low + high) / 2)]
  i = low
  j = high
  while (i <= j) {
    while (A[i] < pivot) i++
    while (A[j] > pivot) j--
    if (i <= j) {
      keep = A[i]
      A[i++] = A[j]
      A[j--] = keep
    }
  }
  for (split_at = first; split_at <= last && rank[split_at] <= j; split_at++)
    ;
  quantile_part(A, low, j, rank, first, split_at - 1)
  for (; split_at <= last && rank[split_at] < i; split_at++)
    ;
  quantile_part(A, i, high, rank, split_at, last)
}
