/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Results that C would get wrong: overflow, division, shifts, conversions, not-a-number. */
public class Arithmetic {
  static final int[] INTS = { 0, 1, -1, 2, -7, 31, 32, 33, 255, -256, Integer.MAX_VALUE, Integer.MIN_VALUE };
  static final long[] LONGS = { 0, 1, -1, 63, 64, -65, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE };
  static final double[] DOUBLES = { 0.0, -0.0, 1.5, -2.75, 1e10, -1e19, 1e300, 5e-324, Double.NaN,
    Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 2147483647.5, 9.3e18 };
  static final float[] FLOATS = { 0f, -0f, 1.5f, -3.25f, 1e20f, 1e-45f, Float.NaN, Float.POSITIVE_INFINITY,
    16777217f };

  static void ints(int a, int b) {
    int mixed = a + b ^ a - b ^ a * b ^ (a & b) ^ (a | b) ^ ~a ^ -b;
    int shifted = (a << b) + (a >> b) + (a >>> b);
    String divided;
    try {
      divided = a / b + " " + a % b;
    } catch (ArithmeticException e) {
      divided = e.getMessage();
    }
    System.out.println(a + "," + b + ": " + mixed + " " + shifted + " " + divided + " " + (a < b) + (a >= b));
  }

  static void longs(long a, long b) {
    String divided;
    try {
      divided = a / b + " " + a % b;
    } catch (ArithmeticException e) {
      divided = e.getMessage();
    }
    long shifted = (a << (int) b) + (a >> b) + (a >>> b);
    System.out.println(a + "," + b + ": " + (a + b) + " " + a * b + " " + (a & b ^ b) + " " + shifted + " " + divided
        + " " + (a < b) + (a == b) + (a > b));
  }

  static void doubles(double a, double b) {
    System.out.println(bits(a + b) + " " + bits(a * b) + " " + bits(a / b) + " " + bits(a % b) + " " + (a < b)
        + (a <= b) + (a > b) + (a >= b) + (a == b) + (a != b));
  }

  static String bits(double d) {
    return Long.toHexString(Double.doubleToLongBits(d));
  }

  static void conversions() {
    for (double d : DOUBLES)
      System.out.println((int) d + " " + (long) d + " " + (short) d + " " + (char) d % 7 + " " + (byte) d + " "
          + Float.floatToIntBits((float) d));
    for (float f : FLOATS)
      System.out.println((int) f + " " + (long) f + " " + bits(f) + " " + Float.floatToIntBits(f % 1.25f) + " "
          + Float.floatToIntBits(-f) + " " + (f < 1f) + (f >= 1f));
    for (long l : LONGS)
      System.out.println((int) l + " " + bits((double) l) + " " + Float.floatToIntBits((float) l) + " " + (byte) l);
    for (int i : INTS)
      System.out.println((byte) i + " " + (short) i + " " + (int) (char) i + " " + bits(i) + " " + (long) i);
  }

  static byte toByte(int i) {
    return (byte) i;
  }

  static void compound() {
    byte b = 127;
    b++;
    short s = -32768;
    s--;
    char c = 0;
    c--;
    int i = 5;
    i += 3.7;
    i <<= 33;
    long l = 1;
    l <<= 65;
    System.out.println(b + " " + s + " " + (int) c + " " + i + " " + l + " " + toByte(200) + " " + (i++ + ++i));
  }

  public static void main(String[] args) {
    for (int a : INTS)
      for (int b : INTS)
        ints(a, b);
    for (long a : LONGS)
      for (long b : LONGS)
        longs(a, b);
    for (double a : DOUBLES)
      for (double b : DOUBLES)
        doubles(a, b);
    conversions();
    compound();
  }
}
