/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The elementary functions, to the last bit those of fdlibm, as Java specifies (the natives: translator-instr/runtime/core/math.c); the
 * rest is Math's. */
package java.lang;

public final class StrictMath {
  public static final double E = Math.E;
  public static final double PI = Math.PI;

  private StrictMath() {
  }

  public static native double sin(double a);

  public static native double cos(double a);

  public static native double tan(double a);

  public static native double asin(double a);

  public static native double acos(double a);

  public static native double atan(double a);

  public static native double exp(double a);

  public static native double expm1(double a);

  public static native double log(double a);

  public static native double log10(double a);

  public static native double log1p(double a);

  public static native double sinh(double a);

  public static native double cosh(double a);

  public static native double tanh(double a);

  public static native double cbrt(double a);

  public static native double atan2(double y, double x);

  public static native double pow(double a, double b);

  public static native double hypot(double a, double b);

  public static native double IEEEremainder(double a, double b);

  static native double scaleBinary(double a, int power);

  static native double fusedMultiplyAdd(double a, double b, double c);

  public static int abs(int a) {
    return Math.abs(a);
  }

  public static long abs(long a) {
    return Math.abs(a);
  }

  public static float abs(float a) {
    return Math.abs(a);
  }

  public static double abs(double a) {
    return Math.abs(a);
  }

  public static int min(int a, int b) {
    return Math.min(a, b);
  }

  public static int max(int a, int b) {
    return Math.max(a, b);
  }

  public static long min(long a, long b) {
    return Math.min(a, b);
  }

  public static long max(long a, long b) {
    return Math.max(a, b);
  }

  public static float min(float a, float b) {
    return Math.min(a, b);
  }

  public static float max(float a, float b) {
    return Math.max(a, b);
  }

  public static double min(double a, double b) {
    return Math.min(a, b);
  }

  public static double max(double a, double b) {
    return Math.max(a, b);
  }

  public static int addExact(int a, int b) {
    return Math.addExact(a, b);
  }

  public static int subtractExact(int a, int b) {
    return Math.subtractExact(a, b);
  }

  public static int negateExact(int a) {
    return Math.negateExact(a);
  }

  public static int incrementExact(int a) {
    return Math.incrementExact(a);
  }

  public static int decrementExact(int a) {
    return Math.decrementExact(a);
  }

  public static int absExact(int a) {
    return Math.absExact(a);
  }

  public static int floorDiv(int a, int b) {
    return Math.floorDiv(a, b);
  }

  public static int floorMod(int a, int b) {
    return Math.floorMod(a, b);
  }

  public static long addExact(long a, long b) {
    return Math.addExact(a, b);
  }

  public static long subtractExact(long a, long b) {
    return Math.subtractExact(a, b);
  }

  public static long negateExact(long a) {
    return Math.negateExact(a);
  }

  public static long incrementExact(long a) {
    return Math.incrementExact(a);
  }

  public static long decrementExact(long a) {
    return Math.decrementExact(a);
  }

  public static long absExact(long a) {
    return Math.absExact(a);
  }

  public static long floorDiv(long a, long b) {
    return Math.floorDiv(a, b);
  }

  public static long floorMod(long a, long b) {
    return Math.floorMod(a, b);
  }

  public static int multiplyExact(int a, int b) {
    return Math.multiplyExact(a, b);
  }

  public static long multiplyExact(long a, int b) {
    return Math.multiplyExact(a, b);
  }

  public static long multiplyExact(long a, long b) {
    return Math.multiplyExact(a, b);
  }

  public static long multiplyHigh(long a, long b) {
    return Math.multiplyHigh(a, b);
  }

  public static long multiplyFull(int a, int b) {
    return Math.multiplyFull(a, b);
  }

  public static int toIntExact(long a) {
    return Math.toIntExact(a);
  }

  public static int floorMod(long a, int b) {
    return Math.floorMod(a, b);
  }

  public static long floorDiv(long a, int b) {
    return Math.floorDiv(a, b);
  }

  public static double sqrt(double a) {
    return Math.sqrt(a);
  }

  public static double rint(double a) {
    return Math.rint(a);
  }

  public static double floor(double a) {
    return Math.floor(a);
  }

  public static double ceil(double a) {
    return Math.ceil(a);
  }

  public static long round(double a) {
    return Math.round(a);
  }

  public static int round(float a) {
    return Math.round(a);
  }

  public static double copySign(double size, double sign) {
    return Math.copySign(size, sign);
  }

  public static float copySign(float size, float sign) {
    return Math.copySign(size, sign);
  }

  public static double signum(double a) {
    return Math.signum(a);
  }

  public static float signum(float a) {
    return Math.signum(a);
  }

  public static int getExponent(double a) {
    return Math.getExponent(a);
  }

  public static int getExponent(float a) {
    return Math.getExponent(a);
  }

  public static double nextUp(double a) {
    return Math.nextUp(a);
  }

  public static float nextUp(float a) {
    return Math.nextUp(a);
  }

  public static double nextDown(double a) {
    return Math.nextDown(a);
  }

  public static float nextDown(float a) {
    return Math.nextDown(a);
  }

  public static double nextAfter(double start, double direction) {
    return Math.nextAfter(start, direction);
  }

  public static float nextAfter(float start, double direction) {
    return Math.nextAfter(start, direction);
  }

  public static double ulp(double a) {
    return Math.ulp(a);
  }

  public static float ulp(float a) {
    return Math.ulp(a);
  }

  public static double scalb(double a, int power) {
    return Math.scalb(a, power);
  }

  public static float scalb(float a, int power) {
    return Math.scalb(a, power);
  }

  public static double toRadians(double degrees) {
    return Math.toRadians(degrees);
  }

  public static double toDegrees(double radians) {
    return Math.toDegrees(radians);
  }

  public static double fma(double a, double b, double c) {
    return Math.fma(a, b, c);
  }

  public static float fma(float a, float b, float c) {
    return Math.fma(a, b, c);
  }

  public static double random() {
    return Math.random();
  }
}
