# SPDX-License-Identifier: GPL-2.0-or-later
#
# squarify.awk: cuts a rectangle into rectangles of given areas that are as square as can be.
# M. Bruls, K. Huizing, J. van Wijk, Squarified Treemaps, 2000: fill the shorter side with a row of items, as long as
# one more makes the worst of the row squarer; go on with the rest of the rectangle. Best with areas that fall.

# Places areas A[1..n], which add up to w * h, into the rectangle at (x, y); the results go to X, Y, W, H [1..n].
function squarify(n, A, x, y, w, h, X, Y, W, H,    first, last, sum, side)
{
  for (first = 1; first <= n; first = last + 1) {
    side = w < h ? w : h
    if (side <= 0)
      side = 1e-9
    last = first
    sum = A[first]
    while (last < n && squarify_worst(A, first, last + 1, sum + A[last + 1], side) \
                       <= squarify_worst(A, first, last, sum, side))
      sum += A[++last]
    squarify_row(A, first, last, sum / side, w < h, x, y, X, Y, W, H)
    if (w < h) {
      y += sum / side
      h -= sum / side
    } else {
      x += sum / side
      w -= sum / side
    }
  }
}

# The greatest ratio of sides in a row of items first..last, of area `sum`, along a side of length `side`.
function squarify_worst(A, first, last, sum, side,    i, ratio, worst)
{
  for (i = first; i <= last; i++) {
    ratio = A[i] > 0 ? sum * sum / (side * side * A[i]) : 1
    if (ratio < 1)
      ratio = 1 / ratio
    if (ratio > worst)
      worst = ratio
  }
  return worst
}

# Places items first..last side by side in a strip of the given thickness: across the top or down the left.
function squarify_row(A, first, last, thick, across, x, y, X, Y, W, H,    i)
{
  for (i = first; i <= last; i++) {
    X[i] = x
    Y[i] = y
    W[i] = across ? (thick > 0 ? A[i] / thick : 0) : thick
    H[i] = across ? thick : (thick > 0 ? A[i] / thick : 0)
    if (across)
      x += W[i]
    else
      y += H[i]
  }
}
