/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A result that may come later. */
package java.util.concurrent;

public interface Future<V> {
  boolean cancel(boolean mayInterrupt);

  boolean isCancelled();

  boolean isDone();

  V get() throws InterruptedException, ExecutionException;

  V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException;
}
