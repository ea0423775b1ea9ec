/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Tells by its queue that the object is gone; never gives it. There are no finalizers, so it is cleared when a weak
 * reference would be. */
package java.lang.ref;

public class PhantomReference<T> extends Reference<T> {
  public PhantomReference(T referent, ReferenceQueue<? super T> queue) {
    super(referent, queue, WEAK);
  }

  @Override
  public T get() {
    return null;
  }
}
