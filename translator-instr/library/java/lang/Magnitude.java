/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A natural number of any size, for the exact conversion between binary and decimal floating point. Little-endian
 * words of 32 bits; changes in place. */
package java.lang;

final class Magnitude {
  private static final long MASK = 0xffffffffL;
  private static final int FIVE_STEP = 13;
  private static final int FIVE_TO_STEP = 1220703125; /* 5^13, the largest power of five in an int */

  private int[] words;
  private int used;

  Magnitude(long value) {
    words = new int[40];
    words[0] = (int) value;
    words[1] = (int) (value >>> 32);
    used = 2;
    trim();
  }

  private Magnitude(Magnitude other) {
    words = other.words.clone();
    used = other.used;
  }

  Magnitude copy() {
    return new Magnitude(this);
  }

  private void trim() {
    while (used > 0 && words[used - 1] == 0)
      used--;
  }

  private void append(int word) {
    if (used == words.length)
      words = java.util.Arrays.copyOf(words, used * 2);
    words[used++] = word;
  }

  boolean isZero() {
    return used == 0;
  }

  int bitLength() {
    return used == 0 ? 0 : 32 * used - Integer.numberOfLeadingZeros(words[used - 1]);
  }

  /* this = this * factor + addend; both unsigned. */
  Magnitude multiplyAdd(int factor, int addend) {
    long carry = addend & MASK;
    for (int i = 0; i < used; i++) {
      carry += (words[i] & MASK) * (factor & MASK);
      words[i] = (int) carry;
      carry >>>= 32;
    }
    if (carry != 0)
      append((int) carry);
    return this;
  }

  Magnitude multiplyByFives(int power) {
    for (; power >= FIVE_STEP; power -= FIVE_STEP)
      multiplyAdd(FIVE_TO_STEP, 0);
    for (; power > 0; power--)
      multiplyAdd(5, 0);
    return this;
  }

  Magnitude shiftLeft(int bits) {
    if (used == 0 || bits == 0)
      return this;
    int skip = bits >> 5;
    int shift = bits & 31;
    int[] result = new int[used + skip + 2];
    for (int i = 0; i < used; i++) {
      long moved = (words[i] & MASK) << shift;
      result[i + skip] |= (int) moved;
      result[i + skip + 1] = (int) (moved >>> 32);
    }
    words = result;
    used += skip + 1;
    trim();
    return this;
  }

  int compare(Magnitude other) {
    if (used != other.used)
      return used < other.used ? -1 : 1;
    for (int i = used - 1; i >= 0; i--)
      if (words[i] != other.words[i])
        return (words[i] & MASK) < (other.words[i] & MASK) ? -1 : 1;
    return 0;
  }

  Magnitude plus(Magnitude other) {
    Magnitude total = copy();
    long carry = 0;
    for (int i = 0; i < Math.max(used, other.used) || carry != 0; i++) {
      if (i == total.used)
        total.append(0);
      carry += (total.words[i] & MASK) + (i < other.used ? other.words[i] & MASK : 0);
      total.words[i] = (int) carry;
      carry >>>= 32;
    }
    return total;
  }

  /* this -= other, which is not larger. */
  Magnitude subtract(Magnitude other) {
    long borrow = 0;
    for (int i = 0; i < used; i++) {
      borrow += (words[i] & MASK) - (i < other.used ? other.words[i] & MASK : 0);
      words[i] = (int) borrow;
      borrow >>= 32;
    }
    trim();
    return this;
  }

  /* this /= divisor by subtraction, for quotients of one digit: returns the quotient, keeps the remainder. */
  int takeDigit(Magnitude divisor) {
    int digit = 0;
    while (compare(divisor) >= 0) {
      subtract(divisor);
      digit++;
    }
    return digit;
  }
}
