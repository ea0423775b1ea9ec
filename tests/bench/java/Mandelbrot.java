/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Doubles in registers: points of a grid that stay bounded under z -> z^2 + c. */
class Mandelbrot extends Bench {
  private static final int SIZE = 100, MOST = 200;

  private static boolean stays(double re, double im) {
    double x = 0, y = 0;
    for (int i = 0; i < MOST; i++) {
      double xx = x * x, yy = y * y;
      if (xx + yy > 4)
        return false;
      y = 2 * x * y + im;
      x = xx - yy + re;
    }
    return true;
  }

  @Override
  long run() {
    int inside = 0;
    for (int row = 0; row < SIZE; row++)
      for (int column = 0; column < SIZE; column++)
        if (stays(3.0 * column / SIZE - 2, 2.0 * row / SIZE - 1))
          inside++;
    return inside;
  }

  public static void main(String[] args) {
    new Mandelbrot().measure(2560L);
  }
}
