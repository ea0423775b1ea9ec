/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A byte as an object. */
package java.lang;

public final class Byte extends Number implements Comparable<Byte> {
  @SuppressWarnings("unchecked")
  public static final Class<Byte> TYPE = (Class<Byte>) (Class<?>) byte[].class.getComponentType();

  public static final byte MIN_VALUE = -128;
  public static final byte MAX_VALUE = 127;
  public static final int SIZE = 8;
  public static final int BYTES = SIZE / 8;

  private static final Byte[] CACHE = makeCache();

  private final byte value;

  @Deprecated
  public Byte(byte value) {
    this.value = value;
  }

  private static Byte[] makeCache() {
    Byte[] cache = new Byte[256];
    for (int i = 0; i < cache.length; i++)
      cache[i] = new Byte((byte) (i - 128));
    return cache;
  }

  public static Byte valueOf(byte value) {
    return value >= -128 && value <= 127 ? CACHE[value + 128] : new Byte(value);
  }

  public static Byte valueOf(String text) {
    return valueOf(parseByte(text));
  }

  public static byte parseByte(String text) {
    return parseByte(text, 10);
  }

  public static byte parseByte(String text, int radix) {
    int result = Integer.parseInt(text, radix);
    if (result < MIN_VALUE || result > MAX_VALUE)
      throw new NumberFormatException("Value out of range. Value:\"" + text + "\" Radix:" + radix);
    return (byte) result;
  }

  public static String toString(byte value) {
    return Integer.toString(value);
  }

  public static int toUnsignedInt(byte value) {
    return value & 0xff;
  }

  public static long toUnsignedLong(byte value) {
    return value & 0xff;
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

  public static int hashCode(byte value) {
    return value;
  }

  @Override
  public int hashCode() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Byte && ((Byte) other).value == value;
  }

  public static int compare(byte first, byte second) {
    return first - second;
  }

  @Override
  public int compareTo(Byte other) {
    return value - other.value;
  }
}
