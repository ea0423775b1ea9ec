/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The machine's time. Milliseconds are too coarse to tell two changes of a file apart, so the date is asked for once,
 * and what has passed since is counted finely. */
package jx.nfs;

public final class SystemClock implements FileClock {
  private final long start = System.currentTimeMillis() * 1000000 - System.nanoTime();

  @Override
  public long nanos() {
    return start + System.nanoTime();
  }
}
