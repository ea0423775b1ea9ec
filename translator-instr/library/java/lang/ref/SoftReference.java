/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Cleared when the heap is full, before an OutOfMemoryError is thrown, and not earlier. */
package java.lang.ref;

public class SoftReference<T> extends Reference<T> {
  public SoftReference(T referent) {
    super(referent, null, SOFT);
  }

  public SoftReference(T referent, ReferenceQueue<? super T> queue) {
    super(referent, queue, SOFT);
  }
}
