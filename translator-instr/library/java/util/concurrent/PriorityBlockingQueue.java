/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A blocking queue that hands out the least element first, without a limit. */
package java.util.concurrent;

import java.util.Collection;
import java.util.Comparator;
import java.util.PriorityQueue;

public class PriorityBlockingQueue<E> extends MonitorQueue<E> {
  public PriorityBlockingQueue() {
    super(new PriorityQueue<>(), Integer.MAX_VALUE);
  }

  public PriorityBlockingQueue(int capacity) {
    super(new PriorityQueue<>(capacity), Integer.MAX_VALUE);
  }

  public PriorityBlockingQueue(int capacity, Comparator<? super E> order) {
    super(new PriorityQueue<>(capacity, order), Integer.MAX_VALUE);
  }

  public PriorityBlockingQueue(Collection<? extends E> elements) {
    super(new PriorityQueue<>(elements), Integer.MAX_VALUE);
  }
}
