/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A blocking queue as a plain queue behind one monitor. A walk goes over what was there when it began. */
package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Queue;
import java.util.function.Predicate;

abstract class MonitorQueue<E> extends AbstractQueue<E> implements BlockingQueue<E>, java.io.Serializable {
  private final Queue<E> queue;
  private final int capacity;

  MonitorQueue(Queue<E> queue, int capacity) {
    if (capacity <= 0)
      throw new IllegalArgumentException();
    this.queue = queue;
    this.capacity = capacity;
  }

  /* All waiting threads are in one monitor: each has to look. */
  private void append(E element) {
    queue.add(element);
    notifyAll();
  }

  private E removeHead() {
    E head = queue.poll();
    notifyAll();
    return head;
  }

  @Override
  public synchronized boolean offer(E element) {
    Objects.requireNonNull(element);
    if (queue.size() >= capacity)
      return false;
    append(element);
    return true;
  }

  @Override
  public synchronized void put(E element) throws InterruptedException {
    Objects.requireNonNull(element);
    while (queue.size() >= capacity)
      wait();
    append(element);
  }

  @Override
  public synchronized boolean offer(E element, long timeout, TimeUnit unit) throws InterruptedException {
    Objects.requireNonNull(element);
    long deadline = Waiting.deadline(timeout, unit);
    while (queue.size() >= capacity)
      if (!Waiting.until(this, deadline))
        return false;
    append(element);
    return true;
  }

  @Override
  public synchronized E poll() {
    return queue.isEmpty() ? null : removeHead();
  }

  @Override
  public synchronized E take() throws InterruptedException {
    while (queue.isEmpty())
      wait();
    return removeHead();
  }

  @Override
  public synchronized E poll(long timeout, TimeUnit unit) throws InterruptedException {
    long deadline = Waiting.deadline(timeout, unit);
    while (queue.isEmpty())
      if (!Waiting.until(this, deadline))
        return null;
    return removeHead();
  }

  @Override
  public synchronized E peek() {
    return queue.peek();
  }

  @Override
  public synchronized int size() {
    return queue.size();
  }

  @Override
  public synchronized int remainingCapacity() {
    return capacity == Integer.MAX_VALUE ? capacity : capacity - queue.size();
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
    for (; count < most && !queue.isEmpty(); count++)
      to.add(queue.poll());
    if (count > 0)
      notifyAll();
    return count;
  }

  @Override
  public synchronized boolean remove(Object unwanted) {
    boolean changed = queue.remove(unwanted);
    notifyAll();
    return changed;
  }

  @Override
  public synchronized boolean removeIf(Predicate<? super E> condition) {
    boolean changed = queue.removeIf(condition);
    notifyAll();
    return changed;
  }

  @Override
  public synchronized boolean contains(Object wanted) {
    return queue.contains(wanted);
  }

  @Override
  public synchronized void clear() {
    queue.clear();
    notifyAll();
  }

  @Override
  public synchronized Object[] toArray() {
    return queue.toArray();
  }

  @Override
  public synchronized <T> T[] toArray(T[] array) {
    return queue.toArray(array);
  }

  @Override
  public synchronized String toString() {
    return queue.toString();
  }

  private synchronized ArrayList<E> copy() {
    return new ArrayList<>(queue);
  }

  @Override
  public Iterator<E> iterator() {
    Iterator<E> each = copy().iterator();
    return new Iterator<E>() {
      private E last;

      @Override
      public boolean hasNext() {
        return each.hasNext();
      }

      @Override
      public E next() {
        last = each.next();
        return last;
      }

      @Override
      public void remove() {
        if (last == null)
          throw new IllegalStateException();
        MonitorQueue.this.remove(last);
        last = null;
      }
    };
  }
}
