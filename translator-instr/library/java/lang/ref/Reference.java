/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A reference that does not keep its object alive. The collector cannot see it: it is kept in a cell of the runtime
 * (runtime/core/reference.c), whose address is the only thing here. */
package java.lang.ref;

public abstract class Reference<T> {
  /* Kinds that the runtime tells apart. */
  static final int WEAK = 0;
  static final int SOFT = 1;

  private final long cell;
  private ReferenceQueue<? super T> queue;

  /* Of the queue. */
  Reference<?> next;

  Reference(T referent, ReferenceQueue<? super T> queue, int kind) {
    this.queue = queue;
    cell = referent == null ? 0 : register(referent, kind, queue != null);
  }

  /* Makes a cell for this object. */
  private native long register(Object referent, int kind, boolean queued);

  /* What is in the cell of this object; null when it has been cleared. */
  private native Object read(long of);

  private native void drop(long of);

  /* A reference that the collector has cleared and that is to be enqueued; null: there is none. Each is given once. */
  private static native Reference<?> takeCleared();

  /* Puts what the collector has cleared into their queues. */
  static void enqueueCleared() {
    for (Reference<?> cleared = takeCleared(); cleared != null; cleared = takeCleared())
      cleared.enqueue();
  }

  @SuppressWarnings("unchecked")
  public T get() {
    return (T) referent();
  }

  final Object referent() {
    return cell == 0 ? null : read(cell);
  }

  public final boolean refersTo(T object) {
    return referent() == object;
  }

  public void clear() {
    if (cell != 0)
      drop(cell);
  }

  public boolean enqueue() {
    clear();
    ReferenceQueue<? super T> to;
    synchronized (this) {
      to = queue;
      queue = null;
    }
    if (to == null)
      return false;
    to.add(this);
    return true;
  }

  @Override
  protected Object clone() throws CloneNotSupportedException {
    throw new CloneNotSupportedException();
  }

  /* The caller's use of the object ends here at the earliest. */
  public static void reachabilityFence(Object object) {
    fence(object);
  }

  private static native void fence(Object object);
}
