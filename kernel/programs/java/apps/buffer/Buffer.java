/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A bounded buffer: a put waits while it is full, a take while it is empty, first in, first out. A thread that has to
 * wait logs it. After close() a take gives null once all is taken. */
package buffer;

import java.util.ArrayDeque;
import java.util.Queue;

import jx.prof.EventLog;

final class Buffer {
  private static final int FULL = EventLog.register("buffer full");   /* argument: the waiting thread's number */
  private static final int EMPTY = EventLog.register("buffer empty");

  private final Queue<Parcel> parcels = new ArrayDeque<>();
  private final int capacity;
  private int most;
  private boolean closed;

  Buffer(int capacity) {
    this.capacity = capacity;
  }

  synchronized void put(Parcel parcel, int thread) throws InterruptedException {
    if (parcels.size() == capacity)
      EventLog.log(FULL, thread);
    while (parcels.size() == capacity)
      wait();
    parcels.add(parcel);
    most = Math.max(most, parcels.size());
    notifyAll();
  }

  synchronized Parcel take(int thread) throws InterruptedException {
    if (parcels.isEmpty() && !closed)
      EventLog.log(EMPTY, thread);
    while (parcels.isEmpty() && !closed)
      wait();
    Parcel parcel = parcels.poll();
    notifyAll();
    return parcel;
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }

  /* The most parcels that were ever in it. */
  synchronized int most() {
    return most;
  }
}
