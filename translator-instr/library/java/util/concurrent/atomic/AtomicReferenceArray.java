/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * References that are changed in one step each. */
package java.util.concurrent.atomic;

import java.util.function.UnaryOperator;

public class AtomicReferenceArray<E> implements java.io.Serializable {
  private final Object[] array;

  public AtomicReferenceArray(int length) {
    array = new Object[length];
  }

  public AtomicReferenceArray(E[] values) {
    array = new Object[values.length];
    System.arraycopy(values, 0, array, 0, values.length);
  }

  private static native boolean exchange(Object[] array, int index, Object expected, Object now);

  public final int length() {
    return array.length;
  }

  @SuppressWarnings("unchecked")
  public final E get(int index) {
    return (E) array[index];
  }

  public final void set(int index, E now) {
    array[index] = now;
  }

  public final boolean compareAndSet(int index, E expected, E now) {
    if (index < 0 || index >= array.length)
      throw new ArrayIndexOutOfBoundsException("Index " + index + " out of bounds for length " + array.length);
    return exchange(array, index, expected, now);
  }

  public final E getAndSet(int index, E now) {
    return getAndUpdate(index, old -> now);
  }

  public final E getAndUpdate(int index, UnaryOperator<E> function) {
    E old;
    do
      old = get(index);
    while (!exchange(array, index, old, function.apply(old)));
    return old;
  }

  public final E updateAndGet(int index, UnaryOperator<E> function) {
    E old;
    E now;
    do {
      old = get(index);
      now = function.apply(old);
    } while (!exchange(array, index, old, now));
    return now;
  }

  @Override
  public String toString() {
    return java.util.Arrays.toString(array);
  }
}
