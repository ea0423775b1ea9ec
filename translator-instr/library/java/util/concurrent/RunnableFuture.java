/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A future whose run() brings its result. */
package java.util.concurrent;

public interface RunnableFuture<V> extends Runnable, Future<V> {
  void run();
}
