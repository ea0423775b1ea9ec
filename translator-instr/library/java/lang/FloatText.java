/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Floating point as text, as Double.toString() and Float.toString() of Java up to 18 print it: digits are
 * generated until what is left is below half the gap between neighbours (Steele and White 1990, free-format), with
 * the habits of that implementation kept, because programs see them: at least two digits in E notation, powers of
 * two taken as if their lower neighbour were half as far on both sides, integers below 2^63 cut after the digits
 * that carry information. value = fraction * 2^(exponent - width), fraction with its top bit at `width` (the
 * hidden bit). */
package java.lang;

final class FloatText {
  /* Smallest decimal exponent printed without E, and smallest printed with it again (Java Language API, Double). */
  private static final int PLAIN_LOW = -3;
  private static final int PLAIN_HIGH = 8;
  private static final int MAX_DIGITS = 26;
  private static final int DOUBLE_WIDTH = 52;
  private static final int FLOAT_WIDTH = 23;

  private final char[] digits = new char[MAX_DIGITS];
  private int count;
  private int steps;
  private int point; /* the value is 0.d1d2d3... * 10^point */

  private FloatText() {
  }

  static String ofDouble(double value) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >> 52) & 0x7ff;
    long fraction = bits & (1L << 52) - 1;
    if (exponent == 0x7ff)
      return special(bits < 0, fraction);
    return print(bits < 0, exponent, fraction, DOUBLE_WIDTH, 1023);
  }

  static String ofFloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    int exponent = bits >> 23 & 0xff;
    long fraction = bits & (1 << 23) - 1;
    if (exponent == 0xff)
      return special(bits < 0, fraction);
    return print(bits < 0, exponent, fraction, FLOAT_WIDTH, 127);
  }

  private static String special(boolean negative, long fraction) {
    return fraction != 0 ? "NaN" : negative ? "-Infinity" : "Infinity";
  }

  private static String print(boolean negative, int exponent, long fraction, int width, int bias) {
    if (exponent == 0 && fraction == 0)
      return negative ? "-0.0" : "0.0";
    FloatText text = new FloatText();
    text.generate(exponent, fraction, width, bias);
    return text.layOut(negative);
  }

  private void generate(int exponent, long fraction, int width, int bias) {
    int significant = width + 1;
    if (exponent == 0) {
      int shift = Long.numberOfLeadingZeros(fraction) - (63 - width);
      fraction <<= shift;
      exponent = 1 - shift;
      significant -= shift;
    } else {
      fraction |= 1L << width;
    }
    /* One scale for both types: the top bit at 52. */
    develop(exponent - bias, fraction << DOUBLE_WIDTH - width, significant);
  }

  private void develop(int exponent, long fraction, int significant) {
    int zeros = Long.numberOfTrailingZeros(fraction);
    int fractionBits = DOUBLE_WIDTH + 1 - zeros;
    int behindPoint = Math.max(0, fractionBits - exponent - 1);
    if (behindPoint == 0 && exponent <= 62)
      integer(exponent, fraction, significant);
    else
      freeFormat(exponent, fraction >>> zeros, fractionBits, behindPoint, significant);
  }

  /* An integer below 2^63: exact, but for digits below the last bit of the fraction. */
  private void integer(int exponent, long fraction, int significant) {
    long value = exponent >= DOUBLE_WIDTH ? fraction << exponent - DOUBLE_WIDTH : fraction >>> DOUBLE_WIDTH - exponent;
    int dropped = exponent > significant ? decimalDigitsBelow(exponent - significant - 1) : 0;
    if (dropped > 0) {
      long unit = 1;
      for (int i = 0; i < dropped; i++)
        unit *= 10;
      value = (value + (value % unit >= unit / 2 ? unit : 0)) / unit;
    }
    String text = Long.toString(value);
    point = text.length() + dropped;
    count = text.length();
    while (count > 1 && text.charAt(count - 1) == '0')
      count--;
    text.getChars(0, count, digits, 0);
  }

  /* Decimal digits that lie wholly below 2^bits. */
  private static int decimalDigitsBelow(int bits) {
    int result = 0;
    if (bits > 1)
      for (long power = 10; bits < 63 && power <= 1L << bits; power *= 10)
        result++;
    return result;
  }

  /* log10 of fraction * 2^exponent, by its tangent at 1.5: log10(1.5), 1 / (1.5 ln 10), log10(2). At most one too high. */
  private static int estimatePoint(long oddFraction, int fractionBits, int exponent) {
    double scaled = Double.longBitsToDouble(0x3ff0000000000000L
        | oddFraction << DOUBLE_WIDTH + 1 - fractionBits & (1L << DOUBLE_WIDTH) - 1);
    double estimate = (scaled - 1.5) * 0.289529654 + 0.176091259 + exponent * 0.301029995663981;
    int floor = (int) estimate;
    return estimate < floor ? floor - 1 : floor;
  }

  private static int bitsOfFives(int power) {
    if (power == 0)
      return 0;
    return power < 27 ? new Magnitude(1).multiplyByFives(power).bitLength() : power * 3;
  }

  private void freeFormat(int exponent, long fraction, int fractionBits, int behindPoint, int significant) {
    int decimal = estimatePoint(fraction, fractionBits, exponent);
    int fives = Math.max(0, -decimal);
    int scaleFives = Math.max(0, decimal);
    int valueTwos = fives + behindPoint + exponent;
    int scaleTwos = scaleFives + behindPoint;
    int gapTwos = valueTwos - significant;
    valueTwos -= fractionBits - 1;
    int common = Math.min(valueTwos, scaleTwos);
    valueTwos -= common;
    scaleTwos -= common;
    gapTwos -= common;
    if (fractionBits == 1)
      gapTwos--;
    if (gapTwos < 0) {
      valueTwos -= gapTwos;
      scaleTwos -= gapTwos;
      gapTwos = 0;
    }
    int valueBits = fractionBits + valueTwos + bitsOfFives(fives);
    int tenBits = scaleTwos + 1 + bitsOfFives(scaleFives + 1);
    int bits = Math.max(valueBits, tenBits);
    if (bits < 64) {
      iterateInWords(fraction * fiveTo(fives) << valueTwos, fiveTo(scaleFives) << scaleTwos, fiveTo(fives) << gapTwos,
          decimal, bits < 32 ? 32 : 0);
      return;
    }
    Magnitude value = new Magnitude(fraction).multiplyByFives(fives).shiftLeft(valueTwos);
    Magnitude scale = new Magnitude(1).multiplyByFives(scaleFives).shiftLeft(scaleTwos);
    Magnitude gap = new Magnitude(1).multiplyByFives(fives).shiftLeft(gapTwos);
    iterate(value, scale, gap, decimal);
  }

  private static long fiveTo(int power) {
    long result = 1;
    for (int i = 0; i < power; i++)
      result *= 5;
    return result;
  }

  /* Sets the digits one at a time: what is left is value / scale, half the distance to the neighbours gap / scale. */
  private void iterate(Magnitude value, Magnitude scale, Magnitude gap, int decimal) {
    Magnitude ten = scale.copy().multiplyAdd(10, 0);
    point = decimal + 1;
    int digit;
    boolean low;
    boolean high;
    do {
      digit = value.takeDigit(scale);
      value.multiplyAdd(10, 0);
      gap.multiplyAdd(10, 0);
      low = value.compare(gap) < 0;
      high = value.plus(gap).compare(ten) >= 0;
    } while (addDigit(digit, low, high));
    if (high)
      finishHigh(low ? value.shiftLeft(1).compare(ten) : 1);
  }

  /* The same in words of 64 - shift bits, where the implementation that we follow used them, with its overflows: a sum
   * that just reaches ten does not end it here, one that wraps does not either. */
  private void iterateInWords(long value, long scale, long gap, int decimal, int shift) {
    long ten = scale * 10;
    point = decimal + 1;
    int digit;
    boolean low;
    boolean high;
    do {
      digit = (int) (value / scale);
      value = value % scale * 10;
      gap = gap * 10 << shift >> shift;
      boolean fits = gap > 0 || steps == 0;
      low = !fits || value < gap;
      high = !fits || value + gap << shift >> shift > ten;
    } while (addDigit(digit, low, high));
    if (high)
      finishHigh(low ? Long.signum(value * 2 - ten << shift >> shift) : 1);
  }

  /* Adds a digit, but no leading zero; true when there must be another. The first step never ends E notation. */
  private boolean addDigit(int digit, boolean low, boolean high) {
    steps++;
    if (steps == 1 && digit == 0 && !high)
      point--;
    else
      digits[count++] = (char) ('0' + digit);
    boolean mayEnd = steps > 1 || point > PLAIN_LOW && point <= PLAIN_HIGH;
    return !mayEnd || !low && !high;
  }

  private void finishHigh(int half) {
    if (half > 0 || half == 0 && (digits[count - 1] & 1) != 0)
      roundUp();
  }

  private void roundUp() {
    int at = count - 1;
    while (at >= 0 && digits[at] == '9')
      digits[at--] = '0';
    if (at >= 0) {
      digits[at]++;
    } else {
      point++;
      digits[0] = '1';
    }
  }

  private String layOut(boolean negative) {
    StringBuilder text = new StringBuilder(MAX_DIGITS + 6);
    if (negative)
      text.append('-');
    if (point > 0 && point < PLAIN_HIGH)
      layOutPlain(text);
    else if (point <= 0 && point > PLAIN_LOW)
      layOutSmall(text);
    else
      layOutScientific(text);
    return text.toString();
  }

  private void layOutPlain(StringBuilder text) {
    for (int i = 0; i < point; i++)
      text.append(i < count ? digits[i] : '0');
    text.append('.');
    if (count > point)
      text.append(digits, point, count - point);
    else
      text.append('0');
  }

  private void layOutSmall(StringBuilder text) {
    text.append("0.");
    for (int i = point; i < 0; i++)
      text.append('0');
    text.append(digits, 0, count);
  }

  private void layOutScientific(StringBuilder text) {
    text.append(digits[0]).append('.');
    if (count > 1)
      text.append(digits, 1, count - 1);
    else
      text.append('0');
    text.append('E').append(point - 1);
  }
}
