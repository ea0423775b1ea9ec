/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An int as an object, and what can be done with ints. */
package java.lang;

public final class Integer extends Number implements Comparable<Integer> {
  private static final long serialVersionUID = 1360826667806852920L;

  @SuppressWarnings("unchecked")
  public static final Class<Integer> TYPE = (Class<Integer>) (Class<?>) int[].class.getComponentType();

  public static final int MIN_VALUE = 0x80000000;
  public static final int MAX_VALUE = 0x7fffffff;
  public static final int SIZE = 32;
  public static final int BYTES = SIZE / 8;

  private static final int CACHE_LOW = -128;
  private static final Integer[] CACHE = makeCache();

  private final int value;

  @Deprecated
  public Integer(int value) {
    this.value = value;
  }

  @Deprecated
  public Integer(String text) {
    this(parseInt(text, 10));
  }

  private static Integer[] makeCache() {
    Integer[] cache = new Integer[256];
    for (int i = 0; i < cache.length; i++)
      cache[i] = new Integer(CACHE_LOW + i);
    return cache;
  }

  public static Integer valueOf(int value) {
    return value >= CACHE_LOW && value <= 127 ? CACHE[(int) value - CACHE_LOW] : new Integer(value);
  }

  public static Integer valueOf(String text) {
    return valueOf(parseInt(text, 10));
  }

  public static Integer valueOf(String text, int radix) {
    return valueOf(parseInt(text, radix));
  }

  public static int parseInt(String text) {
    return parseInt(text, 10);
  }

  /* Accumulates below zero, where the range is larger by one. */
  public static int parseInt(String text, int radix) {
    Digits.checkParse(text, radix);
    boolean negative = text.length() > 0 && text.charAt(0) == '-';
    int start = negative || text.length() > 0 && text.charAt(0) == '+' ? 1 : 0;
    if (text.length() == start)
      throw Digits.malformed(text, radix);
    int limit = negative ? MIN_VALUE : -MAX_VALUE;
    int stop = limit / radix;
    int result = 0;
    for (int i = start; i < text.length(); i++) {
      int digit = Character.digit(text.charAt(i), radix);
      if (digit < 0 || result < stop || result * radix < limit + digit)
        throw Digits.malformed(text, radix);
      result = result * radix - digit;
    }
    return negative ? result : -result;
  }

  /* The number that text[begin, end) is. */
  public static int parseInt(CharSequence text, int begin, int end, int radix) {
    if (begin < 0 || begin > end || end > text.length())
      throw new IndexOutOfBoundsException();
    String part = text.subSequence(begin, end).toString();
    try {
      return parseInt(part, radix);
    } catch (NumberFormatException e) {
      throw Digits.malformedPart(part, radix, Integer.SIZE);
    }
  }

  /* The number that a system property is; null where there is none. */
  public static Integer getInteger(String key) {
    return getInteger(key, null);
  }

  public static Integer getInteger(String key, int otherwise) {
    Integer value = getInteger(key, null);
    return value == null ? valueOf(otherwise) : value;
  }

