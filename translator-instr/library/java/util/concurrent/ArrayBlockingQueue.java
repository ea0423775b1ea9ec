/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A blocking queue, first in, first out, of limited room. */
package java.util.concurrent;

import java.util.ArrayDeque;

public class ArrayBlockingQueue<E> extends MonitorQueue<E> {
  public ArrayBlockingQueue(int capacity) {
    super(new ArrayDeque<>(), capacity);
  }

  /* Threads are served in the order in which the scheduler runs them, `fair` or not. */
  public ArrayBlockingQueue(int capacity, boolean fair) {
    this(capacity);
  }
}
