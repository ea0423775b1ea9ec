/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A queue whose users wait for elements, and for room. */
package java.util.concurrent;

import java.util.Collection;
import java.util.Queue;

public interface BlockingQueue<E> extends Queue<E> {
  void put(E element) throws InterruptedException;

  boolean offer(E element, long timeout, TimeUnit unit) throws InterruptedException;

  E take() throws InterruptedException;

  E poll(long timeout, TimeUnit unit) throws InterruptedException;

  int remainingCapacity();

  int drainTo(Collection<? super E> to);

  int drainTo(Collection<? super E> to, int most);
}