  public static Integer getInteger(String key, Integer otherwise) {
    String text = key == null || key.isEmpty() ? null : System.getProperty(key);
    if (text == null)
      return otherwise;
    try {
      return decode(text);
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  public static int parseUnsignedInt(String text) {
    return parseUnsignedInt(text, 10);
  }

  public static int parseUnsignedInt(String text, int radix) {
    Digits.checkParse(text, radix);
    if (text.length() == 0)
      throw Digits.malformed(text, radix);
    if (text.charAt(0) == '-')
      throw new NumberFormatException("Illegal leading minus sign on unsigned string " + text + ".");
    int start = text.charAt(0) == '+' ? 1 : 0;
    if (text.length() == start)
      throw Digits.malformed(text, radix);
    int result = 0;
    for (int i = start; i < text.length(); i++) {
      int digit = Character.digit(text.charAt(i), radix);
      if (digit < 0)
        throw Digits.malformed(text, radix);
      if (compareUnsigned(result, divideUnsigned(-1, radix)) > 0
          || compareUnsigned(result * radix + digit, result * radix) < 0)
        throw new NumberFormatException("String value " + text + " exceeds range of unsigned int.");
      result = result * radix + digit;
    }
    return result;
  }

  public static Integer decode(String text) {
    if (text.isEmpty())
      throw new NumberFormatException("Zero length string");
    int at = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
    String sign = text.charAt(0) == '-' ? "-" : "";
    int radix = 10;
    if (text.startsWith("0x", at) || text.startsWith("0X", at)) {
      radix = 16;
      at += 2;
    } else if (text.startsWith("#", at)) {
      radix = 16;
      at++;
    } else if (text.startsWith("0", at) && text.length() > at + 1) {
      radix = 8;
      at++;
    }
    if (text.startsWith("-", at) || text.startsWith("+", at))
      throw new NumberFormatException("Sign character in wrong position");
    return valueOf(parseInt(sign + text.substring(at), radix));
  }

  public static String toString(int value) {
    char[] text = new char[Digits.decimalLength(value)];
    Digits.putDecimal(value, text, text.length);
    return new String(text, true);
  }

  public static String toString(int value, int radix) {
    return Digits.toRadix(value, radix);
  }

  public static String toUnsignedString(int value) {
    return Long.toString(toUnsignedLong(value));
  }

  public static String toUnsignedString(int value, int radix) {
    return Digits.toUnsignedRadix(toUnsignedLong(value), radix);
  }

  public static String toHexString(int value) {
    return Digits.toPowerOfTwo(toUnsignedLong(value), 4);
  }

  public static String toOctalString(int value) {
    return Digits.toPowerOfTwo(toUnsignedLong(value), 3);
  }

  public static String toBinaryString(int value) {
    return Digits.toPowerOfTwo(toUnsignedLong(value), 1);
  }

  @Override
  public int intValue() {
    return (int) value;
  }

  @Override
  public long longValue() {
    return value;
  }

  @Override
  public float floatValue() {
    return value;
  }

  @Override
  public double doubleValue() {
    return value;
  }

  @Override
  public String toString() {
    return toString(value);
  }

  public static int hashCode(int value) {
    return value;
  }

  @Override
  public int hashCode() {
    return hashCode(value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Integer && ((Integer) other).value == value;
  }

  public static int compare(int first, int second) {
    return first < second ? -1 : first == second ? 0 : 1;
  }

  @Override
  public int compareTo(Integer other) {
    return compare(value, other.value);
  }

  public static int compareUnsigned(int first, int second) {
    return compare(first + MIN_VALUE, second + MIN_VALUE);
  }

  public static int divideUnsigned(int dividend, int divisor) {
    return (int) (toUnsignedLong(dividend) / toUnsignedLong(divisor));
  }

  public static int remainderUnsigned(int dividend, int divisor) {
    return (int) (toUnsignedLong(dividend) % toUnsignedLong(divisor));
  }

  public static long toUnsignedLong(int value) {
    return value & 0xffffffffL;
  }

  public static int sum(int first, int second) {
    return first + second;
  }

  public static int min(int first, int second) {
    return Math.min(first, second);
  }

  public static int max(int first, int second) {
    return Math.max(first, second);
  }

  public static int signum(int value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
  }

  public static int bitCount(int value) {
    return Bits.count(value & 0xffffffffL);
  }

  public static int numberOfLeadingZeros(int value) {
    return Bits.leadingZeros(value & 0xffffffffL) - SIZE;
  }

  public static int numberOfTrailingZeros(int value) {
    return Bits.trailingZeros(value | 1L << SIZE);
  }

  public static int reverse(int value) {
    int result = 0;
    for (int i = 0; i < 32; i++)
      result |= (value >>> i & 1) << 31 - i;
    return result;
  }

  public static int reverseBytes(int value) {
    return value << 24 | (value & 0xff00) << 8 | value >>> 8 & 0xff00 | value >>> 24;
  }

  public static int highestOneBit(int value) {
    return value & MIN_VALUE >>> numberOfLeadingZeros(value);
  }

  public static int lowestOneBit(int value) {
    return value & -value;
  }

  public static int rotateLeft(int value, int distance) {
    return value << distance | value >>> -distance;
  }

  public static int rotateRight(int value, int distance) {
    return value >>> distance | value << -distance;
  }
}
