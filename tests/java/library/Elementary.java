/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * StrictMath to the last bit: all pairs of special arguments, and 100,000 random ones of many kinds for each function;
 * a hash of the results for each. Math, whose elementary functions the JDK may round otherwise, within two units. */
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

public class Elementary {
  static final double[] SPECIAL = {0, -0.0, 1, -1, 2, -2, .5, -.5, 3, -3, 4, -5, Double.NaN, Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY, Double.MIN_VALUE, -Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE,
    Double.MIN_NORMAL, -Double.MIN_NORMAL, 1e-310, -1e-310, 1e300, -1e300, 1e-300, Math.PI, Math.PI / 2, Math.PI / 4,
    -Math.PI / 4, 3 * Math.PI / 4, Math.E, 22, -22, 23, 710, 709.782712893384, 709.7827128933841, -745.1332191019411,
    -745.1332191019412, 1e-8, 1e-9, -1e-9, 1e-20, 0x1p52, 0x1p53, 0x1p54, -0x1p53 - 2, 1 + 0x1p-52, 1 - 0x1p-53,
    -1 + 0x1p-53, 0.99999, 1e5, 2e5, 1e10, 1e22, 0x1p1023, 0.34657359027997264, 1.0397207708399179, 0.41422, -0.2929};
  static final int RANDOM = 100000;

  static double[] arguments() {
    Random random = new Random(5);
    double[] all = new double[SPECIAL.length + RANDOM];
    System.arraycopy(SPECIAL, 0, all, 0, SPECIAL.length);
    for (int i = SPECIAL.length; i < all.length; i++)
      all[i] = drawn(random, i % 10);
    return all;
  }

  static double drawn(Random random, int kind) {
    switch (kind) {
      case 0: return (random.nextDouble() - .5) * 4;
      case 1: return (random.nextDouble() - .5) * 2;
      case 2: return (random.nextDouble() - .5) * 2000;
      case 3: return (random.nextDouble() - .5) * 100;
      case 4: return random.nextInt(2000) - 1000;
      case 5: return (random.nextDouble() - .5) * 1e-6;
      case 6: return (random.nextInt(400) - 200) * Math.PI / 4 + random.nextInt(3) * 1e-15;
      case 7: return StrictMath.scalb(random.nextDouble() - .5, random.nextInt(120) - 60);
      default: return Double.longBitsToDouble(random.nextLong());
    }
  }

  static final double[] X = arguments();

  static void unary(String name, DoubleUnaryOperator exact, DoubleUnaryOperator quick) {
    long hash = 0;
    int far = 0;
    for (double x : X) {
      double y = exact.applyAsDouble(x);
      hash = hash * 1000003 + Double.doubleToLongBits(y);
      double other = quick.applyAsDouble(x);
      if (Math.abs(y - other) > 2 * Math.ulp(y) || y != y != (other != other))
        far++;
    }
    System.out.println(name + " " + Long.toHexString(hash) + " " + far);
  }

  static void binary(String name, DoubleBinaryOperator operator) {
    long hash = 0;
    for (double x : SPECIAL)
      for (double y : SPECIAL)
        hash = hash * 1000003 + Double.doubleToLongBits(operator.applyAsDouble(x, y));
    Random random = new Random(6);
    for (double x : X) {
      int kind = random.nextInt(3);
      double y = kind == 0 ? x * (1 + random.nextGaussian() * .1) : kind == 1 ? random.nextInt(40) - 20
        : X[random.nextInt(X.length)];
      hash = hash * 1000003 + Double.doubleToLongBits(operator.applyAsDouble(x, y));
    }
    System.out.println(name + " " + Long.toHexString(hash));
  }

  static void elementary() {
    unary("sin", StrictMath::sin, Math::sin);
    unary("cos", StrictMath::cos, Math::cos);
    unary("tan", StrictMath::tan, Math::tan);
    unary("asin", StrictMath::asin, Math::asin);
    unary("acos", StrictMath::acos, Math::acos);
    unary("atan", StrictMath::atan, Math::atan);
    unary("exp", StrictMath::exp, Math::exp);
    unary("expm1", StrictMath::expm1, Math::expm1);
    unary("log", StrictMath::log, Math::log);
    unary("log10", StrictMath::log10, Math::log10);
    unary("log1p", StrictMath::log1p, Math::log1p);
    unary("sinh", StrictMath::sinh, Math::sinh);
    unary("cosh", StrictMath::cosh, Math::cosh);
    unary("tanh", StrictMath::tanh, Math::tanh);
    unary("cbrt", StrictMath::cbrt, Math::cbrt);
    unary("sqrt", StrictMath::sqrt, Math::sqrt);
    binary("atan2", StrictMath::atan2);
    binary("pow", StrictMath::pow);
    binary("hypot", StrictMath::hypot);
    binary("IEEEremainder", StrictMath::IEEEremainder);
  }

