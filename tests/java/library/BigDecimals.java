/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * java.math.BigDecimal and MathContext: all operations on special and random numbers, in all rounding modes. */
import java.math.*;
import java.util.*;

public class BigDecimals {
  static long hash;
  static int count;
  static final boolean VERBOSE = false;

  static void add(Object value) {
    if (VERBOSE)
      System.out.println(value);
    hash = hash * 1000003 + String.valueOf(value).hashCode();
    if (++count % 50000 == 0)
      System.out.println(count + " " + Long.toHexString(hash));
  }

  interface Operation {
    Object run();
  }

  static void attempt(String what, Operation operation) {
    String result;
    try {
      Object value = operation.run();
      result = value instanceof Object[] ? Arrays.toString((Object[]) value) : String.valueOf(value);
    } catch (NumberFormatException e) {
      result = "no number"; /* the JDK has many words for it, or none */
    } catch (ArithmeticException e) {
      result = e.toString();
    }
    add(VERBOSE ? what + ": " + result : result);
  }

  static final Random random = new Random(5);

  static BigDecimal drawn() {
    BigInteger unscaled = random.nextInt(8) == 0 ? BigInteger.valueOf(random.nextInt(3) - 1)
        : new BigInteger(1 + random.nextInt(random.nextInt(4) == 0 ? 300 : 60), random);
    if (random.nextInt(4) == 0)
      unscaled = unscaled.multiply(BigInteger.TEN.pow(random.nextInt(12)));
    int scale = random.nextInt(random.nextInt(5) == 0 ? 120 : 12) - random.nextInt(random.nextInt(5) == 0 ? 120 : 12);
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), scale);
  }

  static MathContext context() {
    return new MathContext(random.nextInt(random.nextInt(3) == 0 ? 40 : 9),
        RoundingMode.values()[random.nextInt(8)]);
  }

  static void single(BigDecimal a) {
    MathContext mc = context();
    int n = random.nextInt(40) - 20;
    RoundingMode mode = RoundingMode.values()[random.nextInt(8)];
    add(a + " " + a.toPlainString() + " " + a.toEngineeringString() + " " + a.precision() + " " + a.scale() + a.signum()
        + a.hashCode() + " " + a.unscaledValue());
    add(a.stripTrailingZeros() + " " + a.negate() + a.abs() + a.ulp() + a.plus());
    add(a.doubleValue() + " " + a.floatValue() + " " + a.longValue() + " " + a.intValue() + " " + a.toBigInteger());
    attempt(a + " exact", () -> a.toBigIntegerExact());
    attempt(a + " long", () -> a.longValueExact());
    attempt(a + " int", () -> a.intValueExact());
    attempt(a + " byte", () -> a.byteValueExact() + a.shortValueExact());
    attempt(a + " round " + mc, () -> a.round(mc) + " " + a.negate(mc) + a.abs(mc) + a.plus(mc));
    attempt(a + " setScale " + n + mode, () -> a.setScale(n, mode));
    attempt(a + " setScale " + n, () -> a.setScale(n));
    attempt(a + " move " + n, () -> a.movePointLeft(n) + " " + a.movePointRight(n) + " " + a.scaleByPowerOfTen(n));
    attempt(a + " pow " + n, () -> a.pow(n));
    attempt(a + " pow " + n + mc, () -> a.pow(n, mc));
    attempt(a + " sqrt " + mc, () -> a.sqrt(mc));
    /* Upwards the JDK rounds roots that are exact, too. */
    MathContext down = new MathContext(mc.getPrecision(), mc.getRoundingMode() == RoundingMode.UP
        || mc.getRoundingMode() == RoundingMode.CEILING ? RoundingMode.HALF_EVEN : mc.getRoundingMode());
    attempt(a + "^2 sqrt " + down, () -> a.multiply(a).sqrt(down));
    attempt(a + " text", () -> new BigDecimal(a.toString()).equals(a) + "" + new BigDecimal(a.toEngineeringString())
        + new BigDecimal(a.toPlainString(), mc));
    if (Math.abs(a.scale()) < 30)
      add(String.format("%s|%.3f|%12.0f|%,.2f|%e|%(.1f|%+020.4f", a, a, a, a, a, a, a));
  }

  static void pair(BigDecimal a, BigDecimal b) {
    MathContext mc = context();
    int n = random.nextInt(40) - 10;
    RoundingMode mode = RoundingMode.values()[random.nextInt(8)];
    String both = a + " " + b + " " + mc + " ";
    add(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.compareTo(b) + a.equals(b) + a.min(b) + a.max(b));
    attempt(both + "add", () -> a.add(b, mc));
    attempt(both + "subtract", () -> a.subtract(b, mc));
    attempt(both + "multiply", () -> a.multiply(b, mc));
    attempt(both + "divide exactly", () -> a.divide(b));
    attempt(both + "divide", () -> a.divide(b, mc));
    if (b.signum() != 0)
      attempt(both + "divide " + n + mode, () -> a.divide(b, n, mode) + " " + a.divide(b, mode));
    attempt(both + "divide integral", () -> a.divideToIntegralValue(b));
    attempt(both + "divide integral mc", () -> a.divideToIntegralValue(b, mc));
    attempt(both + "remainder", () -> a.divideAndRemainder(b));
    attempt(both + "remainder mc", () -> a.remainder(b, mc));
    attempt(both + "quotient of product", () -> a.multiply(b).divide(b));
  }

  public static void main(String[] arguments) {
    for (String text : new String[] {"0", "-0", "0.00", "1e5", "1E+5", "-1.50e-7", "+.5", "5.", ".", "", "e5", "1e", "1e+",
        "1.2.3", "--1", "1e10000000000", "1E-2147483647", "1E2147483647", "0e99999999999", "1 ", "0x1", "\u0664.\u0665",
        "123456789012345678901234567890.12345678901234567890", "1e2147483648"})
      attempt(text, () -> new BigDecimal(text).hashCode() + " " + new BigDecimal(text).scale());
    for (double value : new double[] {0, -0.0, 0.1, 1.5, -3e-5, 1e22, 1e23, Double.MAX_VALUE, Double.MIN_VALUE, Math.PI,
        Double.NaN, Double.NEGATIVE_INFINITY, 1 / 3.0, 123456789.125})
      attempt("double " + value, () -> new BigDecimal(value) + " " + BigDecimal.valueOf(value) + new BigDecimal(value,
          MathContext.DECIMAL32));
    for (String text : new String[] {"precision=5 roundingMode=UP", "precision=-1 roundingMode=UP", "x", "precision=3"})
      try {
        add(new MathContext(text) + " " + new MathContext(text).equals(new MathContext(5, RoundingMode.UP)));
      } catch (IllegalArgumentException e) {
        add(e.getMessage());
      }
    add(MathContext.UNLIMITED + "" + MathContext.DECIMAL32 + MathContext.DECIMAL64 + MathContext.DECIMAL128);
    add(new BigDecimal("12.5".toCharArray(), 0, 3) + " " + new BigDecimal(7L, new MathContext(1)) + new BigDecimal(-8)
        + new BigDecimal(BigInteger.TEN, 3, new MathContext(1)) + BigDecimal.valueOf(5, 2) + RoundingMode.valueOf(4));
    attempt("old", () -> BigDecimal.TEN.divide(new BigDecimal(3), 4, BigDecimal.ROUND_HALF_UP));
    attempt("far", () -> new BigDecimal("1e100000").add(new BigDecimal("-1e-100000"), new MathContext(5, RoundingMode.DOWN)));
    attempt("far", () -> new BigDecimal("1e2147483647").multiply(BigDecimal.TEN).multiply(BigDecimal.TEN));
    attempt("far", () -> new BigDecimal("1e2147483647").compareTo(new BigDecimal("1e-2147483647")));
    attempt("zero", () -> new BigDecimal("0e2147483647").multiply(new BigDecimal("0e2147483647")).scale());
    for (int i = 0; i < 6000; i++) {
      BigDecimal a = drawn();
      single(a);
      pair(a, drawn());
      pair(a, BigDecimal.valueOf(random.nextInt(20) - 10, random.nextInt(5) - 2));
    }
    System.out.println(count + " " + Long.toHexString(hash));
  }
}
