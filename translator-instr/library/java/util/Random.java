/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The linear congruential generator that Java specifies for this class (48 bits, multiplier 0x5deece66d), and so the
 * same sequence for a seed as everywhere. */
package java.util;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

public class Random implements java.io.Serializable {
  private static final long serialVersionUID = 3905348978240129619L;
  private static final String SERIAL_FIELDS = "haveNextNextGaussian Z nextNextGaussian D seed J";

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

  private static void checkBounds(boolean inOrder) {
    if (!inOrder)
      throw new IllegalArgumentException("bound must be greater than origin");
  }

  /* From other bits than nextInt(high - low), as the JDK draws. */
  public int nextInt(int low, int high) {
    checkBounds(low < high);
    int size = high - low;
    int result = nextInt();
    if ((size & size - 1) == 0)
      return low + (result & size - 1);
    if (size > 0) {
      int drawn = result >>> 1;
      for (; drawn + size - 1 - drawn % size < 0; drawn = nextInt() >>> 1)
        continue;
      return low + drawn % size;
    }
    while (result < low || result >= high)
      result = nextInt();
    return result;
  }

  public long nextLong(long high) {
    if (high <= 0)
      throw new IllegalArgumentException("bound must be positive");
    return nextLong(0, high);
  }

  public long nextLong(long low, long high) {
    checkBounds(low < high);
    long size = high - low;
    long result = nextLong();
    if ((size & size - 1) == 0)
      return low + (result & size - 1);
    if (size > 0) {
      long drawn = result >>> 1;
      for (; drawn + size - 1 - drawn % size < 0; drawn = nextLong() >>> 1)
        continue;
      return low + drawn % size;
    }
    while (result < low || result >= high)
      result = nextLong();
    return result;
  }

  public double nextDouble(double high) {
    if (!(high > 0 && high < Double.POSITIVE_INFINITY))
      throw new IllegalArgumentException("bound must be finite and positive");
    double drawn = nextDouble() * high;
    return drawn < high ? drawn : Math.nextDown(high);
  }

  public double nextDouble(double low, double high) {
    checkBounds(low < high && high - low < Double.POSITIVE_INFINITY);
    double drawn = nextDouble() * (high - low) + low;
    return drawn < high ? drawn : Math.nextDown(high);
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

  /* ---- streams: unordered, of numbers that are drawn when they are asked for ---- */

  private static void checkSize(long size) {
    if (size < 0)
      throw new IllegalArgumentException("size must be non-negative");
  }

  public IntStream ints() {
    return IntStream.generate(this::nextInt);
  }

  public IntStream ints(long size) {
    checkSize(size);
    return ints().limit(size);
  }

  public IntStream ints(int low, int high) {
    checkBounds(low < high);
    return IntStream.generate(() -> nextInt(low, high));
  }

  public IntStream ints(long size, int low, int high) {
    checkSize(size);
    return ints(low, high).limit(size);
  }

  public LongStream longs() {
    return LongStream.generate(this::nextLong);
  }

  public LongStream longs(long size) {
    checkSize(size);
    return longs().limit(size);
  }

  public LongStream longs(long low, long high) {
    checkBounds(low < high);
    return LongStream.generate(() -> nextLong(low, high));
  }

  public LongStream longs(long size, long low, long high) {
    checkSize(size);
    return longs(low, high).limit(size);
  }

  public DoubleStream doubles() {
    return DoubleStream.generate(this::nextDouble);
  }

  public DoubleStream doubles(long size) {
    checkSize(size);
    return doubles().limit(size);
  }

  public DoubleStream doubles(double low, double high) {
    checkBounds(low < high);
    return DoubleStream.generate(() -> nextDouble(low, high));
  }

  public DoubleStream doubles(long size, double low, double high) {
    checkSize(size);
    return doubles(low, high).limit(size);
  }

  private synchronized void writeObject(ObjectOutputStream out) throws IOException {
    ObjectOutputStream.PutField fields = out.putFields();
    fields.put("seed", seed);
    fields.put("nextNextGaussian", second);
    fields.put("haveNextNextGaussian", haveSecond);
    out.writeFields();
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    ObjectInputStream.GetField fields = in.readFields();
    seed = fields.get("seed", -1L);
    second = fields.get("nextNextGaussian", 0.0);
    haveSecond = fields.get("haveNextNextGaussian", false);
    if (seed < 0)
      throw new InvalidObjectException("Random: invalid seed");
  }
}