  /* These are exact, so Math's are the same everywhere. */
  static void exact() {
    unary("floor", Math::floor, StrictMath::floor);
    unary("ceil", Math::ceil, StrictMath::ceil);
    unary("rint", Math::rint, StrictMath::rint);
    unary("round", x -> Math.round(x), x -> StrictMath.round(x));
    unary("round float", x -> Math.round((float) x), x -> StrictMath.round((float) x));
    unary("abs", Math::abs, StrictMath::abs);
    unary("signum", Math::signum, StrictMath::signum);
    unary("signum float", x -> Math.signum((float) x), x -> StrictMath.signum((float) x));
    unary("ulp", Math::ulp, StrictMath::ulp);
    unary("ulp float", x -> Math.ulp((float) x), x -> StrictMath.ulp((float) x));
    unary("nextUp", Math::nextUp, StrictMath::nextUp);
    unary("nextDown", Math::nextDown, StrictMath::nextDown);
    unary("nextUp float", x -> Math.nextUp((float) x), x -> StrictMath.nextUp((float) x));
    unary("nextDown float", x -> Math.nextDown((float) x), x -> StrictMath.nextDown((float) x));
    unary("getExponent", x -> Math.getExponent(x), x -> StrictMath.getExponent(x));
    unary("getExponent float", x -> Math.getExponent((float) x), x -> StrictMath.getExponent((float) x));
    unary("toRadians", Math::toRadians, StrictMath::toRadians);
    unary("toDegrees", Math::toDegrees, StrictMath::toDegrees);
    binary("copySign", Math::copySign);
    binary("copySign float", (x, y) -> Math.copySign((float) x, (float) y));
    binary("nextAfter", Math::nextAfter);
    binary("nextAfter float", (x, y) -> Math.nextAfter((float) x, y));
    binary("min", Math::min);
    binary("max", Math::max);
    binary("min float", (x, y) -> Math.min((float) x, (float) y));
    binary("max float", (x, y) -> Math.max((float) x, (float) y));
    binary("scalb", (x, y) -> Math.scalb(x, (int) y));
    binary("scalb near", (x, y) -> Math.scalb(x, (int) (y % 1100)));
    binary("scalb float", (x, y) -> Math.scalb((float) x, (int) (y % 300)));
  }

  static void fused() {
    Random random = new Random(7);
    long hash = 0;
    for (int i = 0; i < 50000; i++) {
      double a = X[random.nextInt(X.length)];
      double b = X[random.nextInt(X.length)];
      int kind = random.nextInt(4);
      double c = kind == 0 ? X[random.nextInt(X.length)] : kind == 1 ? -a * b
        : kind == 2 ? a * b * StrictMath.scalb(1.0 + random.nextInt(3), random.nextInt(120) - 60)
        : -a * b * (1 + random.nextInt(9) * 0x1p-52);
      hash = hash * 1000003 + Double.doubleToLongBits(Math.fma(a, b, c));
      hash = hash * 1000003 + Float.floatToIntBits(Math.fma((float) a, (float) b, (float) c));
    }
    for (double a : SPECIAL)
      for (double b : SPECIAL)
        for (double c : SPECIAL) {
          hash = hash * 1000003 + Double.doubleToLongBits(Math.fma(a, b, c));
          hash = hash * 1000003 + Float.floatToIntBits(Math.fma((float) a, (float) b, (float) c));
        }
    System.out.println("fma " + Long.toHexString(hash));
  }

  static String attempt(java.util.function.Supplier<Object> operation) {
    try {
      return String.valueOf(operation.get());
    } catch (ArithmeticException e) {
      return e.getMessage();
    }
  }

  static void integers() {
    long[] values = {0, 1, -1, 2, -2, 7, -7, 46341, -46341, Integer.MAX_VALUE, Integer.MIN_VALUE, 3037000500L,
      -3037000500L, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE / 3, 1L << 32, 1L << 62};
    long hash = 0;
    for (long a : values)
      for (long b : values) {
        int i = (int) a;
        int k = (int) b;
        String all = attempt(() -> Math.addExact(a, b)) + attempt(() -> Math.addExact(i, k))
          + attempt(() -> Math.subtractExact(a, b)) + attempt(() -> Math.subtractExact(i, k))
          + attempt(() -> Math.multiplyExact(a, b)) + attempt(() -> Math.multiplyExact(i, k))
          + attempt(() -> Math.multiplyExact(a, k)) + attempt(() -> Math.floorDiv(a, b))
          + attempt(() -> Math.floorMod(a, b)) + attempt(() -> Math.floorDiv(i, k)) + attempt(() -> Math.floorMod(i, k))
          + attempt(() -> Math.floorMod(a, k)) + attempt(() -> Math.floorDiv(a, k)) + attempt(() -> Math.toIntExact(a))
          + attempt(() -> Math.negateExact(a)) + attempt(() -> Math.negateExact(i)) + attempt(() -> Math.absExact(i))
          + attempt(() -> Math.absExact(a)) + attempt(() -> Math.incrementExact(i))
          + attempt(() -> Math.decrementExact(a)) + Math.multiplyHigh(a, b) + Math.multiplyFull(i, k);
        hash = hash * 1000003 + all.hashCode();
      }
    System.out.println("integers " + Long.toHexString(hash));
  }

  public static void main(String[] arguments) {
    elementary();
    exact();
    fused();
    integers();
  }
}
