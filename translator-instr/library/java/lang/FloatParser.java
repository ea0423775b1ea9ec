/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Text to floating point, rounded exactly (half to even). Decimal digits and a power of ten become an exact fraction
 * of natural numbers, whose quotient is taken to one bit more than the type holds. */
package java.lang;

final class FloatParser {
  /* Digits beyond these only say that there is more: a double lies at most 767 digits from a rounding tie. */
  private static final int MAX_DIGITS = 800;
  private static final int MAX_EXACT_POWER = 22; /* 10^22 is the largest power of ten that a double holds */
  private static final double[] POWERS = makePowers();

  private final String text;
  private int at;
  private final int end;

  private FloatParser(String text) {
    this.text = text;
    this.end = text.length();
  }

  private static double[] makePowers() {
    double[] powers = new double[MAX_EXACT_POWER + 1];
    powers[0] = 1;
    for (int i = 1; i < powers.length; i++)
      powers[i] = powers[i - 1] * 10;
    return powers;
  }

  static double parseDouble(String text) {
    return Double.longBitsToDouble(new FloatParser(text.trim()).parse(53, 1023));
  }

  static float parseFloat(String text) {
    return Float.intBitsToFloat((int) new FloatParser(text.trim()).parse(24, 127));
  }

  private NumberFormatException malformed() {
    return new NumberFormatException(text.isEmpty() ? "empty String" : "For input string: \"" + text + "\"");
  }

  private boolean skip(String word) {
    if (!text.startsWith(word, at))
      return false;
    at += word.length();
    return true;
  }

  /* The bits of the number for a type with `precision` bits and exponent bias `bias`. */
  private long parse(int precision, int bias) {
    boolean negative = skip("-");
    if (!negative)
      skip("+");
    int exponentShift = precision - 1;
    long infinity = (long) (2 * bias + 1) << exponentShift;
    long bits;
    if (skip("NaN"))
      bits = infinity | 1L << exponentShift - 1;
    else if (skip("Infinity"))
      bits = infinity;
    else if (text.startsWith("0x", at) || text.startsWith("0X", at))
      bits = hexadecimal(precision, bias);
    else
      bits = decimal(precision, bias);
    if (at != end)
      throw malformed();
    return negative ? bits | (precision == 53 ? 1L << 63 : 1L << 31) : bits;
  }

  private long decimal(int precision, int bias) {
    Magnitude digits = new Magnitude(0);
    long head = 0;
    int power = 0;
    int kept = 0;
    boolean any = false;
    boolean behindPoint = false;
    for (; at < end; at++) {
      char c = text.charAt(at);
      if (c == '.' && !behindPoint) {
        behindPoint = true;
        continue;
      }
      if (c == '.')
        throw new NumberFormatException("multiple points");
      if (c < '0' || c > '9')
        break;
      any = true;
      if (behindPoint)
        power--;
      if (kept > MAX_DIGITS) {
        power++;
        if (c != '0' && kept == MAX_DIGITS + 1) {
          digits.multiplyAdd(10, 1);
          power--;
          kept++;
        }
        continue;
      }
      if (kept > 0 || c != '0')
        kept++;
      digits.multiplyAdd(10, c - '0');
      head = kept < 19 ? head * 10 + (c - '0') : head;
    }
    if (!any)
      throw malformed();
    power = saturatingAdd(power, exponent('e', 'E'));
    skipSuffix();
    return kept <= 15 && precision == 53 && power <= MAX_EXACT_POWER && power >= -MAX_EXACT_POWER
        ? Double.doubleToRawLongBits(power < 0 ? head / POWERS[-power] : head * POWERS[power])
        : toBits(digits, kept, power, precision, bias);
  }

  private void skipSuffix() {
    if (at < end && "fFdD".indexOf(text.charAt(at)) >= 0)
      at++;
  }

  private static int saturatingAdd(int a, int b) {
    long sum = (long) a + b;
    return (int) Math.max(-1000000, Math.min(1000000, sum));
  }

