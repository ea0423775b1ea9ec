/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A short as an object. */
package java.lang;

public final class Short extends Number implements Comparable<Short> {
  @SuppressWarnings("unchecked")
  public static final Class<Short> TYPE = (Class<Short>) (Class<?>) short[].class.getComponentType();

  public static final short MIN_VALUE = -32768;
  public static final short MAX_VALUE = 32767;
  public static final int SIZE = 16;
  public static final int BYTES = SIZE / 8;

  private static final Short[] CACHE = makeCache();

  private final short value;

  @Deprecated
  public Short(short value) {
    this.value = value;
  }

  private static Short[] makeCache() {
    Short[] cache = new Short[256];
    for (int i = 0; i < cache.length; i++)
      cache[i] = new Short((short) (i - 128));
    return cache;
  }

  public static Short valueOf(short value) {
    return value >= -128 && value <= 127 ? CACHE[value + 128] : new Short(value);
  }

  public static Short valueOf(String text) {
    return valueOf(parseShort(text));
  }

  public static short parseShort(String text) {
    return parseShort(text, 10);
  }

  public static short parseShort(String text, int radix) {
    int result = Integer.parseInt(text, radix);
    if (result < MIN_VALUE || result > MAX_VALUE)
      throw new NumberFormatException("Value out of range. Value:\"" + text + "\" Radix:" + radix);
    return (short) result;
  }

  public static String toString(short value) {
    return Integer.toString(value);
  }

  public static int toUnsignedInt(short value) {
    return value & 0xffff;
  }

  public static long toUnsignedLong(short value) {
    return value & 0xffff;
  }

  @Override
  public byte byteValue() {
    return (byte) value;
  }

  @Override
  public short shortValue() {
    return value;
  }

  @Override
  public int intValue() {
    return value;
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

  public static int hashCode(short value) {
    return value;
  }

  @Override
  public int hashCode() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Short && ((Short) other).value == value;
  }

  public static int compare(short first, short second) {
    return first - second;
  }

  @Override
  public int compareTo(Short other) {
    return value - other.value;
  }
}
