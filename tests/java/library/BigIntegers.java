/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * java.math.BigInteger: all operations on special and random numbers of up to some thousand bits. */
import java.math.BigInteger;
import java.util.*;

public class BigIntegers {
  static long hash;
  static int count;

  static void add(Object value) {
    hash = hash * 1000003 + String.valueOf(value).hashCode();
    if (++count % 20000 == 0)
      System.out.println(count + " " + Long.toHexString(hash));
  }

  interface Operation {
    Object run();
  }

  static void attempt(Operation operation) {
    try {
      add(operation.run());
    } catch (ArithmeticException | NumberFormatException e) {
      add(e.getMessage());
    }
  }

  static void pair(BigInteger a, BigInteger b) {
    add(a.add(b));
    add(a.subtract(b));
    add(a.multiply(b));
    attempt(() -> Arrays.toString(a.divideAndRemainder(b)));
    attempt(() -> a.mod(b));
    attempt(() -> a.modInverse(b));
    add(a.gcd(b));
    add(a.and(b).toString(16) + a.or(b).toString(36) + a.xor(b).toString(2) + a.andNot(b));
    add(a.compareTo(b) + "" + a.equals(b) + a.min(b) + a.max(b));
  }

  static void single(BigInteger a, int n) {
    add(a.negate() + "" + a.abs() + a.signum() + a.not() + a.bitLength() + " " + a.bitCount() + " "
        + a.getLowestSetBit());
    add(a.hashCode() + " " + a.intValue() + " " + a.longValue() + " " + a.doubleValue() + " " + a.floatValue());
    add(a.shiftLeft(n) + "" + a.shiftRight(n) + a.testBit(n) + a.setBit(n) + a.clearBit(n) + a.flipBit(n));
    add(Arrays.toString(a.toByteArray()) + new BigInteger(a.toByteArray()).equals(a));
    attempt(() -> a.sqrt());
    attempt(() -> a.intValueExact());
    attempt(() -> a.longValueExact());
    attempt(() -> a.shortValueExact());
    attempt(() -> a.byteValueExact());
    attempt(() -> Arrays.toString(a.sqrtAndRemainder()));
    for (int radix : new int[] {2, 7, 10, 16, 36})
      add(a.toString(radix) + new BigInteger(a.toString(radix), radix).equals(a));
  }

  public static void main(String[] arguments) {
    Random random = new Random(9);
    List<BigInteger> all = new ArrayList<>(List.of(BigInteger.ZERO, BigInteger.ONE, BigInteger.TWO, BigInteger.TEN));
    for (long value : new long[] {-1, -2, 127, -128, 255, 256, Integer.MAX_VALUE, Integer.MIN_VALUE, 1L << 32,
        -(1L << 32),
        Long.MAX_VALUE, Long.MIN_VALUE, (1L << 53) + 1})
      all.add(BigInteger.valueOf(value));
    for (int bits : new int[] {31, 32, 33, 63, 64, 65, 96, 128, 200, 1000, 1024, 2049})
      for (int i = 0; i < 3; i++) {
        BigInteger value = new BigInteger(bits, random);
        all.add(i == 0 ? value : i == 1 ? value.negate() : BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.valueOf(i - 1)));
      }
    for (BigInteger a : all) {
      single(a, random.nextInt(150));
      for (BigInteger b : all)
        pair(a, b);
    }
    for (int i = 0; i < 60; i++) {
      BigInteger a = new BigInteger(1 + random.nextInt(6000), random);
      BigInteger b = new BigInteger(1 + random.nextInt(6000), random);
      add(a.multiply(b));
      attempt(() -> a.multiply(b).add(BigInteger.ONE).divide(b));
    }
    for (int i = 0; i < 40; i++) {
      BigInteger a = new BigInteger(100, random);
      BigInteger e = new BigInteger(60, random);
      BigInteger m = new BigInteger(90, random).add(BigInteger.ONE);
      attempt(() -> a.modPow(e, m));
      attempt(() -> a.modPow(e.negate(), m));
      add(a.pow(i));
      add(BigInteger.valueOf(random.nextInt(100000)).isProbablePrime(30));
    }
    add(new BigInteger("1000000").nextProbablePrime() + " "
        + new BigInteger("170141183460469231731687303715884105727").isProbablePrime(50));
    for (String text : new String[] {"", "-", "+5", "--1", "12x", "1-2", "007", "-0"})
      attempt(() -> new BigInteger(text));
    attempt(() -> BigInteger.ONE.pow(-1));
    attempt(() -> BigInteger.ONE.testBit(-1));
    BigInteger factorial = BigInteger.ONE;
    for (int i = 2; i <= 500; i++)
      factorial = factorial.multiply(BigInteger.valueOf(i));
    System.out.println(factorial);
    System.out.println(count + " " + Long.toHexString(hash));
  }
}
