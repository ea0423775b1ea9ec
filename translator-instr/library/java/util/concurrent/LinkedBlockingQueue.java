/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A blocking queue, first in, first out, without a limit unless given one. */
package java.util.concurrent;

import java.util.ArrayDeque;
import java.util.Collection;

public class LinkedBlockingQueue<E> extends MonitorQueue<E> {
  public LinkedBlockingQueue() {
    this(Integer.MAX_VALUE);
  }

  public LinkedBlockingQueue(int capacity) {
    super(new ArrayDeque<>(), capacity);
  }

  public LinkedBlockingQueue(Collection<? extends E> elements) {
    this();
    addAll(elements);
  }
}
