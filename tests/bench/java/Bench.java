/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What every program here does: it runs its work again and again until the compiler of a virtual machine has settled,
 * checks the result each time, and prints the least time that one run of the work took, in nanoseconds.
 */
abstract class Bench {
  /** HotSpot has compiled everything here with its last compiler after about half of this (-XX:+PrintCompilation). */
  private static final long WARM_UP_NANOS = 1_500_000_000L;
  private static final long TIMED_NANOS = 500_000_000L;

  /** The work, once; returns its result. */
  abstract long run();

  private long timed(long expected) {
    long start = System.nanoTime();
    long result = run();
    long nanos = System.nanoTime() - start;
    if (result != expected)
      throw new AssertionError("the result is " + result + ", not " + expected);
    return nanos;
  }

  void measure(long expected) {
    long least = Long.MAX_VALUE;
    for (long start = System.nanoTime(); System.nanoTime() - start < WARM_UP_NANOS;)
      timed(expected);
    for (long start = System.nanoTime(); System.nanoTime() - start < TIMED_NANOS;)
      least = Math.min(least, timed(expected));
    System.out.println(least);
  }
}
