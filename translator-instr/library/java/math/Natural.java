/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Natural numbers as arrays of ints, the lowest 32 bits first, without zeros at the end: what BigInteger stands
 * on. No array is changed once it has been returned. Multiplication is Karatsuba's above a size, division
 * Knuth's algorithm D (The Art of Computer Programming 2, 4.3.1). */
package java.math;

import java.util.Arrays;

final class Natural {
  static final int[] ZERO = {};

  /* Measured: from here on three half products beat four. */
  private static final int KARATSUBA_FROM = 48;
  private static final long LOW = 0xffffffffL;

  private Natural() {
  }

  static int[] trimmed(int[] digits) {
    int length = digits.length;
    while (length > 0 && digits[length - 1] == 0)
      length--;
    return length == digits.length ? digits : Arrays.copyOf(digits, length);
  }

  static int[] of(long value) {
    return trimmed(new int[] {(int) value, (int) (value >>> 32)});
  }

  static int compare(int[] a, int[] b) {
    if (a.length != b.length)
      return a.length < b.length ? -1 : 1;
    for (int i = a.length - 1; i >= 0; i--)
      if (a[i] != b[i])
        return Integer.compareUnsigned(a[i], b[i]);
    return 0;
  }

  static int bitLength(int[] a) {
    return a.length == 0 ? 0 : 32 * a.length - Integer.numberOfLeadingZeros(a[a.length - 1]);
  }

  static int[] add(int[] a, int[] b) {
    if (a.length < b.length)
      return add(b, a);
    int[] sum = new int[a.length + 1];
    long carry = 0;
    for (int i = 0; i < a.length; i++) {
      carry += (a[i] & LOW) + (i < b.length ? b[i] & LOW : 0);
      sum[i] = (int) carry;
      carry >>>= 32;
    }
    sum[a.length] = (int) carry;
    return trimmed(sum);
  }

  /* a >= b. */
  static int[] subtract(int[] a, int[] b) {
    int[] difference = new int[a.length];
    long borrow = 0;
    for (int i = 0; i < a.length; i++) {
      borrow += (a[i] & LOW) - (i < b.length ? b[i] & LOW : 0);
      difference[i] = (int) borrow;
      borrow >>= 32;
    }
    return trimmed(difference);
  }

  static int[] multiply(int[] a, int[] b) {
    if (a.length == 0 || b.length == 0)
      return ZERO;
    if (Math.min(a.length, b.length) >= KARATSUBA_FROM)
      return multiplyHalves(a, b);
    int[] product = new int[a.length + b.length];
    for (int i = 0; i < a.length; i++)
      product[i + b.length] = addProduct(product, i, b, a[i] & LOW);
    return trimmed(product);
  }

  /* to[at...] += b * factor; the carry beyond b's length. */
  private static int addProduct(int[] to, int at, int[] b, long factor) {
    long carry = 0;
    for (int k = 0; k < b.length; k++) {
      carry += factor * (b[k] & LOW) + (to[at + k] & LOW);
      to[at + k] = (int) carry;
      carry >>>= 32;
    }
    return (int) carry;
  }

  private static int[] part(int[] a, int from, int to) {
    return from >= a.length ? ZERO : trimmed(Arrays.copyOfRange(a, from, Math.min(to, a.length)));
  }

  private static int[] multiplyHalves(int[] a, int[] b) {
    int half = (Math.max(a.length, b.length) + 1) / 2;
    int[] aLow = part(a, 0, half);
    int[] aHigh = part(a, half, a.length);
    int[] bLow = part(b, 0, half);
    int[] bHigh = part(b, half, b.length);
    int[] low = multiply(aLow, bLow);
    int[] high = multiply(aHigh, bHigh);
    int[] middle = subtract(subtract(multiply(add(aLow, aHigh), add(bLow, bHigh)), low), high);
    int[] product = new int[a.length + b.length + 1];
    System.arraycopy(low, 0, product, 0, low.length);
    addAt(product, middle, half);
    addAt(product, high, 2 * half);
    return trimmed(product);
  }

  private static void addAt(int[] to, int[] added, int at) {
    long carry = 0;
    for (int i = 0; i < added.length || carry != 0; i++) {
      carry += (to[at + i] & LOW) + (i < added.length ? added[i] & LOW : 0);
      to[at + i] = (int) carry;
      carry >>>= 32;
    }
  }

