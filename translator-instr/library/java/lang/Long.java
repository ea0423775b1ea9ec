/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A long as an object, and what can be done with longs. */
package java.lang;

public final class Long extends Number implements Comparable<Long> {
  private static final long serialVersionUID = 4290774380558885855L;

  @SuppressWarnings("unchecked")
  public static final Class<Long> TYPE = (Class<Long>) (Class<?>) long[].class.getComponentType();

  public static final long MIN_VALUE = 0x8000000000000000L;
  public static final long MAX_VALUE = 0x7fffffffffffffffL;
  public static final int SIZE = 64;
  public static final int BYTES = SIZE / 8;

  private static final int CACHE_LOW = -128;
  private static final Long[] CACHE = makeCache();

  private final long value;

  @Deprecated
  public Long(long value) {
    this.value = value;
  }

  @Deprecated
  public Long(String text) {
    this(parseLong(text, 10));
  }

  private static Long[] makeCache() {
    Long[] cache = new Long[256];
    for (int i = 0; i < cache.length; i++)
      cache[i] = new Long(CACHE_LOW + i);
    return cache;
  }

  public static Long valueOf(long value) {
    return value >= CACHE_LOW && value <= 127 ? CACHE[(int) value - CACHE_LOW] : new Long(value);
  }

  public static Long valueOf(String text) {
    return valueOf(parseLong(text, 10));
  }

  public static Long valueOf(String text, int radix) {
    return valueOf(parseLong(text, radix));
  }

  public static long parseLong(String text) {
    return parseLong(text, 10);
  }

  /* Accumulates below zero, where the range is larger by one. */
  public static long parseLong(String text, int radix) {
    Digits.checkParse(text, radix);
    boolean negative = text.length() > 0 && text.charAt(0) == '-';
    int start = negative || text.length() > 0 && text.charAt(0) == '+' ? 1 : 0;
    if (text.length() == start)
      throw Digits.malformed(text, radix);
    long limit = negative ? MIN_VALUE : -MAX_VALUE;
    long stop = limit / radix;
    long result = 0;
    for (int i = start; i < text.length(); i++) {
      int digit = Character.digit(text.charAt(i), radix);
      if (digit < 0 || result < stop || result * radix < limit + digit)
        throw Digits.malformed(text, radix);
      result = result * radix - digit;
    }
    return negative ? result : -result;
  }

  /* The number that text[begin, end) is. */
  public static long parseLong(CharSequence text, int begin, int end, int radix) {
    if (begin < 0 || begin > end || end > text.length())
      throw new IndexOutOfBoundsException();
    String part = text.subSequence(begin, end).toString();
    try {
      return parseLong(part, radix);
    } catch (NumberFormatException e) {
      throw Digits.malformedPart(part, radix, SIZE);
    }
  }

  /* The number that a system property is; null where there is none. */
  public static Long getLong(String key) {
    return getLong(key, null);
  }

  public static Long getLong(String key, long otherwise) {
    Long value = getLong(key, null);
    return value == null ? valueOf(otherwise) : value;
  }

  public static Long getLong(String key, Long otherwise) {
    String text = key == null || key.isEmpty() ? null : System.getProperty(key);
    if (text == null)
      return otherwise;
    try {
      return decode(text);
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  public static long parseUnsignedLong(String text) {
    return parseUnsignedLong(text, 10);
  }

  public static long parseUnsignedLong(String text, int radix) {
    Digits.checkParse(text, radix);
    if (text.length() == 0)
      throw Digits.malformed(text, radix);
    if (text.charAt(0) == '-')
      throw new NumberFormatException("Illegal leading minus sign on unsigned string " + text + ".");
    int start = text.charAt(0) == '+' ? 1 : 0;
    if (text.length() == start)
      throw Digits.malformed(text, radix);
    long result = 0;
    for (int i = start; i < text.length(); i++) {
      int digit = Character.digit(text.charAt(i), radix);
      if (digit < 0)
        throw Digits.malformed(text, radix);
      if (compareUnsigned(result, divideUnsigned(-1, radix)) > 0
          || compareUnsigned(result * radix + digit, result * radix) < 0)
        throw new NumberFormatException("String value " + text + " exceeds range of unsigned long.");
      result = result * radix + digit;
    }
    return result;
  }

  public static Long decode(String text) {
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
    return valueOf(parseLong(sign + text.substring(at), radix));
  }

  public static String toString(long value) {
    char[] text = new char[Digits.decimalLength(value)];
    Digits.putDecimal(value, text, text.length);
    return new String(text, true);
  }

  public static String toString(long value, int radix) {
    return Digits.toRadix(value, radix);
  }

  public static String toUnsignedString(long value) {
    return Digits.toUnsignedRadix(value, 10);
  }

  public static String toUnsignedString(long value, int radix) {
    return Digits.toUnsignedRadix(value, radix);
  }

  public static String toHexString(long value) {
    return Digits.toPowerOfTwo(value, 4);
  }

  public static String toOctalString(long value) {
    return Digits.toPowerOfTwo(value, 3);
  }

  public static String toBinaryString(long value) {
    return Digits.toPowerOfTwo(value, 1);
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

  public static int hashCode(long value) {
    return (int) (value ^ value >>> 32);
  }

  @Override
  public int hashCode() {
    return hashCode(value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Long && ((Long) other).value == value;
  }

  public static int compare(long first, long second) {
    return first < second ? -1 : first == second ? 0 : 1;
  }

  @Override
  public int compareTo(Long other) {
    return compare(value, other.value);
  }

  public static int compareUnsigned(long first, long second) {
    return compare(first + MIN_VALUE, second + MIN_VALUE);
  }

  /* Half of the dividend fits the signed division; what that leaves over is at most one divisor more. */
  public static long divideUnsigned(long dividend, long divisor) {
    if (divisor < 0)
      return compareUnsigned(dividend, divisor) < 0 ? 0 : 1;
    if (dividend >= 0)
      return dividend / divisor;
    long quotient = (dividend >>> 1) / divisor << 1;
    long rest = dividend - quotient * divisor;
    return compareUnsigned(rest, divisor) >= 0 ? quotient + 1 : quotient;
  }

  public static long remainderUnsigned(long dividend, long divisor) {
    return dividend - divideUnsigned(dividend, divisor) * divisor;
  }

  public static long sum(long first, long second) {
    return first + second;
  }

  public static long min(long first, long second) {
    return Math.min(first, second);
  }

  public static long max(long first, long second) {
    return Math.max(first, second);
  }

  public static int signum(long value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
  }

  public static int bitCount(long value) {
    return Bits.count(value);
  }

  public static int numberOfLeadingZeros(long value) {
    return Bits.leadingZeros(value);
  }

  public static int numberOfTrailingZeros(long value) {
    return Bits.trailingZeros(value);
  }

  public static long reverse(long value) {
    return (long) Integer.reverse((int) value) << 32 | Integer.reverse((int) (value >>> 32)) & 0xffffffffL;
  }

  public static long reverseBytes(long value) {
    return (long) Integer.reverseBytes((int) value) << 32 | Integer.reverseBytes((int) (value >>> 32)) & 0xffffffffL;
  }

  public static long highestOneBit(long value) {
    return value & MIN_VALUE >>> numberOfLeadingZeros(value);
  }

  public static long lowestOneBit(long value) {
    return value & -value;
  }

  public static long rotateLeft(long value, int distance) {
    return value << distance | value >>> -distance;
  }

  public static long rotateRight(long value, int distance) {
    return value >>> distance | value << -distance;
  }
}
