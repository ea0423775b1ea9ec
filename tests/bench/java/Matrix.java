/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Arrays of arrays: the product of two matrices of doubles, by the textbook. */
class Matrix extends Bench {
  private static final int SIZE = 100;

  private static double[][] filled(int seed) {
    double[][] m = new double[SIZE][SIZE];
    for (int i = 0; i < SIZE; i++)
      for (int j = 0; j < SIZE; j++)
        m[i][j] = (i * 7 + j * 3 + seed) % 10;
    return m;
  }

  private static double[][] product(double[][] a, double[][] b) {
    double[][] c = new double[SIZE][SIZE];
    for (int i = 0; i < SIZE; i++)
      for (int j = 0; j < SIZE; j++) {
        double sum = 0;
        for (int k = 0; k < SIZE; k++)
          sum += a[i][k] * b[k][j];
        c[i][j] = sum;
      }
    return c;
  }

  @Override
  long run() {
    double[][] c = product(filled(1), filled(2));
    double trace = 0;
    for (int i = 0; i < SIZE; i++)
      trace += c[i][i] * (i + 1);
    return (long) trace;
  }

  public static void main(String[] args) {
    new Matrix().measure(12120000L);
  }
}
