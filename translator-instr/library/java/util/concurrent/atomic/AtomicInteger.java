/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An int that is changed in one step. The natives (translator-instr/runtime/core/atomic.c) expect it to be the only field. */
package java.util.concurrent.atomic;

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

public class AtomicInteger extends Number {
  private volatile int value;

  public AtomicInteger() {
  }

  public AtomicInteger(int value) {
    this.value = value;
  }

  public final int get() {
    return value;
  }

  public final void set(int now) {
    value = now;
  }

  public final void lazySet(int now) {
    value = now;
  }

  public final int getPlain() {
    return value;
  }

  public final int getAcquire() {
    return value;
  }

  public final void setRelease(int now) {
    value = now;
  }

  public final native boolean compareAndSet(int expected, int now);

  public final boolean weakCompareAndSetPlain(int expected, int now) {
    return compareAndSet(expected, now);
  }

  public final native int getAndSet(int now);

  public final native int getAndAdd(int more);

  public final int addAndGet(int more) {
    return getAndAdd(more) + more;
  }

  public final int getAndIncrement() {
    return getAndAdd(1);
  }

  public final int getAndDecrement() {
    return getAndAdd(-1);
  }

  public final int incrementAndGet() {
    return getAndAdd(1) + 1;
  }

  public final int decrementAndGet() {
    return getAndAdd(-1) - 1;
  }

  public final int getAndUpdate(IntUnaryOperator function) {
    int old;
    do
      old = value;
    while (!compareAndSet(old, function.applyAsInt(old)));
    return old;
  }

  public final int updateAndGet(IntUnaryOperator function) {
    int old;
    int now;
    do {
      old = value;
      now = function.applyAsInt(old);
    } while (!compareAndSet(old, now));
    return now;
  }

  public final int getAndAccumulate(int other, IntBinaryOperator function) {
    return getAndUpdate(old -> function.applyAsInt(old, other));
  }

  public final int accumulateAndGet(int other, IntBinaryOperator function) {
    return updateAndGet(old -> function.applyAsInt(old, other));
  }

  @Override
  public int intValue() {
    return (int) value;
  }

  @Override
  public long longValue() {
    return value;
  }

  @Override
  public float floatValue() {
    return value;
  }

  @Override
  public double doubleValue() {
    return value;
  }

  @Override
  public String toString() {
    return String.valueOf(value);
  }
}
