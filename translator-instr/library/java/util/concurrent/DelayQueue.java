/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A queue that hands out what has the earliest time, when that time has come. */
package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.PriorityQueue;
import java.util.function.Predicate;

public class DelayQueue<E extends Delayed> extends AbstractQueue<E> implements BlockingQueue<E> {
  private final PriorityQueue<E> queue = new PriorityQueue<>();

  public DelayQueue() {
  }

  public DelayQueue(Collection<? extends E> elements) {
    addAll(elements);
  }

  @Override
  public synchronized boolean offer(E element) {
    queue.add(element);
    notifyAll();
    return true;
  }

  @Override
  public void put(E element) {
    offer(element);
  }

  @Override
  public boolean offer(E element, long timeout, TimeUnit unit) {
    return offer(element);
  }

  private long delay() {
    return queue.isEmpty() ? Long.MAX_VALUE : queue.peek().getDelay(TimeUnit.NANOSECONDS);
  }

  @Override
  public synchronized E poll() {
    return delay() > 0 ? null : queue.poll();
  }

  @Override
  public synchronized E take() throws InterruptedException {
    for (long left = delay(); left > 0; left = delay())
      if (queue.isEmpty())
        wait();
      else
        TimeUnit.NANOSECONDS.timedWait(this, left);
    return queue.poll();
  }

  @Override
  public synchronized E poll(long timeout, TimeUnit unit) throws InterruptedException {
    long deadline = Waiting.deadline(timeout, unit);
    for (long left = delay(); left > 0; left = delay()) {
      long until = Math.min(left, deadline - System.nanoTime());
      if (until <= 0)
        return null;
      TimeUnit.NANOSECONDS.timedWait(this, until);
    }
    return queue.poll();
  }

  /* The first one, whether its time has come or not. */
  @Override
  public synchronized E peek() {
    return queue.peek();
  }

  @Override
  public synchronized int size() {
    return queue.size();
  }

  @Override
  public int remainingCapacity() {
    return Integer.MAX_VALUE;
  }

  @Override
  public int drainTo(Collection<? super E> to) {
    return drainTo(to, Integer.MAX_VALUE);
  }

  @Override
  public synchronized int drainTo(Collection<? super E> to, int most) {
    if (to == this)
      throw new IllegalArgumentException();
    int count = 0;
    for (; count < most && delay() <= 0; count++)
      to.add(queue.poll());
    return count;
  }

  @Override
  public synchronized boolean remove(Object unwanted) {
    return queue.remove(unwanted);
  }

  @Override
  public synchronized boolean removeIf(Predicate<? super E> condition) {
    return queue.removeIf(condition);
  }

  @Override
  public synchronized void clear() {
    queue.clear();
  }

  @Override
  public synchronized Object[] toArray() {
    return queue.toArray();
  }

  @Override
  public synchronized Iterator<E> iterator() {
    return new ArrayList<>(queue).iterator();
  }
}
