/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A matrix as the product of a lower and an upper triangle, rows exchanged so that each pivot is the largest in its
 * column; with it systems are solved. The matrix that it is made of stays as it is. */
package matrix;

final class Lu {
  private final Matrix both; /* the upper triangle, and the lower one without its diagonal of ones */
  private final int[] from;  /* row i here was row from[i] of the matrix */
  private int sign = 1;      /* of the permutation */

  Lu(Matrix matrix) throws Wrong {
    both = matrix.copy();
    from = new int[matrix.order];
    for (int i = 0; i < from.length; i++)
      from[i] = i;
    for (int k = 0; k < from.length; k++) {
      exchange(k, pivot(k));
      eliminate(k);
    }
  }

  private int pivot(int k) throws Wrong {
    int best = k;
    for (int i = k + 1; i < from.length; i++)
      if (Math.abs(both.row[i][k]) > Math.abs(both.row[best][k]))
        best = i;
    if (both.row[best][k] == 0)
      throw new Wrong("a matrix to be decomposed is singular: column " + k);
    return best;
  }

  private void exchange(int a, int b) {
    if (a == b)
      return;
    double[] row = both.row[a];
    both.row[a] = both.row[b];
    both.row[b] = row;
    int number = from[a];
    from[a] = from[b];
    from[b] = number;
    sign = -sign;
  }

  private void eliminate(int k) {
    double[] pivot = both.row[k];
    for (int i = k + 1; i < from.length; i++)
      subtract(both.row[i], pivot, k);
  }

  private static void subtract(double[] row, double[] pivot, int k) {
    double factor = row[k] / pivot[k];
    row[k] = factor;
    for (int j = k + 1; j < row.length; j++)
      row[j] -= factor * pivot[j];
  }

  double determinant() {
    double product = sign;
    for (int i = 0; i < from.length; i++)
      product *= both.row[i][i];
    return product;
  }

  /* The x for which the matrix times x is `right'. */
  double[] solve(double[] right) {
    int n = from.length;
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = right[from[i]];
      for (int j = 0; j < i; j++)
        x[i] -= both.row[i][j] * x[j];
    }
    for (int i = n - 1; i >= 0; i--) {
      for (int j = i + 1; j < n; j++)
        x[i] -= both.row[i][j] * x[j];
      x[i] /= both.row[i][i];
    }
    return x;
  }

  Matrix inverse() {
    int n = from.length;
    Matrix turned = Matrix.identity(n);
    for (int j = 0; j < n; j++)
      turned.row[j] = solve(turned.row[j]);
    return turned.transposed();
  }
}
