/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Throws through a few frames, catches, and goes on; exceptions of the runtime among them. */
public class Throws {
  static final class Refused extends RuntimeException {
    Refused(String why) { super(why); }
  }

  static int depth(int n, int i) {
    if (n == 0)
      throw new Refused("at " + (i & 3));
    return depth(n - 1, i) + 1;
  }

  static int caught(int i) {
    try {
      return depth(i & 7, i);
    } catch (Refused e) {
      return e.getMessage().length();
    } finally {
      total++;
    }
  }

  static int outOfBounds(int[] a, int i) {
    try {
      return a[i & 15];
    } catch (ArrayIndexOutOfBoundsException e) {
      return -1;
    }
  }

  static int total;

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]), sum = 0;
    int[] a = new int[12];
    for (int i = 0; i < n; i++)
      sum += caught(i) + outOfBounds(a, i);
    System.out.println("sum " + sum + " total " + total);
  }
}