  private int exponent(char lower, char upper) {
    if (at == end || text.charAt(at) != lower && text.charAt(at) != upper)
      return 0;
    at++;
    boolean negative = skip("-");
    if (!negative)
      skip("+");
    int start = at;
    int result = 0;
    for (; at < end && Character.isDigit(text.charAt(at)); at++)
      result = Math.min(result * 10 + (text.charAt(at) - '0'), 100000000);
    if (at == start)
      throw malformed();
    return negative ? -result : result;
  }

  private static long toBits(Magnitude digits, int count, int power, int precision, int bias) {
    if (digits.isZero() || count + power < -400)
      return 0;
    if (count + power > 400)
      return (long) (2 * bias + 1) << precision - 1;
    Magnitude divisor = new Magnitude(1);
    if (power >= 0)
      digits.multiplyByFives(power);
    else
      divisor.multiplyByFives(-power);
    return divide(digits, divisor, power, precision, bias);
  }

  /* The bits of digits / divisor * 2^twos. */
  private static long divide(Magnitude digits, Magnitude divisor, int twos, int precision, int bias) {
    int exponent = digits.bitLength() - divisor.bitLength();
    int least = 1 - bias;
    int wanted = precision + 1;
    if (exponent + twos < least)
      wanted = Math.max(1, wanted - (least - exponent - twos));
    int shift = wanted - exponent;
    if (shift >= 0)
      digits.shiftLeft(shift);
    else
      divisor.shiftLeft(-shift);
    long quotient = quotient(digits, divisor, wanted + 1);
    boolean sticky = !digits.isZero();
    return round(quotient, sticky, twos - shift, precision, bias);
  }

  /* digits /= divisor, which gives at most `bits` + 1 bits; the remainder stays in digits. */
  private static long quotient(Magnitude digits, Magnitude divisor, int bits) {
    Magnitude part = divisor.copy().shiftLeft(bits);
    long result = 0;
    for (int i = bits; i >= 0; i--) {
      result <<= 1;
      Magnitude step = i == bits ? part : divisor.copy().shiftLeft(i);
      if (digits.compare(step) >= 0) {
        digits.subtract(step);
        result |= 1;
      }
    }
    return result;
  }

  /* (value + something below 1 if sticky) * 2^twos to the nearest number of the type, half to even. */
  static long round(long value, boolean sticky, int twos, int precision, int bias) {
    if (value == 0)
      return 0;
    int length = 64 - Long.numberOfLeadingZeros(value);
    int exponent = length - 1 + twos;
    int kept = precision - Math.max(0, 1 - bias - exponent);
    if (exponent > bias)
      return (long) (2 * bias + 1) << precision - 1;
    if (kept < 0)
      return 0;
    int drop = length - kept;
    long fraction = drop <= 0 ? value << -drop : drop > 63 ? 0 : value >>> drop;
    if (drop > 0) {
      long rest = drop > 63 ? value : value & (1L << drop) - 1;
      int side = Long.compareUnsigned(rest, 1L << drop - 1);
      if (side > 0 || side == 0 && (sticky || (fraction & 1) != 0))
        fraction++;
    }
    int biased = kept < precision ? 0 : exponent + bias - 1;
    return ((long) biased << precision - 1) + fraction;
  }

  private long hexadecimal(int precision, int bias) {
    at += 2;
    long value = 0;
    boolean sticky = false;
    boolean any = false;
    boolean behindPoint = false;
    int twos = 0;
    for (; at < end; at++) {
      char c = text.charAt(at);
      if (c == '.' && !behindPoint) {
        behindPoint = true;
        continue;
      }
      int digit = Character.digit(c, 16);
      if (digit < 0)
        break;
      any = true;
      boolean room = value >>> 58 == 0;
      if (room)
        value = value << 4 | digit;
      else
        sticky |= digit != 0;
      twos += (room ? 0 : 4) - (behindPoint ? 4 : 0);
    }
    if (!any || at == end || Character.toLowerCase(text.charAt(at)) != 'p')
      throw malformed();
    twos = saturatingAdd(twos, exponent('p', 'P'));
    skipSuffix();
    return round(value, sticky, twos, precision, bias);
  }
}
