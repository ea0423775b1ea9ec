/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Whose machine code run.sh looks at: arithmetic that gcc would like to move past the time stamps. */
public class Probed {
  static int divide(int a, int b) {
    if (b == 0)
      return 0;
    return a / b + (a + 5) / (b | 1);
  }

  static int digit(int a) {
    if (a > 15)
      throw new IllegalArgumentException(Integer.toOctalString(a));
    return Long.numberOfLeadingZeros(a);
  }

  public static void main(String[] args) {
    for (int i = 0; i < 5; i++)
      System.out.println(divide(1000, i) + digit(i));
  }
}
