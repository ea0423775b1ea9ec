/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Two locks: readers share one, a writer is alone. */
package java.util.concurrent.locks;

public interface ReadWriteLock {
  Lock readLock();

  Lock writeLock();
}
