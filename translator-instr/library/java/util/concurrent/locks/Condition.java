/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where holders of a lock wait for each other; the lock is free meanwhile. */
package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;

public interface Condition {
  void await() throws InterruptedException;

  void awaitUninterruptibly();

  /* What is left of the time; 0 or less when it has passed. */
  long awaitNanos(long nanos) throws InterruptedException;

  boolean await(long timeout, TimeUnit unit) throws InterruptedException;

  void signal();

  void signalAll();
}
