/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Arrays of all kinds, their covariance, clones, several dimensions. */
public class Arrays {
  static long sums() {
    boolean[] z = new boolean[3];
    byte[] b = { -1, 2, 127 };
    char[] c = { 'a', '\uffff' };
    short[] s = { -5, 32767 };
    int[] i = new int[4];
    long[] l = { 1L << 33, 2 };
    float[] f = { 1.5f, 2.5f };
    double[] d = { 0.25, 4 };
    String[] t = { "one", null };
    z[1] = true;
    b[0] += 129;
    c[0]++;
    s[1]++;
    i[3] = b[0] << 2;
    l[1] -= l[0];
    f[0] /= 2;
    d[1] %= 3;
    t[1] = t[0] + z[1];
    i[i[3]++ & 3] += 7;
    System.out.println(b[0] + " " + (int) c[0] + (int) c[1] + " " + s[1] + " " + i[0] + i[3] + " " + l[1] + t[1]);
    return (long) (f[0] * 100 + d[1] * 10) + z.length + (z[1] ? 1 : 0);
  }

  static void dimensions() {
    int[][] square = new int[3][4];
    int[][] ragged = { { 1 }, { 2, 3 }, {} , null };
    long[][][] cube = new long[2][3][];
    String[][] table = new String[2][2];
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 4; j++)
        square[i][j] = i * j;
    cube[1][2] = new long[] { 5, 6 };
    table[1][0] = "cell";
    int sum = 0;
    for (int[] row : square)
      for (int v : row)
        sum += v;
    System.out.println(sum + " " + ragged[1][1] + ragged[2].length + ragged[3] + cube[1][2][1] + cube[0][0]
        + table[1][0] + table[0][1]);
  }

  static void covariance() {
    Object[] objects = new Integer[] { 1, 2 };
    Number[] numbers = (Number[]) objects;
    Object o = new int[][] { { 1 } };
    System.out.println(numbers[1].intValue() + " " + (objects instanceof Integer[]) + (o instanceof Object[])
        + (o instanceof int[][]) + (o instanceof Object[][]) + ((Object) numbers instanceof Comparable[]));
    try {
      objects[0] = "text";
    } catch (ArrayStoreException e) {
      System.out.println(e.getMessage());
    }
    try {
      String[] s = (String[]) objects;
      System.out.println(s.length);
    } catch (ClassCastException e) {
      System.out.println("cast");
    }
    Object[][] nested = new String[2][1];
    nested[0] = new String[] { "fits" };
    System.out.println(nested[0][0]);
  }

  static void clones() {
    int[] a = { 1, 2, 3 }, b = a.clone();
    String[][] deep = { { "x" } }, shallow = deep.clone();
    b[0] = 9;
    shallow[0][0] = "shared";
    System.out.println(a[0] + "" + b[0] + deep[0][0] + (deep != shallow) + a.getClass().equals(b.getClass()));
  }

  static int sum(int... numbers) {
    int n = 0;
    for (int i : numbers)
      n += i;
    return n;
  }

  static int[] sieve(int n) {
    boolean[] composite = new boolean[n];
    int[] primes = new int[n];
    int count = 0;
    for (int i = 2; i < n; i++) {
      if (composite[i])
        continue;
      primes[count++] = i;
      for (int j = i + i; j < n; j += i)
        composite[j] = true;
    }
    int[] out = new int[count];
    System.arraycopy(primes, 0, out, 0, count);
    return out;
  }

  public static void main(String[] args) {
    System.out.println(sums());
    dimensions();
    covariance();
    clones();
    int[] primes = sieve(1000);
    System.out.println(sum() + sum(1, 2, 3) + " " + primes.length + " " + primes[primes.length - 1]);
  }
}
