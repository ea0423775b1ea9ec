/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Longs that are changed in one step each. */
package java.util.concurrent.atomic;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

public class AtomicLongArray implements java.io.Serializable {
  private final long[] array;

  public AtomicLongArray(int length) {
    array = new long[length];
  }

  public AtomicLongArray(long[] values) {
    array = values.clone();
  }

  private static native boolean exchange(long[] array, int index, long expected, long now);

  public final int length() {
    return array.length;
  }

  public final long get(int index) {
    return array[index];
  }

  public final void set(int index, long now) {
    array[index] = now;
  }

  public final void lazySet(int index, long now) {
    array[index] = now;
  }

  public final boolean compareAndSet(int index, long expected, long now) {
    if (index < 0 || index >= array.length)
      throw new ArrayIndexOutOfBoundsException("Index " + index + " out of bounds for length " + array.length);
    return exchange(array, index, expected, now);
  }

  public final long getAndSet(int index, long now) {
    long old;
    do
      old = array[index];
    while (!exchange(array, index, old, now));
    return old;
  }

  public final long getAndAdd(int index, long more) {
    long old;
    do
      old = array[index];
    while (!exchange(array, index, old, old + more));
    return old;
  }

  public final long addAndGet(int index, long more) {
    return getAndAdd(index, more) + more;
  }

  public final long getAndIncrement(int index) {
    return getAndAdd(index, 1);
  }

  public final long getAndDecrement(int index) {
    return getAndAdd(index, -1);
  }

  public final long incrementAndGet(int index) {
    return getAndAdd(index, 1) + 1;
  }

  public final long decrementAndGet(int index) {
    return getAndAdd(index, -1) - 1;
  }

  public final long getAndUpdate(int index, LongUnaryOperator function) {
    long old;
    do
      old = array[index];
    while (!exchange(array, index, old, function.applyAsLong(old)));
    return old;
  }

  public final long updateAndGet(int index, LongUnaryOperator function) {
    long old;
    long now;
    do {
      old = array[index];
      now = function.applyAsLong(old);
    } while (!exchange(array, index, old, now));
    return now;
  }

  public final long accumulateAndGet(int index, long other, LongBinaryOperator function) {
    return updateAndGet(index, old -> function.applyAsLong(old, other));
  }

  @Override
  public String toString() {
    return java.util.Arrays.toString(array);
  }
}
