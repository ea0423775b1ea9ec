/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A queue without room: an element goes from hand to hand. offer() succeeds when a thread waits for an element. */
package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Objects;

public class SynchronousQueue<E> extends AbstractQueue<E> implements BlockingQueue<E>, java.io.Serializable {
  /* Who waits for an element, less the elements that lie here for them. */
  private int hungry;
  private E offered;

  public SynchronousQueue() {
  }

  public SynchronousQueue(boolean fair) {
  }

  /* Lays the element down, and waits until it is taken; at the deadline it is taken back. */
  private boolean hand(E element, long deadline) throws InterruptedException {
    Objects.requireNonNull(element);
    while (offered != null)
      if (!Waiting.until(this, deadline))
        return false;
    offered = element;
    notifyAll();
    try {
      while (offered == element)
        if (!Waiting.until(this, deadline))
          return false;
      return true;
    } finally {
      if (offered == element) {
        offered = null;
        notifyAll();
      }
    }
  }

  private E receive(long deadline) throws InterruptedException {
    hungry++;
    try {
      while (offered == null)
        if (!Waiting.until(this, deadline))
          return null;
      return pick();
    } finally {
      hungry--;
    }
  }

  private E pick() {
    E element = offered;
    offered = null;
    notifyAll();
    return element;
  }

  @Override
  public synchronized boolean offer(E element) {
    Objects.requireNonNull(element);
    if (hungry == 0 || offered != null)
      return false;
    offered = element;
    notifyAll();
    return true;
  }

  @Override
  public synchronized void put(E element) throws InterruptedException {
    hand(element, Long.MAX_VALUE);
  }

  @Override
  public synchronized boolean offer(E element, long timeout, TimeUnit unit) throws InterruptedException {
    return hand(element, Waiting.deadline(timeout, unit));
  }

  @Override
  public synchronized E take() throws InterruptedException {
    return receive(Long.MAX_VALUE);
  }

  @Override
  public synchronized E poll(long timeout, TimeUnit unit) throws InterruptedException {
    return receive(Waiting.deadline(timeout, unit));
  }

  @Override
  public synchronized E poll() {
    return offered == null ? null : pick();
  }

  @Override
  public E peek() {
    return null;
  }

  @Override
  public int size() {
    return 0;
  }

  @Override
  public int remainingCapacity() {
    return 0;
  }

  @Override
  public int drainTo(Collection<? super E> to) {
    return drainTo(to, Integer.MAX_VALUE);
  }

  @Override
  public int drainTo(Collection<? super E> to, int most) {
    int count = 0;
    for (E element; count < most && (element = poll()) != null; count++)
      to.add(element);
    return count;
  }

  @Override
  public Iterator<E> iterator() {
    return Collections.emptyIterator();
  }
}
