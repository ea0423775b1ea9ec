/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A random generator for each thread, which cannot be given a seed. */
package java.util.concurrent;

import java.util.Random;

public class ThreadLocalRandom extends Random {
  private static final ThreadLocal<ThreadLocalRandom> OWN = ThreadLocal.withInitial(() -> new ThreadLocalRandom());

  private boolean made;

  private ThreadLocalRandom() {
    made = true;
  }

  public static ThreadLocalRandom current() {
    return OWN.get();
  }

  @Override
  public void setSeed(long seed) {
    if (made)
      throw new UnsupportedOperationException();
    super.setSeed(seed);
  }
}
