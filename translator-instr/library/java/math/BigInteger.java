/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An integer without limits: a sign and a Natural. Bits of negative numbers are those of two's complement. */
package java.math;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.StreamCorruptedException;
import java.util.Arrays;
import java.util.Random;

public class BigInteger extends Number implements Comparable<BigInteger> {
  private static final long serialVersionUID = -8287574255936472291L;
  private static final String SERIAL_FIELDS = "bitCount I bitLength I firstNonzeroByteNum I lowestSetBit I signum I "
    + "magnitude [B";

  public static final BigInteger ZERO = new BigInteger(0, Natural.ZERO);
  public static final BigInteger ONE = valueOf(1);
  public static final BigInteger TWO = valueOf(2);
  public static final BigInteger TEN = valueOf(10);

  private static final long LOW = 0xffffffffL;
  /* Witnesses that decide below 3.3e24 (Sorenson and Webster, 2015), and beyond with a doubt below 2^-26. */
  private static final int[] WITNESSES = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41};

  private transient int sign;     /* these two: set once */
  private transient int[] size;

  private BigInteger(int sign, int[] size) {
    this.sign = size.length == 0 ? 0 : sign;
    this.size = size;
  }

  private BigInteger(BigInteger value) {
    this(value.sign, value.size);
  }

  public BigInteger(String text) {
    this(text, 10);
  }

  public BigInteger(String text, int radix) {
    this(parse(text, radix));
  }

  /* Two's complement, highest byte first. */
  public BigInteger(byte[] bytes) {
    this(fromBytes(bytes));
  }

  public BigInteger(int sign, byte[] size) {
    this(fromSize(sign, size));
  }

  public BigInteger(byte[] bytes, int offset, int count) {
    this(fromBytes(part(bytes, offset, count)));
  }

  public BigInteger(int sign, byte[] size, int offset, int count) {
    this(fromSize(sign, part(size, offset, count)));
  }

  private static byte[] part(byte[] bytes, int offset, int count) {
    java.util.Objects.checkFromIndexSize(offset, count, bytes.length);
    return Arrays.copyOfRange(bytes, offset, offset + count);
  }

  /* A random prime of `bits` bits; what is drawn is not what the JDK draws. */
  public BigInteger(int bits, int certainty, Random random) {
    this(drawPrime(bits, random));
  }

  public static BigInteger probablePrime(int bits, Random random) {
    return drawPrime(bits, random);
  }

  private static BigInteger drawPrime(int bits, Random random) {
    if (bits < 2)
      throw new ArithmeticException("bitLength < 2");
    BigInteger drawn;
    do
      drawn = new BigInteger(bits, random).setBit(bits - 1).setBit(bits == 2 ? 1 : 0);
    while (!drawn.isProbablePrime(100));
    return drawn;
  }

  /* Of `bits` random bits. */
  public BigInteger(int bits, Random random) {
    this(1, randomBytes(bits, random));
  }

  public static BigInteger valueOf(long value) {
    return new BigInteger(Long.signum(value), Natural.of(value < 0 ? -value : value));
  }

  private static BigInteger parse(String text, int radix) {
    if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX)
      throw new NumberFormatException("Radix out of range");
    if (text.isEmpty())
      throw new NumberFormatException("Zero length BigInteger");
    int start = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
    if (text.lastIndexOf('-') >= start || text.lastIndexOf('+') >= start)
      throw new NumberFormatException("Illegal embedded sign character");
    if (start == text.length())
      throw new NumberFormatException("Zero length BigInteger");
    int[] digits = new int[(int) ((text.length() * 6L + 31) / 32) + 1];
    int group = groupLength(radix);
    for (int at = start; at < text.length();) {
      int stop = Math.min(text.length(), at + group);
      int factor = 1;
      int value = 0;
      for (; at < stop; at++) {
        int digit = Character.digit(text.charAt(at), radix);
        if (digit < 0)
          throw new NumberFormatException("For input string: \"" + text + "\"");
        factor *= radix;
        value = value * radix + digit;
      }
      multiplyAdd(digits, factor, value);
    }
    return new BigInteger(text.charAt(0) == '-' ? -1 : 1, Natural.trimmed(digits));
  }

  /* So many digits fit an int. */
  private static int groupLength(int radix) {
    int length = 0;
    for (long value = radix; value <= Integer.MAX_VALUE; value *= radix)
      length++;
    return length;
  }

  private static void multiplyAdd(int[] digits, int factor, int added) {
    long carry = added;
    for (int i = 0; i < digits.length; i++) {
      carry += (digits[i] & LOW) * factor;
      digits[i] = (int) carry;
      carry >>>= 32;
    }
  }

  private static BigInteger fromBytes(byte[] bytes) {
    if (bytes.length == 0)
      throw new NumberFormatException("Zero length BigInteger");
    int[] words = new int[bytes.length / 4 + 1];
    Arrays.fill(words, bytes[0] < 0 ? -1 : 0);
    for (int i = 0; i < bytes.length; i++)
      putByte(words, bytes.length - 1 - i, bytes[i]);
    return fromWords(words);
  }

  private static void putByte(int[] words, int at, byte value) {
    int shift = 8 * (at & 3);
    words[at >> 2] = words[at >> 2] & ~(0xff << shift) | (value & 0xff) << shift;
  }

  private static BigInteger fromSize(int sign, byte[] bytes) {
    if (sign < -1 || sign > 1)
      throw new NumberFormatException("Invalid signum value");
    int[] words = new int[(bytes.length + 3) / 4];
    for (int i = 0; i < bytes.length; i++)
      putByte(words, bytes.length - 1 - i, bytes[i]);
    int[] size = Natural.trimmed(words);
    if (sign == 0 && size.length > 0)
      throw new NumberFormatException("signum-magnitude mismatch");
    return new BigInteger(sign, size);
  }

  private static byte[] randomBytes(int bits, Random random) {
    if (bits < 0)
      throw new IllegalArgumentException("numBits must be non-negative");
    byte[] bytes = new byte[(int) ((bits + 7L) / 8)];
    if (bytes.length > 0) {
      random.nextBytes(bytes);
      bytes[0] &= (byte) ((1 << 8 - (8 * bytes.length - bits)) - 1);
    }
    return bytes;
  }

  /* ---- arithmetic ---- */

  public BigInteger add(BigInteger other) {
    if (sign == other.sign || sign == 0 || other.sign == 0)
      return new BigInteger(sign == 0 ? other.sign : sign, Natural.add(size, other.size));
    int order = Natural.compare(size, other.size);
    if (order == 0)
      return ZERO;
    return order > 0 ? new BigInteger(sign, Natural.subtract(size, other.size))
        : new BigInteger(other.sign, Natural.subtract(other.size, size));
  }

  public BigInteger subtract(BigInteger other) {
    return add(other.negate());
  }

  public BigInteger multiply(BigInteger other) {
    return new BigInteger(sign * other.sign, Natural.multiply(size, other.size));
  }

  public BigInteger negate() {
    return new BigInteger(-sign, size);
  }

  public BigInteger abs() {
    return sign < 0 ? negate() : this;
  }

  public int signum() {
    return sign;
  }

  /* The quotient towards zero, and the remainder, whose sign is that of this number. */
  public BigInteger[] divideAndRemainder(BigInteger divisor) {
    if (divisor.sign == 0)
      throw new ArithmeticException("BigInteger divide by zero");
    int[][] both = Natural.divide(size, divisor.size);
    return new BigInteger[] {new BigInteger(sign * divisor.sign, both[0]), new BigInteger(sign, both[1])};
  }

  public BigInteger divide(BigInteger divisor) {
    return divideAndRemainder(divisor)[0];
  }

  public BigInteger remainder(BigInteger divisor) {
    return divideAndRemainder(divisor)[1];
  }

  private static void checkModulus(BigInteger modulus) {
    if (modulus.sign <= 0)
      throw new ArithmeticException("BigInteger: modulus not positive");
  }

  public BigInteger mod(BigInteger modulus) {
    checkModulus(modulus);
    BigInteger rest = remainder(modulus);
    return rest.sign < 0 ? rest.add(modulus) : rest;
  }

  public BigInteger pow(int exponent) {
    if (exponent < 0)
      throw new ArithmeticException("Negative exponent");
    BigInteger result = ONE;
    BigInteger power = this;
    for (int left = exponent; left > 0; left >>= 1) {
      if ((left & 1) != 0)
        result = result.multiply(power);
      if (left > 1)
        power = power.multiply(power);
    }
    return result;
  }

  public BigInteger modPow(BigInteger exponent, BigInteger modulus) {
    checkModulus(modulus);
    if (exponent.sign < 0)
      return modInverse(modulus).modPow(exponent.negate(), modulus);
    BigInteger result = ONE.mod(modulus);
    BigInteger base = mod(modulus);
    for (int bit = exponent.bitLength() - 1; bit >= 0; bit--) {
      result = result.multiply(result).mod(modulus);
      if (exponent.testBit(bit))
        result = result.multiply(base).mod(modulus);
    }
    return result;
  }

  /* Euclid, carrying the factor of this number along. */
  public BigInteger modInverse(BigInteger modulus) {
    checkModulus(modulus);
    BigInteger a = modulus;
    BigInteger b = mod(modulus);
    BigInteger aFactor = ZERO;
    BigInteger bFactor = ONE;
    while (b.sign != 0) {
      BigInteger[] step = a.divideAndRemainder(b);
      BigInteger factor = aFactor.subtract(step[0].multiply(bFactor));
      a = b;
      b = step[1];
      aFactor = bFactor;
      bFactor = factor;
    }
    if (!a.equals(ONE))
      throw new ArithmeticException("BigInteger not invertible.");
    return aFactor.mod(modulus);
  }

  public BigInteger gcd(BigInteger other) {
    BigInteger a = abs();
    BigInteger b = other.abs();
    while (b.sign != 0) {
      BigInteger rest = a.remainder(b);
      a = b;
      b = rest;
    }
    return a;
  }

  /* The integer part of the square root: Newton's iteration from above. */
  public BigInteger sqrt() {
    if (sign < 0)
      throw new ArithmeticException("Negative BigInteger");
    if (sign == 0)
      return ZERO;
    BigInteger root = ONE.shiftLeft((bitLength() + 1) / 2);
    for (;;) {
      BigInteger better = root.add(divide(root)).shiftRight(1);
      if (better.compareTo(root) >= 0)
        return root;
      root = better;
    }
  }

  public BigInteger[] sqrtAndRemainder() {
    BigInteger root = sqrt();
    return new BigInteger[] {root, subtract(root.multiply(root))};
  }

  /* ---- primes ---- */

  private boolean passes(BigInteger witness) {
    BigInteger last = subtract(ONE);
    int twos = last.getLowestSetBit();
    BigInteger power = witness.modPow(last.shiftRight(twos), this);
    if (power.equals(ONE) || power.equals(last))
      return true;
    for (int i = 1; i < twos; i++) {
      power = power.multiply(power).mod(this);
      if (power.equals(last))
        return true;
    }
    return false;
  }

  /* Miller-Rabin with fixed witnesses, whatever certainty is asked for. */
  public boolean isProbablePrime(int certainty) {
    BigInteger candidate = abs();
    if (certainty <= 0)
      return true;
    if (candidate.compareTo(TWO) < 0)
      return false;
    for (int witness : WITNESSES) {
      BigInteger small = valueOf(witness);
      if (candidate.equals(small))
        return true;
      if (candidate.remainder(small).sign == 0)
        return false;
    }
    for (int witness : WITNESSES)
      if (!candidate.passes(valueOf(witness)))
        return false;
    return true;
  }

  public BigInteger nextProbablePrime() {
    if (sign < 0)
      throw new ArithmeticException("start < 0: " + this);
    if (compareTo(TWO) < 0)
      return TWO;
    BigInteger candidate = testBit(0) ? add(TWO) : add(ONE);
    while (!candidate.isProbablePrime(100))
      candidate = candidate.add(TWO);
    return candidate;
  }

  /* ---- bits ---- */

  /* 32 bits of the two's complement. */
  private int word(int index) {
    if (index >= size.length)
      return sign < 0 ? -1 : 0;
    if (sign >= 0)
      return size[index];
    for (int i = 0; i < index; i++)
      if (size[i] != 0)
        return ~size[index];
    return -size[index];
  }

  private int[] words(int count) {
    int[] words = Arrays.copyOf(size, count);
    if (sign < 0)
      negateWords(words);
    return words;
  }

  private static void negateWords(int[] words) {
    int carry = 1;
    for (int i = 0; i < words.length; i++) {
      words[i] = ~words[i] + carry;
      carry = carry != 0 && words[i] == 0 ? 1 : 0;
    }
  }

  /* Takes `words` over. */
  private static BigInteger fromWords(int[] words) {
    boolean negative = words[words.length - 1] < 0;
    if (negative)
      negateWords(words);
    return new BigInteger(negative ? -1 : 1, Natural.trimmed(words));
  }

  private int[] common(BigInteger other) {
    return words(Math.max(size.length, other.size.length) + 1);
  }

  public BigInteger and(BigInteger other) {
    int[] words = common(other);
    int[] others = other.words(words.length);
    for (int i = 0; i < words.length; i++)
      words[i] &= others[i];
    return fromWords(words);
  }

  public BigInteger or(BigInteger other) {
    int[] words = common(other);
    int[] others = other.words(words.length);
    for (int i = 0; i < words.length; i++)
      words[i] |= others[i];
    return fromWords(words);
  }

  public BigInteger xor(BigInteger other) {
    int[] words = common(other);
    int[] others = other.words(words.length);
    for (int i = 0; i < words.length; i++)
      words[i] ^= others[i];
    return fromWords(words);
  }

  public BigInteger not() {
    return negate().subtract(ONE);
  }

  public BigInteger andNot(BigInteger other) {
    return and(other.not());
  }

  /* Rounds down, as >> does. */
  public BigInteger shiftRight(int bits) {
    if (bits < 0)
      return shiftLeft(-bits);
    BigInteger shifted = new BigInteger(sign, Natural.shiftRight(size, bits));
    return sign < 0 && getLowestSetBit() < bits ? shifted.subtract(ONE) : shifted;
  }

  public BigInteger shiftLeft(int bits) {
    return bits < 0 ? shiftRight(-bits) : new BigInteger(sign, Natural.shiftLeft(size, bits));
  }

  private static void checkBit(int bit) {
    if (bit < 0)
      throw new ArithmeticException("Negative bit address");
  }

  public boolean testBit(int bit) {
    checkBit(bit);
    return (word(bit >>> 5) >>> bit & 1) != 0;
  }

  public BigInteger setBit(int bit) {
    checkBit(bit);
    return or(ONE.shiftLeft(bit));
  }

  public BigInteger clearBit(int bit) {
    checkBit(bit);
    return andNot(ONE.shiftLeft(bit));
  }

  public BigInteger flipBit(int bit) {
    checkBit(bit);
    return xor(ONE.shiftLeft(bit));
  }

  public int bitLength() {
    int length = Natural.bitLength(size);
    boolean power = sign < 0 && getLowestSetBit() == length - 1;
    return power ? length - 1 : length;
  }

  public int bitCount() {
    int[] words = words(size.length + 1);
    int count = 0;
    for (int word : words)
      count += Integer.bitCount(sign < 0 ? ~word : word);
    return count;
  }

  public int getLowestSetBit() {
    for (int i = 0; i < size.length; i++)
      if (size[i] != 0)
        return 32 * i + Integer.numberOfTrailingZeros(size[i]);
    return -1;
  }

  /* ---- comparison and conversion ---- */

  @Override
  public int compareTo(BigInteger other) {
    if (sign != other.sign)
      return sign < other.sign ? -1 : 1;
    return sign * Natural.compare(size, other.size);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BigInteger && compareTo((BigInteger) other) == 0;
  }

  @Override
  public int hashCode() {
    int hash = 0;
    for (int i = size.length - 1; i >= 0; i--)
      hash = 31 * hash + size[i];
    return hash * sign;
  }

  public BigInteger min(BigInteger other) {
    return compareTo(other) < 0 ? this : other;
  }

  public BigInteger max(BigInteger other) {
    return compareTo(other) > 0 ? this : other;
  }

  @Override
  public int intValue() {
    return word(0);
  }

  @Override
  public long longValue() {
    return (long) word(1) << 32 | word(0) & LOW;
  }

  public int intValueExact() {
    if (bitLength() > 31)
      throw new ArithmeticException("BigInteger out of int range");
    return intValue();
  }

  public short shortValueExact() {
    if (bitLength() > 15)
      throw new ArithmeticException("BigInteger out of short range");
    return (short) intValue();
  }

  public byte byteValueExact() {
    if (bitLength() > 7)
      throw new ArithmeticException("BigInteger out of byte range");
    return (byte) intValue();
  }

  public long longValueExact() {
    if (bitLength() > 63)
      throw new ArithmeticException("BigInteger out of long range");
    return longValue();
  }

  /* The upper 64 bits; of what is below, whether it is 0, in the last bit: that suffices for rounding. */
  private long head(int shift) {
    long bits = new BigInteger(1, Natural.shiftRight(size, shift)).longValue();
    return getLowestSetBit() < shift ? bits | 1 : bits;
  }

  @Override
  public double doubleValue() {
    int shift = Natural.bitLength(size) - 63;
    if (shift <= 0)
      return longValue();
    return shift > 1000 ? sign * Double.POSITIVE_INFINITY : sign * Math.scalb((double) head(shift), shift);
  }

  @Override
  public float floatValue() {
    int shift = Natural.bitLength(size) - 63;
    if (shift <= 0)
      return longValue();
    return shift > 1000 ? sign * Float.POSITIVE_INFINITY : sign * Math.scalb((float) head(shift), shift);
  }

  /* Two's complement, highest byte first, as short as it can be. */
  public byte[] toByteArray() {
    byte[] bytes = new byte[bitLength() / 8 + 1];
    for (int i = 0; i < bytes.length; i++)
      bytes[bytes.length - 1 - i] = (byte) (word(i >> 2) >>> 8 * (i & 3));
    return bytes;
  }

  @Override
  public String toString() {
    return toString(10);
  }

  public String toString(int radix) {
    if (sign == 0)
      return "0";
    if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX)
      radix = 10;
    int group = groupLength(radix);
    int divisor = (int) Math.round(Math.pow(radix, group));
    StringBuilder reversed = new StringBuilder();
    for (int[] left = size.clone(); left.length > 0; left = Natural.trimmed(left)) {
      int digits = Natural.divideInPlace(left, divisor);
      boolean last = Natural.trimmed(left).length == 0;
      for (int i = 0; last ? digits != 0 : i < group; i++) {
        reversed.append(Character.forDigit(digits % radix, radix));
        digits /= radix;
      }
    }
    return (sign < 0 ? reversed.append('-') : reversed).reverse().toString();
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    ObjectOutputStream.PutField fields = out.putFields();
    byte[] bytes = abs().toByteArray();
    int zeros = bytes[0] == 0 ? 1 : 0;
    fields.put("signum", sign);
    fields.put("magnitude", Arrays.copyOfRange(bytes, zeros, bytes.length));
    fields.put("bitCount", -1);
    fields.put("bitLength", -1);
    fields.put("lowestSetBit", -2);
    fields.put("firstNonzeroByteNum", -2);
    out.writeFields();
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    ObjectInputStream.GetField fields = in.readFields();
    byte[] magnitude = (byte[]) fields.get("magnitude", null);
    int sign = fields.get("signum", -2);
    if (magnitude == null || sign < -1 || sign > 1)
      throw new StreamCorruptedException("BigInteger: Invalid signum value");
    BigInteger value = new BigInteger(magnitude.length == 0 ? 0 : 1, magnitude);
    if (value.sign != 0 && sign == 0)
      throw new StreamCorruptedException("BigInteger: signum-magnitude mismatch");
    this.sign = value.sign == 0 ? 0 : sign;
    size = value.size;
  }
}
