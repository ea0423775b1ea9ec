/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Allocation of arrays of all sizes: most die at once, some live in a ring. */
class Births extends Bench {
  private static final int ARRAYS = 20_000;
  private final Object[] ring = new Object[64];

  private static int[] ints(int length, int seed) {
    int[] a = new int[length];
    a[0] = seed;
    a[length - 1] = seed >>> 3;
    return a;
  }

  @Override
  long run() {
    long sum = 0;
    int x = 3;
    for (int i = 0; i < ARRAYS; i++) {
      x = x * 1103515245 + 12345;
      int length = 2 + (x >>> 8) % (i % 64 == 0 ? 5_000 : i % 8 == 0 ? 400 : 40);
      int[] a = ints(length, x);
      byte[] b = new byte[length];
      Object[] o = new Object[length % 13 + 1];
      b[length / 2] = (byte) x;
      o[0] = a;
      ring[i & 63] = i % 3 == 0 ? o : b;
      sum += a[length - 1] + b[length / 2] + o.length;
    }
    return sum;
  }

  public static void main(String[] args) {
    new Births().measure(5366859009520L);
  }
}
