/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Arithmetic beyond the operators. The elementary functions (sin, exp, log, pow and their like) are those of StrictMath;
 * all else is exact: what rounds rounds correctly. */
package java.lang;

public final class Math {
  public static final double E = 2.7182818284590452354;
  public static final double PI = 3.14159265358979323846;

  private static final double TWO_52 = 0x1p52;

  private Math() {
  }

  public static int abs(int a) {
    return a < 0 ? -a : a;
  }

  public static long abs(long a) {
    return a < 0 ? -a : a;
  }

  public static float abs(float a) {
    return a <= 0 ? 0 - a : a;
  }

  public static double abs(double a) {
    return a <= 0 ? 0 - a : a;
  }

  public static int min(int a, int b) {
    return a <= b ? a : b;
  }

  public static int max(int a, int b) {
    return a >= b ? a : b;
  }

  public static long min(long a, long b) {
    return a <= b ? a : b;
  }

  public static long max(long a, long b) {
    return a >= b ? a : b;
  }

  public static float min(float a, float b) {
    if (a != a || a < b)
      return a;
    return a == b && a == 0 && Float.floatToRawIntBits(a) < 0 ? a : b;
  }

  public static float max(float a, float b) {
    if (a != a || a > b)
      return a;
    return a == b && a == 0 && Float.floatToRawIntBits(b) < 0 ? a : b;
  }

  public static double min(double a, double b) {
    if (a != a || a < b)
      return a;
    return a == b && a == 0 && Double.doubleToRawLongBits(a) < 0 ? a : b;
  }

  public static double max(double a, double b) {
    if (a != a || a > b)
      return a;
    return a == b && a == 0 && Double.doubleToRawLongBits(b) < 0 ? a : b;
  }

