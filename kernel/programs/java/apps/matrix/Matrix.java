/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A square matrix of doubles, an array a row. Operands have the same order. */
package matrix;

import java.util.Arrays;

final class Matrix {
  /* An element by its place. */
  interface Element {
    double at(int row, int column);
  }

  final int order;
  final double[][] row;

  /* All zero. */
  Matrix(int order) {
    this.order = order;
    row = new double[order][order];
  }

  static Matrix of(int order, Element element) {
    Matrix made = new Matrix(order);
    for (int i = 0; i < order; i++)
      for (int j = 0; j < order; j++)
        made.row[i][j] = element.at(i, j);
    return made;
  }

  static Matrix identity(int order) {
    return of(order, (i, j) -> i == j ? 1 : 0);
  }

  Matrix copy() {
    Matrix made = new Matrix(order);
    for (int i = 0; i < order; i++)
      System.arraycopy(row[i], 0, made.row[i], 0, order);
    return made;
  }

  Matrix plus(Matrix other) {
    Matrix sum = new Matrix(order);
    for (int i = 0; i < order; i++)
      addRow(sum.row[i], row[i], other.row[i], 1);
    return sum;
  }

  Matrix minus(Matrix other) {
    Matrix difference = new Matrix(order);
    for (int i = 0; i < order; i++)
      addRow(difference.row[i], row[i], other.row[i], -1);
    return difference;
  }

  private static void addRow(double[] sum, double[] a, double[] b, double sign) {
    for (int j = 0; j < sum.length; j++)
      sum[j] = a[j] + sign * b[j];
  }

  Matrix transposed() {
    Matrix made = new Matrix(order);
    for (int i = 0; i < order; i++)
      for (int j = 0; j < order; j++)
        made.row[j][i] = row[i][j];
    return made;
  }

  /* Of order `size', from the place on; what lies outside of this is zero. */
  Matrix part(int top, int left, int size) {
    Matrix made = new Matrix(size);
    int columns = Math.min(size, order - left);
    for (int i = 0; i < size && top + i < order; i++)
      System.arraycopy(row[top + i], left, made.row[i], 0, columns);
    return made;
  }

  /* Writes a part back; what would lie outside of this is left out. */
  void place(Matrix part, int top, int left) {
    int columns = Math.min(part.order, order - left);
    for (int i = 0; i < part.order && top + i < order; i++)
      System.arraycopy(part.row[i], 0, row[top + i], left, columns);
  }

  /* This times a vector. */
  double[] times(double[] vector) {
    double[] product = new double[order];
    for (int i = 0; i < order; i++)
      product[i] = dot(row[i], vector);
    return product;
  }

  static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++)
      sum += a[k] * b[k];
    return sum;
  }

  /* The largest sum of absolute values in a row. */
  double norm() {
    double most = 0;
    for (double[] elements : row)
      most = Math.max(most, absoluteSum(elements));
    return most;
  }

  static double absoluteSum(double[] vector) {
    double sum = 0;
    for (double element : vector)
      sum += Math.abs(element);
    return sum;
  }

  double sum() {
    double sum = 0;
    for (double[] elements : row)
      for (double element : elements)
        sum += element;
    return sum;
  }

  boolean sameAs(Matrix other) {
    return Arrays.deepEquals(row, other.row);
  }
}