  static int[] shiftLeft(int[] a, int bits) {
    if (a.length == 0)
      return ZERO;
    int words = bits >>> 5;
    int rest = bits & 31;
    int[] shifted = new int[a.length + words + 1];
    long carry = 0;
    for (int i = 0; i < a.length; i++) {
      carry |= (a[i] & LOW) << rest;
      shifted[i + words] = (int) carry;
      carry >>>= 32;
    }
    shifted[a.length + words] = (int) carry;
    return trimmed(shifted);
  }

  static int[] shiftRight(int[] a, int bits) {
    int words = bits >>> 5;
    int rest = bits & 31;
    if (words >= a.length)
      return ZERO;
    int[] shifted = new int[a.length - words];
    for (int i = 0; i < shifted.length; i++) {
      long above = i + words + 1 < a.length ? a[i + words + 1] & LOW : 0;
      shifted[i] = (int) ((above << 32 | a[i + words] & LOW) >>> rest);
    }
    return trimmed(shifted);
  }

  /* Divides `digits` in place by a small number; the remainder. */
  static int divideInPlace(int[] digits, int divisor) {
    long rest = 0;
    long by = divisor & LOW;
    for (int i = digits.length - 1; i >= 0; i--) {
      rest = rest << 32 | digits[i] & LOW;
      long quotient = Long.divideUnsigned(rest, by);
      digits[i] = (int) quotient;
      rest -= quotient * by;
    }
    return (int) rest;
  }

  /* Quotient and remainder; b is not 0. */
  static int[][] divide(int[] a, int[] b) {
    if (compare(a, b) < 0)
      return new int[][] {ZERO, a};
    if (b.length == 1) {
      int[] quotient = a.clone();
      int rest = divideInPlace(quotient, b[0]);
      return new int[][] {trimmed(quotient), of(rest & LOW)};
    }
    int shift = Integer.numberOfLeadingZeros(b[b.length - 1]);
    int[] divisor = shiftLeft(b, shift);
    int[] rest = Arrays.copyOf(shiftLeft(a, shift), a.length + 1);
    int[] quotient = new int[a.length - b.length + 1];
    for (int i = quotient.length - 1; i >= 0; i--)
      quotient[i] = divideStep(rest, divisor, i);
    return new int[][] {trimmed(quotient), shiftRight(trimmed(rest), shift)};
  }

  /* One digit of the quotient: estimated from two digits of the divisor, at most one too large after that. */
  private static int divideStep(int[] rest, int[] divisor, int at) {
    int length = divisor.length;
    long top = divisor[length - 1] & LOW;
    long second = divisor[length - 2] & LOW;
    long head = (rest[at + length] & LOW) << 32 | rest[at + length - 1] & LOW;
    long estimate = Long.divideUnsigned(head, top);
    long left = head - estimate * top;
    long below = rest[at + length - 2] & LOW;
    while (estimate > LOW || Long.compareUnsigned(estimate * second, left << 32 | below) > 0) {
      estimate--;
      left += top;
      if (left > LOW)
        break;
    }
    if (subtractProduct(rest, at, divisor, estimate)) {
      estimate--;
      addBack(rest, at, divisor);
    }
    return (int) estimate;
  }

  /* rest[at...] -= divisor * factor; whether it fell below 0. */
  private static boolean subtractProduct(int[] rest, int at, int[] divisor, long factor) {
    long carry = 0;
    long borrow = 0;
    for (int i = 0; i < divisor.length; i++) {
      carry += factor * (divisor[i] & LOW);
      borrow += (rest[at + i] & LOW) - (carry & LOW);
      rest[at + i] = (int) borrow;
      borrow >>= 32;
      carry >>>= 32;
    }
    borrow += (rest[at + divisor.length] & LOW) - carry;
    rest[at + divisor.length] = (int) borrow;
    return borrow < 0;
  }

  private static void addBack(int[] rest, int at, int[] divisor) {
    long carry = 0;
    for (int i = 0; i < divisor.length; i++) {
      carry += (rest[at + i] & LOW) + (divisor[i] & LOW);
      rest[at + i] = (int) carry;
      carry >>>= 32;
    }
    rest[at + divisor.length] += (int) carry;
  }
}
