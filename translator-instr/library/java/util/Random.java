/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The linear congruential generator that Java specifies for this class (48 bits, multiplier 0x5deece66d), and so the
 * same sequence for a seed as everywhere. */
package java.util;

public class Random implements java.io.Serializable {
  private static final long MULTIPLIER = 0x5deece66dL;
  private static final long ADDEND = 0xb;
  private static final long MASK = (1L << 48) - 1;

  private static long started;

  private long seed;
  private double second;
  private boolean haveSecond;

  public Random() {
    this(differentSeed());
  }

  public Random(long seed) {
    setSeed(seed);
  }

  private static synchronized long differentSeed() {
    started = started * 0x1ef5c1b3e9d1a2a5L + 0x9e3779b97f4a7c15L;
    return started ^ System.nanoTime();
  }

  public synchronized void setSeed(long seed) {
    this.seed = (seed ^ MULTIPLIER) & MASK;
    haveSecond = false;
  }

  protected synchronized int next(int bits) {
    seed = seed * MULTIPLIER + ADDEND & MASK;
    return (int) (seed >>> 48 - bits);
  }

  public int nextInt() {
    return next(32);
  }

  public int nextInt(int bound) {
    if (bound <= 0)
      throw new IllegalArgumentException("bound must be positive");
    int drawn = next(31);
    if ((bound & bound - 1) == 0)
      return (int) ((long) bound * drawn >> 31);
    int result = drawn % bound;
    while (drawn - result + (bound - 1) < 0) {
      drawn = next(31);
      result = drawn % bound;
    }
    return result;
  }

  public int nextInt(int low, int high) {
    if (low >= high)
      throw new IllegalArgumentException("bound must be greater than origin");
    int size = high - low;
    if (size > 0)
      return low + nextInt(size);
    int result = nextInt();
    while (result < low || result >= high)
      result = nextInt();
    return result;
  }

  public long nextLong() {
    return ((long) next(32) << 32) + next(32);
  }

  public boolean nextBoolean() {
    return next(1) != 0;
  }

  public float nextFloat() {
    return next(24) / (float) (1 << 24);
  }

  public double nextDouble() {
    return (((long) next(26) << 27) + next(27)) * 0x1p-53;
  }

  public void nextBytes(byte[] bytes) {
    int drawn = 0;
    for (int i = 0; i < bytes.length; i++) {
      drawn = i % 4 == 0 ? nextInt() : drawn >> 8;
      bytes[i] = (byte) drawn;
    }
  }

  /* Pairs by the polar method of Marsaglia, as the JDK draws them. */
  public synchronized double nextGaussian() {
    if (haveSecond) {
      haveSecond = false;
      return second;
    }
    double x;
    double y;
    double square;
    do {
      x = 2 * nextDouble() - 1;
      y = 2 * nextDouble() - 1;
      square = x * x + y * y;
    } while (square >= 1 || square == 0);
    double scale = StrictMath.sqrt(-2 * StrictMath.log(square) / square);
    second = y * scale;
    haveSecond = true;
    return x * scale;
  }
}
