/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Arithmetic of 64 bits: random numbers, powers modulo a prime, greatest common divisors, bits. */
class Longs extends Bench {
  private static long power(long base, long exponent, long modulus) {
    long result = 1;
    for (base %= modulus; exponent != 0; exponent >>= 1) {
      if ((exponent & 1) != 0)
        result = result * base % modulus;
      base = base * base % modulus;
    }
    return result;
  }

  private static long divisor(long a, long b) {
    return b == 0 ? a : divisor(b, a % b);
  }

  @Override
  long run() {
    long x = 88172645463325252L, sum = 0;
    for (int i = 0; i < 200_000; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
      sum += (x >>> 11 & 1023) * (i + 1) + Long.bitCount(x) + Long.numberOfTrailingZeros(x);
    }
    for (int i = 1; i < 500; i++)
      sum += power(i, 1_000_003, 2_147_483_647L) + divisor(i * 7919L, 6_469_693_230L);
    return sum;
  }

  public static void main(String[] args) {
    new Longs().measure(10753939408409L);
  }
}