  public static int addExact(int a, int b) {
    int sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0)
      throw new ArithmeticException("integer overflow");
    return sum;
  }

  public static int subtractExact(int a, int b) {
    int difference = a - b;
    if (((a ^ b) & (a ^ difference)) < 0)
      throw new ArithmeticException("integer overflow");
    return difference;
  }

  public static int negateExact(int a) {
    if (a == Integer.MIN_VALUE)
      throw new ArithmeticException("integer overflow");
    return -a;
  }

  public static int incrementExact(int a) {
    return addExact(a, 1);
  }

  public static int decrementExact(int a) {
    return subtractExact(a, 1);
  }

  public static int absExact(int a) {
    if (a == Integer.MIN_VALUE)
      throw new ArithmeticException("Overflow to represent absolute value of Integer.MIN_VALUE");
    return abs(a);
  }

  public static int floorDiv(int a, int b) {
    int quotient = a / b;
    return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
  }

  public static int floorMod(int a, int b) {
    int rest = a % b;
    return (rest ^ b) < 0 && rest != 0 ? rest + b : rest;
  }

  public static long addExact(long a, long b) {
    long sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0)
      throw new ArithmeticException("long overflow");
    return sum;
  }

  public static long subtractExact(long a, long b) {
    long difference = a - b;
    if (((a ^ b) & (a ^ difference)) < 0)
      throw new ArithmeticException("long overflow");
    return difference;
  }

  public static long negateExact(long a) {
    if (a == Long.MIN_VALUE)
      throw new ArithmeticException("long overflow");
    return -a;
  }

  public static long incrementExact(long a) {
    return addExact(a, 1);
  }

  public static long decrementExact(long a) {
    return subtractExact(a, 1);
  }

  public static long absExact(long a) {
    if (a == Long.MIN_VALUE)
      throw new ArithmeticException("Overflow to represent absolute value of Long.MIN_VALUE");
    return abs(a);
  }

  public static long floorDiv(long a, long b) {
    long quotient = a / b;
    return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
  }

  public static long floorMod(long a, long b) {
    long rest = a % b;
    return (rest ^ b) < 0 && rest != 0 ? rest + b : rest;
  }

  public static int multiplyExact(int a, int b) {
    long product = (long) a * b;
    if (product != (int) product)
      throw new ArithmeticException("integer overflow");
    return (int) product;
  }

  public static long multiplyExact(long a, int b) {
    return multiplyExact(a, (long) b);
  }

  public static long multiplyExact(long a, long b) {
    long product = a * b;
    boolean fits = b == 0 || product / b == a && !(a == Long.MIN_VALUE && b == -1);
    if (!fits)
      throw new ArithmeticException("long overflow");
    return product;
  }

  public static long multiplyHigh(long a, long b) {
    long low = (a & 0xffffffffL) * (b & 0xffffffffL);
    long middle = (a >> 32) * (b & 0xffffffffL) + (low >>> 32);
    long other = (a & 0xffffffffL) * (b >> 32) + (middle & 0xffffffffL);
    return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
  }

  public static long multiplyFull(int a, int b) {
    return (long) a * b;
  }

  public static int toIntExact(long a) {
    if (a != (int) a)
      throw new ArithmeticException("integer overflow");
    return (int) a;
  }

  public static int floorMod(long a, int b) {
    return (int) floorMod(a, (long) b);
  }

  public static long floorDiv(long a, int b) {
    return floorDiv(a, (long) b);
  }

  public static native double sqrt(double a);

  /* Adding and taking away 2^52 leaves no bits behind the point and rounds half to even. */
  public static double rint(double a) {
    double size = abs(a);
    if (!(size < TWO_52) || size == 0)
      return a;
    double near = TWO_52 + size - TWO_52;
    return a < 0 ? -near : near;
  }

  public static double floor(double a) {
    if (!(abs(a) < TWO_52) || a == 0)
      return a;
    double near = (long) a;
    return near > a ? near - 1 : near;
  }

  public static double ceil(double a) {
    return -floor(-a);
  }

  public static long round(double a) {
    double down = floor(a);
    return (long) (a - down >= 0.5 ? down + 1 : down);
  }

  public static int round(float a) {
    double down = floor(a);
    return (int) (a - down >= 0.5 ? down + 1 : down);
  }

  public static double copySign(double size, double sign) {
    return Double.longBitsToDouble(Double.doubleToRawLongBits(size) & Long.MAX_VALUE
        | Double.doubleToRawLongBits(sign) & Long.MIN_VALUE);
  }

  public static float copySign(float size, float sign) {
    return Float.intBitsToFloat(Float.floatToRawIntBits(size) & Integer.MAX_VALUE
        | Float.floatToRawIntBits(sign) & Integer.MIN_VALUE);
  }

  public static double signum(double a) {
    return a > 0 ? 1 : a < 0 ? -1 : a;
  }

  public static float signum(float a) {
    return a > 0 ? 1 : a < 0 ? -1 : a;
  }

  public static int getExponent(double a) {
    return (int) (Double.doubleToRawLongBits(a) >> 52 & 0x7ff) - 1023;
  }

  public static int getExponent(float a) {
    return (Float.floatToRawIntBits(a) >> 23 & 0xff) - 127;
  }

  public static double nextUp(double a) {
    if (!(a < Double.POSITIVE_INFINITY))
      return a;
    long bits = Double.doubleToRawLongBits(a + 0.0);
    return Double.longBitsToDouble(bits >= 0 ? bits + 1 : bits - 1);
  }

  public static float nextUp(float a) {
    if (!(a < Float.POSITIVE_INFINITY))
      return a;
    int bits = Float.floatToRawIntBits(a + 0.0f);
    return Float.intBitsToFloat(bits >= 0 ? bits + 1 : bits - 1);
  }

  public static double nextDown(double a) {
    return -nextUp(-a);
  }

  public static float nextDown(float a) {
    return -nextUp(-a);
  }

  public static double nextAfter(double start, double direction) {
    if (start < direction)
      return nextUp(start);
    return start > direction ? nextDown(start) : start == direction ? direction : start + direction;
  }

  public static float nextAfter(float start, double direction) {
    if (start < direction)
      return nextUp(start);
    return start > direction ? nextDown(start) : (float) (start == direction ? direction : start + direction);
  }

  public static double ulp(double a) {
    double size = abs(a);
    if (!(size < Double.POSITIVE_INFINITY))
      return size;
    return size == Double.MAX_VALUE ? 0x1p971 : nextUp(size) - size;
  }

  public static float ulp(float a) {
    float size = abs(a);
    if (!(size < Float.POSITIVE_INFINITY))
      return size;
    return size == Float.MAX_VALUE ? 0x1p104f : nextUp(size) - size;
  }

  public static double scalb(double a, int power) {
    return StrictMath.scaleBinary(a, power);
  }

  /* Beyond these powers all floats are infinite or 0; within, the product is exact as a double. */
  public static float scalb(float a, int power) {
    return (float) StrictMath.scaleBinary(a, max(min(power, 280), -280));
  }

  public static double toRadians(double degrees) {
    return degrees * 0.017453292519943295;
  }

  public static double toDegrees(double radians) {
    return radians * 57.29577951308232;
  }

  public static double sin(double a) {
    return StrictMath.sin(a);
  }

  public static double cos(double a) {
    return StrictMath.cos(a);
  }

  public static double tan(double a) {
    return StrictMath.tan(a);
  }

  public static double asin(double a) {
    return StrictMath.asin(a);
  }

  public static double acos(double a) {
    return StrictMath.acos(a);
  }

  public static double atan(double a) {
    return StrictMath.atan(a);
  }

  public static double exp(double a) {
    return StrictMath.exp(a);
  }

  public static double expm1(double a) {
    return StrictMath.expm1(a);
  }

  public static double log(double a) {
    return StrictMath.log(a);
  }

  public static double log10(double a) {
    return StrictMath.log10(a);
  }

  public static double log1p(double a) {
    return StrictMath.log1p(a);
  }

  public static double sinh(double a) {
    return StrictMath.sinh(a);
  }

  public static double cosh(double a) {
    return StrictMath.cosh(a);
  }

  public static double tanh(double a) {
    return StrictMath.tanh(a);
  }

  public static double cbrt(double a) {
    return StrictMath.cbrt(a);
  }

  public static double atan2(double y, double x) {
    return StrictMath.atan2(y, x);
  }

  public static double pow(double a, double b) {
    return StrictMath.pow(a, b);
  }

  public static double hypot(double a, double b) {
    return StrictMath.hypot(a, b);
  }

  public static double IEEEremainder(double a, double b) {
    return StrictMath.IEEEremainder(a, b);
  }

  /* a * b + c, rounded once. */
  public static double fma(double a, double b, double c) {
    return StrictMath.fusedMultiplyAdd(a, b, c);
  }

  /* The product is exact as a double. Where the sum is not, its last bit is made to say so: then it can be rounded
   * again (round to odd). */
  public static float fma(float a, float b, float c) {
    double product = (double) a * b;
    double sum = product + c;
    double added = sum - product;
    double lost = product - (sum - added) + (c - added);
    long bits = Double.doubleToRawLongBits(sum);
    if (abs(lost) > 0 && (bits & 1) == 0)
      bits += lost > 0 == sum > 0 ? 1 : -1;
    return (float) Double.longBitsToDouble(bits);
  }

  /* In [0, 1), from a generator that all threads share. */
  public static double random() {
    return RandomHolder.SHARED.nextDouble();
  }

  private static final class RandomHolder {
    static final java.util.Random SHARED = new java.util.Random(System.nanoTime());
  }
}
