/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What becomes of digits that there is no place for. */
package java.math;

public enum RoundingMode {
  UP, DOWN, CEILING, FLOOR, HALF_UP, HALF_DOWN, HALF_EVEN, UNNECESSARY;

  public static RoundingMode valueOf(int number) {
    if (number < 0 || number >= values().length)
      throw new IllegalArgumentException("argument out of range");
    return values()[number];
  }

  /* Whether a quotient becomes larger in size by one, of which something is left: `half` compares that with a half. */
  boolean goesUp(int sign, boolean odd, int half) {
    switch (this) {
      case UP:
        return true;
      case DOWN:
        return false;
      case CEILING:
        return sign > 0;
      case FLOOR:
        return sign < 0;
      case UNNECESSARY:
        throw new ArithmeticException("Rounding necessary");
      default:
        return half > 0 || half == 0 && (this == HALF_UP || this == HALF_EVEN && odd);
    }
  }
}
