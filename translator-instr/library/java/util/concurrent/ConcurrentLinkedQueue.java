/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A queue, first in, first out, that threads may share; no call waits. A walk goes over what was there when it
 * began. */
package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;

public class ConcurrentLinkedQueue<E> extends AbstractQueue<E> implements java.io.Serializable {
  private final ArrayDeque<E> queue = new ArrayDeque<>();

  public ConcurrentLinkedQueue() {
  }

  public ConcurrentLinkedQueue(Collection<? extends E> elements) {
    addAll(elements);
  }

  @Override
  public synchronized boolean offer(E element) {
    return queue.offer(element);
  }

  @Override
  public synchronized E poll() {
    return queue.poll();
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
  public synchronized boolean remove(Object unwanted) {
    return queue.remove(unwanted);
  }

  @Override
  public synchronized boolean contains(Object wanted) {
    return queue.contains(wanted);
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
    return Collections.unmodifiableList(new ArrayList<>(queue)).iterator();
  }
}
