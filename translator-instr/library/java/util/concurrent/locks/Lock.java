/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What one thread at a time holds. */
package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;

public interface Lock {
  void lock();

  void lockInterruptibly() throws InterruptedException;

  boolean tryLock();

  boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException;

  void unlock();

  Condition newCondition();
}
