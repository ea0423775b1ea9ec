/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Cleared by the first collection that finds no other reference to the object. */
package java.lang.ref;

public class WeakReference<T> extends Reference<T> {
  public WeakReference(T referent) {
    super(referent, null, WEAK);
  }

  public WeakReference(T referent, ReferenceQueue<? super T> queue) {
    super(referent, queue, WEAK);
  }
}
