/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Integers as digits: what Integer, Long and StringBuilder share. Magnitudes are kept below zero, where every value
 * has one. */
package java.lang;

final class Digits {
  private static final char[] SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz".toCharArray();
  private static final int LONGEST = 65;

  private Digits() {
  }

  static NumberFormatException malformed(String text, int radix) {
    return new NumberFormatException("For input string: \"" + text + "\"" + (radix == 10 ? "" : " under radix " + radix));
  }

  static void checkParse(String text, int radix) {
    if (text == null)
      throw new NumberFormatException("Cannot parse null string");
    if (radix < Character.MIN_RADIX)
      throw new NumberFormatException("radix " + radix + " less than Character.MIN_RADIX");
    if (radix > Character.MAX_RADIX)
      throw new NumberFormatException("radix " + radix + " greater than Character.MAX_RADIX");
  }

  static int decimalLength(long value) {
    int length = 1;
    if (value >= 0) {
      value = -value;
      length = 0;
    }
    do {
      value /= 10;
      length++;
    } while (value != 0);
    return length;
  }

  /* Writes `value` so that it ends before text[end]. */
  static void putDecimal(long value, char[] text, int end) {
    boolean negative = value < 0;
    if (value == (int) value && value != Integer.MIN_VALUE) {
      end = putInt((int) value, text, end);
    } else {
      long rest = negative ? value : -value;
      do {
        long quotient = rest / 10;
        text[--end] = (char) ('0' + (quotient * 10 - rest));
        rest = quotient;
      } while (rest != 0);
    }
    if (negative)
      text[--end] = '-';
  }

  private static int putInt(int value, char[] text, int end) {
    int rest = value < 0 ? -value : value;
    do {
      int quotient = rest / 10;
      text[--end] = (char) ('0' + (rest - quotient * 10));
      rest = quotient;
    } while (rest != 0);
    return end;
  }

  static String toRadix(long value, int radix) {
    if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX)
      radix = 10;
    char[] text = new char[LONGEST];
    int at = LONGEST;
    long rest = value < 0 ? value : -value;
    do {
      text[--at] = SYMBOLS[(int) -(rest % radix)];
      rest /= radix;
    } while (rest != 0);
    if (value < 0)
      text[--at] = '-';
    return new String(text, at, LONGEST - at);
  }

  static String toUnsignedRadix(long value, int radix) {
    if (value >= 0)
      return toRadix(value, radix);
    if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX)
      radix = 10;
    long head = Long.divideUnsigned(value, radix);
    return toRadix(head, radix) + SYMBOLS[(int) (value - head * radix)];
  }

  static String toPowerOfTwo(long value, int shift) {
    char[] text = new char[LONGEST];
    int at = LONGEST;
    do {
      text[--at] = SYMBOLS[(int) value & (1 << shift) - 1];
      value >>>= shift;
    } while (value != 0);
    return new String(text, at, LONGEST - at);
  }
}
