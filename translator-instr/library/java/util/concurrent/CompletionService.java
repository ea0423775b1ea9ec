/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Hands out results in the order in which they are there. */
package java.util.concurrent;

public interface CompletionService<V> {
  Future<V> submit(Callable<V> task);

  Future<V> submit(Runnable task, V result);

  Future<V> take() throws InterruptedException;

  Future<V> poll();

  Future<V> poll(long timeout, TimeUnit unit) throws InterruptedException;
}
