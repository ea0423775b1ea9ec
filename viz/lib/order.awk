# SPDX-License-Identifier: GPL-2.0-or-later
#
# order.awk: puts keys in order. A run may have hundreds of thousands of places, pairs of events or functions: every
# order is made here, by merging, in steps that grow as n log n.

# Sorts KEY[1..n] by falling WEIGHT[key]; keys of equal weight stay as they were.
function order_falling(KEY, n, WEIGHT,    width, from, mid, to, i, j, k, merged)
{
  for (width = 1; width < n; width *= 2) {
    for (from = 1; from <= n; from = to) {
      mid = from + width > n ? n + 1 : from + width
      to = mid + width > n ? n + 1 : mid + width
      i = from
      j = mid
      for (k = from; k < to; k++)
        merged[k] = i < mid && (j >= to || WEIGHT[KEY[i]] >= WEIGHT[KEY[j]]) ? KEY[i++] : KEY[j++]
    }
    for (k = 1; k <= n; k++)
      KEY[k] = merged[k]
  }
}

# Sorts KEY[1..n] by their own bytes, rising.
function order_names(KEY, n,    width, from, mid, to, i, j, k, merged)
{
  for (width = 1; width < n; width *= 2) {
    for (from = 1; from <= n; from = to) {
      mid = from + width > n ? n + 1 : from + width
      to = mid + width > n ? n + 1 : mid + width
      i = from
      j = mid
      for (k = from; k < to; k++)
        merged[k] = i < mid && (j >= to || KEY[i] "" <= KEY[j] "") ? KEY[i++] : KEY[j++]
    }
    for (k = 1; k <= n; k++)
      KEY[k] = merged[k]
  }
}

# Puts the heaviest of KEY[1..n], at most `most`, into TOP in falling order, of equal ones the first; returns how many.
function order_top(KEY, n, WEIGHT, most, TOP,    i, kept, least)
{
  for (i = 1; i <= n; i++) {
    if (kept >= most && WEIGHT[KEY[i]] <= least)
      continue
    TOP[++kept] = KEY[i]
    if (kept < 4 * most && kept != most)
      continue
    order_falling(TOP, kept, WEIGHT)
    kept = most
    least = WEIGHT[TOP[most]]
  }
  order_falling(TOP, kept, WEIGHT)
  for (i = most + 1; i <= kept; i++)
    delete TOP[i]
  return kept < most ? kept : most
}
