/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Loops over arrays that a compiler can turn into vector instructions. */
class Vectors extends Bench {
  private static final int LENGTH = 2_000, ROUNDS = 200;

  private final int[] a = new int[LENGTH], b = new int[LENGTH], c = new int[LENGTH];
  private final double[] u = new double[LENGTH], v = new double[LENGTH], w = new double[LENGTH];

  private static void add(int[] to, int[] left, int[] right) {
    for (int i = 0; i < to.length; i++)
      to[i] = left[i] + right[i];
  }

  private static int sum(int[] of) {
    int sum = 0;
    for (int x : of)
      sum += x;
    return sum;
  }

  private static void scale(double[] to, double[] from, double factor, int length) {
    for (int i = 0; i < length; i++)
      to[i] += from[i] * factor;
  }

  private void mix() {
    for (int i = 0; i < a.length; i++)
      c[i] = (a[i] ^ b[i] >>> 3) & 0xffff;
  }

  private static int greatest(int[] of) {
    int greatest = of[0];
    for (int i = 1; i < of.length; i++)
      greatest = Math.max(greatest, of[i]);
    return greatest;
  }

  @Override
  long run() {
    long result = 0;
    for (int i = 0; i < LENGTH; i++) {
      a[i] = i * 5;
      b[i] = LENGTH - i;
      u[i] = i;
      v[i] = 2;
      w[i] = 0;
    }
    for (int round = 0; round < ROUNDS; round++) {
      add(c, a, b);
      result += sum(c);
      mix();
      result += greatest(c);
      scale(w, u, 0.5, LENGTH);
      scale(u, v, 0.25, LENGTH);
      b[round] += round;
    }
    return result + (long) w[LENGTH - 1];
  }

  public static void main(String[] args) {
    new Vectors().measure(2402717275L);
  }
}
