/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Ints that are changed in one step each. */
package java.util.concurrent.atomic;

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

public class AtomicIntegerArray implements java.io.Serializable {
  private final int[] array;

  public AtomicIntegerArray(int length) {
    array = new int[length];
  }

  public AtomicIntegerArray(int[] values) {
    array = values.clone();
  }

  private static native boolean exchange(int[] array, int index, int expected, int now);

  public final int length() {
    return array.length;
  }

  public final int get(int index) {
    return array[index];
  }

  public final void set(int index, int now) {
    array[index] = now;
  }

  public final void lazySet(int index, int now) {
    array[index] = now;
  }

  public final boolean compareAndSet(int index, int expected, int now) {
    if (index < 0 || index >= array.length)
      throw new ArrayIndexOutOfBoundsException("Index " + index + " out of bounds for length " + array.length);
    return exchange(array, index, expected, now);
  }

  public final int getAndSet(int index, int now) {
    int old;
    do
      old = array[index];
    while (!exchange(array, index, old, now));
    return old;
  }

  public final int getAndAdd(int index, int more) {
    int old;
    do
      old = array[index];
    while (!exchange(array, index, old, old + more));
    return old;
  }

  public final int addAndGet(int index, int more) {
    return getAndAdd(index, more) + more;
  }

  public final int getAndIncrement(int index) {
    return getAndAdd(index, 1);
  }

  public final int getAndDecrement(int index) {
    return getAndAdd(index, -1);
  }

  public final int incrementAndGet(int index) {
    return getAndAdd(index, 1) + 1;
  }

  public final int decrementAndGet(int index) {
    return getAndAdd(index, -1) - 1;
  }

  public final int getAndUpdate(int index, IntUnaryOperator function) {
    int old;
    do
      old = array[index];
    while (!exchange(array, index, old, function.applyAsInt(old)));
    return old;
  }

  public final int updateAndGet(int index, IntUnaryOperator function) {
    int old;
    int now;
    do {
      old = array[index];
      now = function.applyAsInt(old);
    } while (!exchange(array, index, old, now));
    return now;
  }

  public final int accumulateAndGet(int index, int other, IntBinaryOperator function) {
    return updateAndGet(index, old -> function.applyAsInt(old, other));
  }

  @Override
  public String toString() {
    return java.util.Arrays.toString(array);
  }
}
