/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Waits in a monitor up to a moment of System.nanoTime(). The caller holds the monitor, and looks at its
 * condition again afterwards. */
package java.util.concurrent;

final class Waiting {
  private Waiting() {
  }

  static long deadline(long timeout, TimeUnit unit) {
    long nanos = unit.toNanos(timeout);
    long now = System.nanoTime();
    return nanos > Long.MAX_VALUE - Math.max(now, 0) ? Long.MAX_VALUE : now + Math.max(nanos, 0);
  }

  /* False when the moment has passed already. */
  static boolean until(Object monitor, long deadline) throws InterruptedException {
    long left = deadline - System.nanoTime();
    if (left <= 0)
      return false;
    TimeUnit.NANOSECONDS.timedWait(monitor, left);
    return true;
  }
}
