/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Integers as digits: what Integer, Long and StringBuilder share. Magnitudes are kept below zero, where every value
 * has one. */
package java.lang;

final class Digits {
  private static final char[] SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz".toCharArray();
  private static final int LONGEST = 65;
  private static final int INT_DIGITS = 10;
  private static final int LONG_DIGITS = 19;

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

  static int decimalLength(int value) {
    int sign = value < 0 ? 1 : 0;
    int size = value < 0 ? value : -value;
    int bound = -10;
    for (int length = 1; length < INT_DIGITS; length++, bound *= 10)
      if (size > bound)
        return length + sign;
    return INT_DIGITS + sign;
  }

  static int decimalLength(long value) {
    if (value == (int) value)
      return decimalLength((int) value);
    int sign = value < 0 ? 1 : 0;
    long size = value < 0 ? value : -value;
    long bound = -1000000000L;
    for (int length = INT_DIGITS - 1; length < LONG_DIGITS; length++, bound *= 10)
      if (size > bound)
        return length + sign;
    return LONG_DIGITS + sign;
  }

  /* Writes `value` so that it ends before text[end]. */
  static void putDecimal(int value, char[] text, int end) {
    int rest = value < 0 ? value : -value;
    do {
      int quotient = rest / 10;
      text[--end] = (char) ('0' + (quotient * 10 - rest));
      rest = quotient;
    } while (rest != 0);
    if (value < 0)
      text[--end] = '-';
  }

  /* Why `text`, a part of a longer one, is no number of `bits` bits. */
  static NumberFormatException malformedPart(String text, int radix, int bits) {
    if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX || text.isEmpty() && bits == Integer.SIZE)
      return refusal(text, radix, bits);
    return new NumberFormatException(text.isEmpty() ? "" : "Error at index " + firstError(text, radix, bits) + " in: \""
        + text + "\"");
  }

  /* The exception of the method that parses the whole of a text that is no number. */
  private static NumberFormatException refusal(String text, int radix, int bits) {
    try {
      if (bits == Integer.SIZE)
        Integer.parseInt(text, radix);
      else
        Long.parseLong(text, radix);
    } catch (NumberFormatException e) {
      return e;
    }
    throw new AssertionError(text);
  }

  /* The index of the character that makes a number of `text` impossible. */
  private static int firstError(String text, int radix, int bits) {
    boolean signed = text.charAt(0) == '-' || text.charAt(0) == '+';
    for (int length = signed ? 2 : 1; length <= text.length(); length++)
      try {
        if (bits == Integer.SIZE)
          Integer.parseInt(text.substring(0, length), radix);
        else
          Long.parseLong(text.substring(0, length), radix);
      } catch (NumberFormatException e) {
        return length - 1;
      }
    return text.length();
  }

  static void putDecimal(long value, char[] text, int end) {
    if (value == (int) value) {
      putDecimal((int) value, text, end);
      return;
    }
    long rest = value < 0 ? value : -value;
    do {
      long quotient = rest / 10;
      text[--end] = (char) ('0' + (quotient * 10 - rest));
      rest = quotient;
    } while (rest != 0);
    if (value < 0)
      text[--end] = '-';
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
