/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * References that are changed in one step each. */
package java.util.concurrent.atomic;

import java.util.function.BinaryOperator;
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

  public final E getPlain(int index) {
    return get(index);
  }

  public final E getAcquire(int index) {
    return get(index);
  }

  public final E getOpaque(int index) {
    return get(index);
  }

  public final void setPlain(int index, E now) {
    set(index, now);
  }

  public final void setRelease(int index, E now) {
    set(index, now);
  }

  public final void setOpaque(int index, E now) {
    set(index, now);
  }

  public final void lazySet(int index, E now) {
    set(index, now);
  }

  @Deprecated
  public final boolean weakCompareAndSet(int index, E expected, E now) {
    return compareAndSet(index, expected, now);
  }

  public final boolean weakCompareAndSetPlain(int index, E expected, E now) {
    return compareAndSet(index, expected, now);
  }

  public final boolean weakCompareAndSetVolatile(int index, E expected, E now) {
    return compareAndSet(index, expected, now);
  }

  public final boolean weakCompareAndSetAcquire(int index, E expected, E now) {
    return compareAndSet(index, expected, now);
  }

  public final boolean weakCompareAndSetRelease(int index, E expected, E now) {
    return compareAndSet(index, expected, now);
  }

  /* What the value was; it has changed where that is `expected`. */
  public final E compareAndExchange(int index, E expected, E now) {
    for (;;) {
      E old = get(index);
      if (old != expected || compareAndSet(index, expected, now))
        return old;
    }
  }

  public final E compareAndExchangeAcquire(int index, E expected, E now) {
    return compareAndExchange(index, expected, now);
  }

  public final E compareAndExchangeRelease(int index, E expected, E now) {
    return compareAndExchange(index, expected, now);
  }

  public final E getAndAccumulate(int index, E other, BinaryOperator<E> function) {
    return getAndUpdate(index, old -> function.apply(old, other));
  }

  public final E accumulateAndGet(int index, E other, BinaryOperator<E> function) {
    return updateAndGet(index, old -> function.apply(old, other));
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
