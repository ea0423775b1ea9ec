/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Exceptions: thrown two calls deep, every eighth time, and caught by type. */
class Throws extends Bench {
  static final class Odd extends Exception {
    private static final long serialVersionUID = 1;
    final int value;

    Odd(int value) {
      this.value = value;
    }
  }

  private static int check(int n) throws Odd {
    if ((n & 7) == 0)
      throw new Odd(n);
    return n;
  }

  private static int twice(int n) throws Odd {
    return check(n) + check(n + 8);
  }

  @Override
  long run() {
    long sum = 0;
    for (int i = 0; i < 25_000; i++)
      try {
        sum += twice(i);
      } catch (Odd odd) {
        sum -= odd.value;
      } finally {
        sum ^= i;
      }
    return sum;
  }

  public static void main(String[] args) {
    new Throws().measure(507829360L);
  }
}
