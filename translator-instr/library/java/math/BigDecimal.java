/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A decimal number without limits: unscaled / 10^scale. Operations without a MathContext are exact, or say that they
 * cannot be; with one they are those of "General Decimal Arithmetic" (M. Cowlishaw), whose results are rounded once. */
package java.math;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.StreamCorruptedException;

public class BigDecimal extends Number implements Comparable<BigDecimal> {
  private static final long serialVersionUID = 6108874887143696463L;
  private static final String SERIAL_FIELDS = "scale I intVal Ljava/math/BigInteger;";

  public static final BigDecimal ZERO = valueOf(0);
  public static final BigDecimal ONE = valueOf(1);
  public static final BigDecimal TEN = valueOf(10);

  @Deprecated
  public static final int ROUND_UP = 0;
  @Deprecated
  public static final int ROUND_DOWN = 1;
  @Deprecated
  public static final int ROUND_CEILING = 2;
  @Deprecated
  public static final int ROUND_FLOOR = 3;
  @Deprecated
  public static final int ROUND_HALF_UP = 4;
  @Deprecated
  public static final int ROUND_HALF_DOWN = 5;
  @Deprecated
  public static final int ROUND_HALF_EVEN = 6;
  @Deprecated
  public static final int ROUND_UNNECESSARY = 7;

  /* The largest exponent of pow(). */
  private static final int MOST_POWER = 999999999;
  private static final double LOG10_OF_2 = 0.30102999566398120;

  private transient BigInteger unscaled;   /* these two: set once */
  private transient int scale;
  /* 0: not counted yet. */
  private transient int precision;

  /* ---- making them ---- */

  public BigDecimal(BigInteger unscaled, int scale) {
    this.unscaled = java.util.Objects.requireNonNull(unscaled);
    this.scale = scale;
  }

  private BigDecimal(BigDecimal value) {
    this(value.unscaled, value.scale);
  }

  public BigDecimal(BigInteger value) {
    this(value, 0);
  }

  public BigDecimal(BigInteger value, MathContext context) {
    this(new BigDecimal(value).round(context));
  }

  public BigDecimal(BigInteger unscaled, int scale, MathContext context) {
    this(new BigDecimal(unscaled, scale).round(context));
  }

  public BigDecimal(int value) {
    this(BigInteger.valueOf(value), 0);
  }

  public BigDecimal(int value, MathContext context) {
    this(new BigDecimal(value).round(context));
  }

  public BigDecimal(long value) {
    this(BigInteger.valueOf(value), 0);
  }

  public BigDecimal(long value, MathContext context) {
    this(new BigDecimal(value).round(context));
  }

  public BigDecimal(double value) {
    this(exact(value));
  }

  public BigDecimal(double value, MathContext context) {
    this(exact(value).round(context));
  }

  public BigDecimal(String text) {
    this(parse(text));
  }

  public BigDecimal(String text, MathContext context) {
    this(parse(text).round(context));
  }

  public BigDecimal(char[] text) {
    this(new String(text));
  }

  public BigDecimal(char[] text, MathContext context) {
    this(new String(text), context);
  }

  public BigDecimal(char[] text, int offset, int count) {
    this(part(text, offset, count));
  }

  public BigDecimal(char[] text, int offset, int count, MathContext context) {
    this(part(text, offset, count), context);
  }

  private static String part(char[] text, int offset, int count) {
    if (offset < 0 || count < 0 || offset > text.length - count)
      throw new NumberFormatException("Bad offset or len arguments for char[] input.");
    return new String(text, offset, count);
  }

  public static BigDecimal valueOf(long value) {
    return valueOf(value, 0);
  }

  public static BigDecimal valueOf(long unscaled, int scale) {
    return new BigDecimal(BigInteger.valueOf(unscaled), scale);
  }

  public static BigDecimal valueOf(double value) {
    return new BigDecimal(Double.toString(value));
  }

