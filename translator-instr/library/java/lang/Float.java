/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A float as an object, its bits, and its text (FloatText, FloatParser). */
package java.lang;

public final class Float extends Number implements Comparable<Float> {
  private static final long serialVersionUID = -2671257302660747028L;

  @SuppressWarnings("unchecked")
  public static final Class<Float> TYPE = (Class<Float>) (Class<?>) float[].class.getComponentType();

  public static final float POSITIVE_INFINITY = 1.0f / 0.0f;
  public static final float NEGATIVE_INFINITY = -1.0f / 0.0f;
  public static final float NaN = 0.0f / 0.0f;
  public static final float MAX_VALUE = 0x1.fffffep127f;
  public static final float MIN_NORMAL = 0x1.0p-126f;
  public static final float MIN_VALUE = 0x0.000002p-126f;
  public static final int MAX_EXPONENT = 127;
  public static final int MIN_EXPONENT = 1 - MAX_EXPONENT;
  public static final int SIZE = 32;
  public static final int BYTES = SIZE / 8;

  private final float value;

  @Deprecated
  public Float(float value) {
    this.value = value;
  }

  @Deprecated
  public Float(double value) {
    this((float) value);
  }

  @Deprecated
  public Float(String text) {
    this(parseFloat(text));
  }

  public static Float valueOf(float value) {
    return new Float(value);
  }

  public static Float valueOf(String text) {
    return new Float(parseFloat(text));
  }

  public static float parseFloat(String text) {
    return FloatParser.parseFloat(text);
  }

  public static String toString(float value) {
    return FloatText.ofFloat(value);
  }

  /* Its bits as hexadecimal digits: 0x1.8p1 is 3. */
  public static String toHexString(float value) {
    if (Math.abs(value) >= MIN_NORMAL || value == 0 || isNaN(value))
      return Double.toHexString(value);
    String digits = Integer.toHexString(floatToRawIntBits(value) << 1 & 0xffffff | 1 << 24).substring(1);
    int length = digits.length();
    while (length > 1 && digits.charAt(length - 1) == '0')
      length--;
    return (value < 0 ? "-0x0." : "0x0.") + digits.substring(0, length) + "p-126";
  }

  public static boolean isNaN(float value) {
    return value != value;
  }

  public static boolean isInfinite(float value) {
    return value == POSITIVE_INFINITY || value == NEGATIVE_INFINITY;
  }

  public static boolean isFinite(float value) {
    return value - value == 0;
  }

  public boolean isNaN() {
    return isNaN(value);
  }

  public boolean isInfinite() {
    return isInfinite(value);
  }

  public static native int floatToRawIntBits(float value);

  public static native float intBitsToFloat(int bits);

  public static int floatToIntBits(float value) {
    return isNaN(value) ? 0x7fc00000 : floatToRawIntBits(value);
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

  public static int hashCode(float value) {
    return floatToIntBits(value);
  }

  @Override
  public int hashCode() {
    return hashCode(value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Float && floatToIntBits(((Float) other).value) == floatToIntBits(value);
  }

  /* -0.0 comes before 0.0, not-a-number after all others. */
  public static int compare(float first, float second) {
    if (first < second)
      return -1;
    if (first > second)
      return 1;
    return Integer.compare(floatToIntBits(first), floatToIntBits(second));
  }

  @Override
  public int compareTo(Float other) {
    return compare(value, other.value);
  }

  public static float sum(float first, float second) {
    return first + second;
  }

  public static float min(float first, float second) {
    return Math.min(first, second);
  }

  public static float max(float first, float second) {
    return Math.max(first, second);
  }
}
