/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Doubles in arrays, divisions: the spectral norm of an infinite matrix, by the power method. */
class Spectral extends Bench {
  private static final int SIZE = 100;

  private static double element(int i, int j) {
    return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1);
  }

  private static void multiply(double[] v, double[] to, boolean transposed) {
    for (int i = 0; i < to.length; i++) {
      double sum = 0;
      for (int j = 0; j < v.length; j++)
        sum += (transposed ? element(j, i) : element(i, j)) * v[j];
      to[i] = sum;
    }
  }

  @Override
  long run() {
    double[] u = new double[SIZE], v = new double[SIZE], w = new double[SIZE];
    for (int i = 0; i < SIZE; i++)
      u[i] = 1;
    for (int i = 0; i < 10; i++) {
      multiply(u, w, false);
      multiply(w, v, true);
      multiply(v, w, false);
      multiply(w, u, true);
    }
    double uv = 0, vv = 0;
    for (int i = 0; i < SIZE; i++) {
      uv += u[i] * v[i];
      vv += v[i] * v[i];
    }
    return Math.round(Math.sqrt(uv / vv) * 1e9);
  }

  public static void main(String[] args) {
    new Spectral().measure(1274219991L);
  }
}
