/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A double as an object, its bits, and its text (FloatText, FloatParser). */
package java.lang;

public final class Double extends Number implements Comparable<Double> {
  private static final long serialVersionUID = -9172774392245257468L;

  @SuppressWarnings("unchecked")
  public static final Class<Double> TYPE = (Class<Double>) (Class<?>) double[].class.getComponentType();

  public static final double POSITIVE_INFINITY = 1.0 / 0.0;
  public static final double NEGATIVE_INFINITY = -1.0 / 0.0;
  public static final double NaN = 0.0 / 0.0;
  public static final double MAX_VALUE = 0x1.fffffffffffffp1023;
  public static final double MIN_NORMAL = 0x1.0p-1022;
  public static final double MIN_VALUE = 0x0.0000000000001p-1022;
  public static final int MAX_EXPONENT = 1023;
  public static final int MIN_EXPONENT = 1 - MAX_EXPONENT;
  public static final int SIZE = 64;
  public static final int BYTES = SIZE / 8;

  private final double value;

  @Deprecated
  public Double(double value) {
    this.value = value;
  }

  @Deprecated
  public Double(String text) {
    this(parseDouble(text));
  }

  public static Double valueOf(double value) {
    return new Double(value);
  }

  public static Double valueOf(String text) {
    return new Double(parseDouble(text));
  }

  public static double parseDouble(String text) {
    return FloatParser.parseDouble(text);
  }

  public static String toString(double value) {
    return FloatText.ofDouble(value);
  }

  /* Its bits as hexadecimal digits: 0x1.8p1 is 3. */
  public static String toHexString(double value) {
    if (!isFinite(value))
      return toString(value);
    String sign = doubleToRawLongBits(value) < 0 ? "-" : "";
    long bits = doubleToRawLongBits(value) & Long.MAX_VALUE;
    if (bits == 0)
      return sign + "0x0.0p0";
    boolean normal = bits >>> 52 != 0;
    String digits = Long.toHexString(bits & (1L << 52) - 1 | 1L << 52).substring(1);
    int length = digits.length();
    while (length > 1 && digits.charAt(length - 1) == '0')
      length--;
    return sign + (normal ? "0x1." : "0x0.") + digits.substring(0, length) + "p"
        + (normal ? (int) (bits >>> 52) - MAX_EXPONENT : MIN_EXPONENT);
  }

  public static boolean isNaN(double value) {
    return value != value;
  }

  public static boolean isInfinite(double value) {
    return value == POSITIVE_INFINITY || value == NEGATIVE_INFINITY;
  }

  public static boolean isFinite(double value) {
    return value - value == 0;
  }

  public boolean isNaN() {
    return isNaN(value);
  }

  public boolean isInfinite() {
    return isInfinite(value);
  }

  public static native long doubleToRawLongBits(double value);

  public static native double longBitsToDouble(long bits);

  public static long doubleToLongBits(double value) {
    return isNaN(value) ? 0x7ff8000000000000L : doubleToRawLongBits(value);
  }

  @Override
  public int intValue() {
    return (int) value;
  }

  @Override
  public long longValue() {
    return (long) value;
  }

  @Override
  public float floatValue() {
    return (float) value;
  }

  @Override
  public double doubleValue() {
    return value;
  }

  @Override
  public String toString() {
    return toString(value);
  }

  public static int hashCode(double value) {
    return Long.hashCode(doubleToLongBits(value));
  }

  @Override
  public int hashCode() {
    return hashCode(value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Double && doubleToLongBits(((Double) other).value) == doubleToLongBits(value);
  }

  /* -0.0 comes before 0.0, not-a-number after all others. */
  public static int compare(double first, double second) {
    if (first < second)
      return -1;
    if (first > second)
      return 1;
    return Long.compare(doubleToLongBits(first), doubleToLongBits(second));
  }

  @Override
  public int compareTo(Double other) {
    return compare(value, other.value);
  }

  public static double sum(double first, double second) {
    return first + second;
  }

  public static double min(double first, double second) {
    return Math.min(first, second);
  }

  public static double max(double first, double second) {
    return Math.max(first, second);
  }
}
