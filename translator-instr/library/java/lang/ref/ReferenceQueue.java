/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * References that the collector has cleared, the last one first, as in the JDK. They come here when a program looks at
 * any queue: the collector itself runs no Java. */
package java.lang.ref;

public class ReferenceQueue<T> {
  /* A thread that waits looks this often whether the collector has cleared something. */
  private static final long POLL_MILLIS = 10;

  private Reference<?> head;

  synchronized void add(Reference<?> reference) {
    reference.next = head;
    head = reference;
    notifyAll();
  }

  @SuppressWarnings("unchecked")
  private synchronized Reference<? extends T> take() {
    Reference<?> first = head;
    if (first != null) {
      head = first.next;
      first.next = null;
    }
    return (Reference<? extends T>) first;
  }

  public Reference<? extends T> poll() {
    Reference.enqueueCleared();
    return take();
  }

  public Reference<? extends T> remove() throws InterruptedException {
    return remove(0);
  }

  /* Null when the time is over; 0 is for ever. */
  public Reference<? extends T> remove(long millis) throws InterruptedException {
    if (millis < 0)
      throw new IllegalArgumentException("Negative timeout value");
    long end = millis == 0 ? Long.MAX_VALUE : System.nanoTime() / 1000000 + millis;
    for (;;) {
      Reference<? extends T> first = poll();
      if (first != null)
        return first;
      long left = end - System.nanoTime() / 1000000;
      if (left <= 0)
        return null;
      synchronized (this) {
        if (head == null)
          wait(Math.min(left, POLL_MILLIS));
      }
    }
  }
}
