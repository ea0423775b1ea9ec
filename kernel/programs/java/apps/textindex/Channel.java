/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A bounded queue between two stages. First in, first out; a put waits while it is full, a take while it is
 * empty, and each wait is an event with the channel's number. After close() a take gives null once all has been
 * taken. */
package textindex;

import jx.prof.EventLog;

final class Channel<T> {
  private static final int FULL = EventLog.register("channel full");
  private static final int EMPTY = EventLog.register("channel empty");

  private final int number;
  private final T[] slots;
  private int oldest, used;
  private boolean closed;

  @SuppressWarnings("unchecked")
  Channel(int number, int capacity) {
    this.number = number;
    slots = (T[])new Object[capacity];
  }

  synchronized void put(T item) throws InterruptedException {
    if (used == slots.length)
      EventLog.log(FULL, number);
    while (used == slots.length)
      wait();
    slots[(oldest + used++) % slots.length] = item;
    notifyAll();
  }

  synchronized T take() throws InterruptedException {
    if (used == 0 && !closed)
      EventLog.log(EMPTY, number);
    while (used == 0 && !closed)
      wait();
    if (used == 0)
      return null;
    T item = slots[oldest];
    slots[oldest] = null;
    oldest = (oldest + 1) % slots.length;
    used--;
    notifyAll();
    return item;
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }
}