  private static BigDecimal exact(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value))
      throw new NumberFormatException("Infinite or NaN");
    if (value == 0)
      return ZERO;
    int exponent = Math.getExponent(value);
    long bits = Double.doubleToLongBits(value) & (1L << 52) - 1;
    bits = exponent < Double.MIN_EXPONENT ? bits << 1 : bits | 1L << 52;
    int power = exponent - 52;
    int twos = Long.numberOfTrailingZeros(bits);
    BigInteger odd = BigInteger.valueOf(value < 0 ? -(bits >> twos) : bits >> twos);
    power += twos;
    /* 2^-n is 5^n / 10^n. */
    return power >= 0 ? new BigDecimal(odd.shiftLeft(power), 0)
        : new BigDecimal(odd.multiply(BigInteger.valueOf(5).pow(-power)), -power);
  }

  private static NumberFormatException malformed(String text) {
    return new NumberFormatException("\"" + text + "\" is no decimal number");
  }

  private static BigDecimal parse(String text) {
    int length = text.length();
    int at = length > 0 && (text.charAt(0) == '-' || text.charAt(0) == '+') ? 1 : 0;
    StringBuilder digits = new StringBuilder();
    if (at == 1 && text.charAt(0) == '-')
      digits.append('-');
    int first = digits.length();
    long scale = 0;
    boolean point = false;
    for (; at < length && text.charAt(at) != 'e' && text.charAt(at) != 'E'; at++) {
      char c = text.charAt(at);
      if (c == '.' && !point) {
        point = true;
      } else if (Character.isDigit(c)) {
        digits.append(Character.forDigit(Character.digit(c, 10), 10));
        scale += point ? 1 : 0;
      } else {
        throw malformed(text);
      }
    }
    if (digits.length() == first)
      throw malformed(text);
    if (at < length)
      scale -= exponent(text, at + 1);
    if ((int) scale != scale)
      throw new NumberFormatException("Scale out of range.");
    return new BigDecimal(new BigInteger(digits.toString()), (int) scale);
  }

  private static long exponent(String text, int from) {
    int at = from < text.length() && (text.charAt(from) == '-' || text.charAt(from) == '+') ? from + 1 : from;
    if (at == text.length())
      throw malformed(text);
    long value = 0;
    for (int i = at; i < text.length(); i++) {
      int digit = Character.digit(text.charAt(i), 10);
      if (digit < 0)
        throw malformed(text);
      value = value * 10 + digit;
      if (value > 1L << 40)
        throw new NumberFormatException("Exponent overflow.");
    }
    if (value > Integer.MAX_VALUE)
      throw new NumberFormatException("Exponent overflow.");
    return text.charAt(from) == '-' ? -value : value;
  }

  /* ---- parts ---- */

  private static BigInteger tenTo(long power) {
    if (power > Integer.MAX_VALUE)
      throw new ArithmeticException("Overflow");
    return BigInteger.TEN.pow((int) power);
  }

  /* A scale that an int holds: for zero the nearest. */
  private static int checkedScale(BigInteger unscaled, long scale) {
    if ((int) scale == scale)
      return (int) scale;
    if (unscaled.signum() != 0)
      throw new ArithmeticException(scale > 0 ? "Underflow" : "Overflow");
    return scale > 0 ? Integer.MAX_VALUE : Integer.MIN_VALUE;
  }

  private static BigDecimal of(BigInteger unscaled, long scale) {
    return new BigDecimal(unscaled, checkedScale(unscaled, scale));
  }

  private static int saturated(long scale) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, scale));
  }

  public int signum() {
    return unscaled.signum();
  }

  public int scale() {
    return scale;
  }

  public BigInteger unscaledValue() {
    return unscaled;
  }

  public int precision() {
    if (precision == 0)
      precision = digits(unscaled.abs());
    return precision;
  }

  /* A number of n bits is at least 2^(n-1): that leaves two numbers of digits. */
  private static int digits(BigInteger size) {
    if (size.signum() == 0)
      return 1;
    int least = (int) ((size.bitLength() - 1) * LOG10_OF_2) + 1;
    return size.compareTo(BigInteger.TEN.pow(least)) >= 0 ? least + 1 : least;
  }

  private static BigInteger quotient(BigInteger dividend, BigInteger divisor, RoundingMode mode) {
    BigInteger[] both = dividend.divideAndRemainder(divisor);
    if (both[1].signum() == 0)
      return both[0];
    int sign = dividend.signum() * divisor.signum();
    int half = both[1].abs().shiftLeft(1).compareTo(divisor.abs());
    return mode.goesUp(sign, both[0].testBit(0), half) ? both[0].add(BigInteger.valueOf(sign)) : both[0];
  }

  public BigDecimal round(MathContext context) {
    int most = context.getPrecision();
    BigDecimal value = this;
    while (most > 0 && value.precision() > most) {
      int drop = value.precision() - most;
      value = of(quotient(value.unscaled, tenTo(drop), context.getRoundingMode()), (long) value.scale - drop);
    }
    return value;
  }

  public BigDecimal plus() {
    return this;
  }

  public BigDecimal plus(MathContext context) {
    return round(context);
  }

  public BigDecimal setScale(int wanted) {
    return setScale(wanted, RoundingMode.UNNECESSARY);
  }

  @Deprecated
  public BigDecimal setScale(int wanted, int mode) {
    return setScale(wanted, oldMode(mode));
  }

  private static RoundingMode oldMode(int mode) {
    if (mode < ROUND_UP || mode > ROUND_UNNECESSARY)
      throw new IllegalArgumentException("Invalid rounding mode");
    return RoundingMode.valueOf(mode);
  }

  public BigDecimal setScale(int wanted, RoundingMode mode) {
    long more = (long) wanted - scale;
    if (more == 0)
      return this;
    if (signum() == 0)
      return new BigDecimal(BigInteger.ZERO, wanted);
    if (more > 0)
      return new BigDecimal(unscaled.multiply(tenTo(more)), wanted);
    /* More digits than there are leave a number that is less than a half. */
    long drop = Math.min(-more, precision() + 1L);
    return new BigDecimal(quotient(unscaled, tenTo(drop), mode), wanted);
  }

  /* Without zeros at the end, as long as the scale is above `least`. */
  private BigDecimal stripped(long least) {
    BigInteger value = unscaled;
    long left = scale;
    while (left > least && value.signum() != 0 && !value.testBit(0)) {
      BigInteger[] both = value.divideAndRemainder(BigInteger.TEN);
      if (both[1].signum() != 0)
        break;
      value = both[0];
      left--;
    }
    return left == scale ? this : of(value, left);
  }

  public BigDecimal stripTrailingZeros() {
    return signum() == 0 ? ZERO : stripped(Integer.MIN_VALUE);
  }

  public BigDecimal movePointLeft(int places) {
    return places == 0 ? this : of(unscaled, (long) scale + places).withoutNegativeScale();
  }

  public BigDecimal movePointRight(int places) {
    return places == 0 ? this : of(unscaled, (long) scale - places).withoutNegativeScale();
  }

  private BigDecimal withoutNegativeScale() {
    return scale < 0 ? setScale(0) : this;
  }

  public BigDecimal scaleByPowerOfTen(int power) {
    return of(unscaled, (long) scale - power);
  }

  public BigDecimal ulp() {
    return valueOf(1, scale);
  }

  /* ---- arithmetic ---- */

  public BigDecimal add(BigDecimal other) {
    int common = Math.max(scale, other.scale);
    return new BigDecimal(setScale(common).unscaled.add(other.setScale(common).unscaled), common);
  }

  public BigDecimal add(BigDecimal other, MathContext context) {
    if (context.getPrecision() == 0)
      return add(other);
    int wanted = Math.max(scale, other.scale);
    if (signum() != 0 && other.signum() != 0)
      return addFar(other, context);
    if (signum() == 0 && other.signum() == 0)
      return new BigDecimal(BigInteger.ZERO, wanted);
    BigDecimal sum = (signum() == 0 ? other : this).round(context);
    if (sum.scale >= wanted)
      return sum.stripped(wanted);
    long room = (long) context.getPrecision() - sum.precision();
    return sum.setScale((int) Math.min(wanted, sum.scale + room));
  }

  /* A number that lies far below the last digit of the result counts by its sign alone. */
  private BigDecimal addFar(BigDecimal other, MathContext context) {
    boolean larger = (long) precision() - scale >= (long) other.precision() - other.scale;
    BigDecimal big = larger ? this : other;
    BigDecimal small = larger ? other : this;
    long last = Math.min(big.scale, big.scale - (long) big.precision() + context.getPrecision());
    long below = Math.max(big.scale, last) + 3;
    long kept = Math.max(big.scale, big.scale - (long) big.precision() + context.getPrecision()) + 3;
    if ((long) small.scale - small.precision() > Math.max(below, kept))
      small = of(BigInteger.valueOf(small.signum()), Math.max(below, kept));
    return big.add(small).round(context);
  }

  public BigDecimal subtract(BigDecimal other) {
    return add(other.negate());
  }

  public BigDecimal subtract(BigDecimal other, MathContext context) {
    return add(other.negate(), context);
  }

  public BigDecimal multiply(BigDecimal other) {
    return of(unscaled.multiply(other.unscaled), (long) scale + other.scale);
  }

  public BigDecimal multiply(BigDecimal other, MathContext context) {
    return multiply(other).round(context);
  }

  public BigDecimal negate() {
    return new BigDecimal(unscaled.negate(), scale);
  }

  public BigDecimal negate(MathContext context) {
    return negate().round(context);
  }

  public BigDecimal abs() {
    return signum() < 0 ? negate() : this;
  }

  public BigDecimal abs(MathContext context) {
    return abs().round(context);
  }

  public BigDecimal divide(BigDecimal divisor, int wanted, RoundingMode mode) {
    if (divisor.signum() == 0)
      throw new ArithmeticException(precision() > 18 ? "BigInteger divide by zero" : "/ by zero");
    long more = (long) wanted + divisor.scale - scale;
    return new BigDecimal(more >= 0 ? quotient(unscaled.multiply(tenTo(more)), divisor.unscaled, mode)
        : quotient(unscaled, divisor.unscaled.multiply(tenTo(-more)), mode), wanted);
  }

  public BigDecimal divide(BigDecimal divisor, RoundingMode mode) {
    return divide(divisor, scale, mode);
  }

  @Deprecated
  public BigDecimal divide(BigDecimal divisor, int wanted, int mode) {
    return divide(divisor, wanted, oldMode(mode));
  }

  @Deprecated
  public BigDecimal divide(BigDecimal divisor, int mode) {
    return divide(divisor, scale, oldMode(mode));
  }

  private void checkDivisor(BigDecimal divisor) {
    if (divisor.signum() == 0)
      throw new ArithmeticException(signum() == 0 ? "Division undefined" : "Division by zero");
  }

  public BigDecimal divide(BigDecimal divisor) {
    checkDivisor(divisor);
    int wanted = saturated((long) scale - divisor.scale);
    if (signum() == 0)
      return new BigDecimal(BigInteger.ZERO, wanted);
    /* An exact quotient has at most so many digits: a bit of the divisor makes one of them. */
    long most = precision() + (long) Math.ceil(10.0 * divisor.precision() / 3.0);
    BigDecimal quotient;
    try {
      quotient = divide(divisor, new MathContext(saturated(most), RoundingMode.UNNECESSARY));
    } catch (ArithmeticException e) {
      throw new ArithmeticException("Non-terminating decimal expansion; no exact representable decimal result.");
    }
    return wanted > quotient.scale ? quotient.setScale(wanted) : quotient;
  }

  public BigDecimal divide(BigDecimal divisor, MathContext context) {
    if (context.getPrecision() == 0)
      return divide(divisor);
    checkDivisor(divisor);
    long wanted = (long) scale - divisor.scale;
    if (signum() == 0)
      return new BigDecimal(BigInteger.ZERO, saturated(wanted));
    /* Enough digits that some are rounded away; the last says whether there are more. */
    long more = (long) context.getPrecision() + divisor.precision() - precision() + 3;
    BigInteger[] both = more >= 0 ? unscaled.multiply(tenTo(more)).divideAndRemainder(divisor.unscaled)
        : unscaled.divideAndRemainder(divisor.unscaled.multiply(tenTo(-more)));
    int sign = signum() * divisor.signum();
    boolean exact = both[1].signum() == 0;
    BigInteger all = both[0].multiply(BigInteger.TEN).add(exact ? BigInteger.ZERO : BigInteger.valueOf(sign));
    BigDecimal whole = new BigDecimal(all, 0);
    BigDecimal rounded = whole.round(context);
    exact = exact && rounded.compareTo(whole) == 0;
    BigDecimal result = of(rounded.unscaled, wanted + more + 1 + rounded.scale);
    return exact ? result.stripped(wanted) : result;
  }

  private int compareSize(BigDecimal other) {
    return abs().compareTo(other.abs());
  }

  public BigDecimal divideToIntegralValue(BigDecimal divisor) {
    int wanted = saturated((long) scale - divisor.scale);
    if (compareSize(divisor) < 0)
      return new BigDecimal(BigInteger.ZERO, wanted);
    if (signum() == 0 && divisor.signum() != 0)
      return setScale(wanted);
    checkDivisor(divisor);
    BigDecimal whole = divide(divisor, 0, RoundingMode.DOWN).stripped(wanted);
    return whole.scale < wanted ? whole.setScale(wanted) : whole;
  }

  public BigDecimal divideToIntegralValue(BigDecimal divisor, MathContext context) {
    if (context.getPrecision() == 0 || compareSize(divisor) < 0)
      return divideToIntegralValue(divisor);
    int wanted = saturated((long) scale - divisor.scale);
    BigDecimal result = divide(divisor, new MathContext(context.getPrecision(), RoundingMode.DOWN));
    if (result.scale < 0) {
      if (subtract(result.multiply(divisor)).compareSize(divisor) >= 0)
        throw new ArithmeticException("Division impossible");
    } else if (result.scale > 0) {
      result = result.setScale(0, RoundingMode.DOWN);
    }
    int room = context.getPrecision() - result.precision();
    if (wanted > result.scale && room > 0)
      return result.setScale((int) Math.min(wanted, (long) result.scale + room));
    return result.stripped(wanted);
  }

  public BigDecimal[] divideAndRemainder(BigDecimal divisor) {
    BigDecimal whole = divideToIntegralValue(divisor);
    return new BigDecimal[] {whole, subtract(whole.multiply(divisor))};
  }

  public BigDecimal[] divideAndRemainder(BigDecimal divisor, MathContext context) {
    BigDecimal whole = divideToIntegralValue(divisor, context);
    return new BigDecimal[] {whole, subtract(whole.multiply(divisor))};
  }

  public BigDecimal remainder(BigDecimal divisor) {
    return divideAndRemainder(divisor)[1];
  }

  public BigDecimal remainder(BigDecimal divisor, MathContext context) {
    return divideAndRemainder(divisor, context)[1];
  }

  public BigDecimal pow(int power) {
    if (power < 0 || power > MOST_POWER)
      throw new ArithmeticException("Invalid operation");
    return power == 0 ? ONE : of(unscaled.pow(power), (long) scale * power);
  }

  /* By squares, from the power's highest bit on, with some digits more than are wanted (ANSI X3.274, section 7). */
  public BigDecimal pow(int power, MathContext context) {
    if (context.getPrecision() == 0)
      return pow(power);
    if (power < -MOST_POWER || power > MOST_POWER)
      throw new ArithmeticException("Invalid operation");
    if (power == 0)
      return ONE;
    int size = Math.abs(power);
    int length = String.valueOf(size).length();
    if (length > context.getPrecision())
      throw new ArithmeticException("Invalid operation");
    MathContext working = new MathContext(context.getPrecision() + length + 1, context.getRoundingMode());
    BigDecimal result = ONE;
    for (int bit = 31 - Integer.numberOfLeadingZeros(size); bit >= 0; bit--) {
      if ((size >> bit & 1) != 0)
        result = result.multiply(this, working);
      if (bit > 0)
        result = result.multiply(result, working);
    }
    return (power < 0 ? ONE.divide(result, working) : result).round(context);
  }

  /* The root of an integer that has enough digits; its last digit says whether there are more. */
  public BigDecimal sqrt(MathContext context) {
    if (signum() < 0)
      throw new ArithmeticException("Attempted square root of negative BigDecimal");
    int wanted = scale / 2;
    if (signum() == 0)
      return valueOf(0, wanted);
    BigDecimal value = stripTrailingZeros();
    boolean mustBeExact = context.getPrecision() == 0 || context.getRoundingMode() == RoundingMode.UNNECESSARY;
    int precision = context.getPrecision() == 0 ? value.precision() / 2 + 1 : context.getPrecision();
    long more = Math.max(0, 2L * precision + 4 - value.precision());
    more += value.scale + more & 1;
    BigInteger radicand = value.unscaled.multiply(tenTo(more));
    BigInteger root = radicand.sqrt();
    boolean exact = root.multiply(root).equals(radicand);
    BigDecimal result = of(root.multiply(BigInteger.TEN).add(exact ? BigInteger.ZERO : BigInteger.ONE),
        (value.scale + more) / 2 + 1);
    if (mustBeExact) {
      result = result.round(new MathContext(precision, RoundingMode.DOWN));
      if (result.multiply(result).compareTo(this) != 0)
        throw new ArithmeticException("Computed square root not exact.");
    } else {
      result = result.round(context);
    }
    if (result.scale == wanted)
      return result;
    return result.stripTrailingZeros().add(valueOf(0, wanted),
        new MathContext(context.getPrecision(), RoundingMode.UNNECESSARY));
  }

  /* ---- comparison ---- */

  @Override
  public int compareTo(BigDecimal other) {
    if (signum() != other.signum() || signum() == 0)
      return Integer.compare(signum(), other.signum());
    int order = Long.compare((long) precision() - scale, (long) other.precision() - other.scale);
    if (order != 0)
      return order * signum();
    int common = Math.max(scale, other.scale);
    return setScale(common).unscaled.compareTo(other.setScale(common).unscaled);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BigDecimal && ((BigDecimal) other).scale == scale
        && ((BigDecimal) other).unscaled.equals(unscaled);
  }

  @Override
  public int hashCode() {
    return 31 * unscaled.hashCode() + scale;
  }

  public BigDecimal min(BigDecimal other) {
    return compareTo(other) <= 0 ? this : other;
  }

  public BigDecimal max(BigDecimal other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /* ---- conversion ---- */

  public BigInteger toBigInteger() {
    return setScale(0, RoundingMode.DOWN).unscaled;
  }

  public BigInteger toBigIntegerExact() {
    return setScale(0).unscaled;
  }

  @Override
  public long longValue() {
    return (long) precision() - scale <= 0 || scale <= -64 ? 0 : toBigInteger().longValue();
  }

  @Override
  public int intValue() {
    return (int) longValue();
  }

  public long longValueExact() {
    long digits = (long) precision() - scale;
    if (signum() == 0)
      return 0;
    if (digits > 19)
      throw new ArithmeticException("Overflow");
    if (digits <= 0)
      throw new ArithmeticException("Rounding necessary");
    BigInteger value = toBigIntegerExact();
    if (value.bitLength() > 63)
      throw new ArithmeticException("Overflow");
    return value.longValue();
  }

  public int intValueExact() {
    long value = longValueExact();
    if ((int) value != value)
      throw new ArithmeticException("Overflow");
    return (int) value;
  }

  public short shortValueExact() {
    long value = longValueExact();
    if ((short) value != value)
      throw new ArithmeticException("Overflow");
    return (short) value;
  }

  public byte byteValueExact() {
    long value = longValueExact();
    if ((byte) value != value)
      throw new ArithmeticException("Overflow");
    return (byte) value;
  }

  @Override
  public double doubleValue() {
    return Double.parseDouble(toString());
  }

  @Override
  public float floatValue() {
    return Float.parseFloat(toString());
  }

  /* ---- text ---- */

  private static void zeros(StringBuilder text, long count) {
    for (long i = 0; i < count; i++)
      text.append('0');
  }

  @Override
  public String toString() {
    String digits = unscaled.abs().toString();
    long exponent = -(long) scale + digits.length() - 1;
    return scale >= 0 && exponent >= -6 ? plain(digits) : scientific(digits, 1, exponent);
  }

  /* With an exponent that three divides. */
  public String toEngineeringString() {
    String digits = unscaled.abs().toString();
    long exponent = -(long) scale + digits.length() - 1;
    if (scale >= 0 && exponent >= -6)
      return plain(digits);
    int before = (int) Math.floorMod(exponent, 3L) + 1;
    exponent -= before - 1;
    if (signum() == 0 && before > 1) {
      digits = before == 2 ? "000" : "00";
      exponent += 3;
      before = 1;
    }
    return scientific(digits, before, exponent);
  }

  /* With so many digits before the point. */
  private String scientific(String digits, int before, long exponent) {
    StringBuilder text = new StringBuilder(signum() < 0 ? "-" : "");
    text.append(digits, 0, Math.min(before, digits.length()));
    zeros(text, before - digits.length());
    if (digits.length() > before)
      text.append('.').append(digits, before, digits.length());
    if (exponent != 0)
      text.append('E').append(exponent > 0 ? "+" : "").append(exponent);
    return text.toString();
  }

  public String toPlainString() {
    return plain(unscaled.abs().toString());
  }

  private String plain(String digits) {
    StringBuilder text = new StringBuilder(signum() < 0 ? "-" : "");
    if (scale <= 0) {
      text.append(digits);
      zeros(text, signum() == 0 ? 0 : -(long) scale);
      return text.toString();
    }
    int before = digits.length() - scale;
    text.append(before > 0 ? digits.substring(0, before) : "0").append('.');
    zeros(text, -(long) before);
    return text.append(digits, Math.max(before, 0), digits.length()).toString();
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    ObjectOutputStream.PutField fields = out.putFields();
    fields.put("intVal", unscaled);
    fields.put("scale", scale);
    out.writeFields();
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    ObjectInputStream.GetField fields = in.readFields();
    unscaled = (BigInteger) fields.get("intVal", null);
    scale = fields.get("scale", 0);
    if (unscaled == null)
      throw new StreamCorruptedException("BigDecimal: null intVal");
  }
}
