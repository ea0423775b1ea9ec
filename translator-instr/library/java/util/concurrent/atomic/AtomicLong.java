/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A long that is changed in one step. The natives (translator-instr/runtime/core/atomic.c) expect it to be the only field. */
package java.util.concurrent.atomic;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

public class AtomicLong extends Number {
  private volatile long value;

  public AtomicLong() {
  }

  public AtomicLong(long value) {
    this.value = value;
  }

  public final long get() {
    return value;
  }

  public final void set(long now) {
    value = now;
  }

  public final void lazySet(long now) {
    value = now;
  }

  public final long getPlain() {
    return value;
  }

  public final long getAcquire() {
    return value;
  }

  public final void setRelease(long now) {
    value = now;
  }

  public final native boolean compareAndSet(long expected, long now);

  public final boolean weakCompareAndSetPlain(long expected, long now) {
    return compareAndSet(expected, now);
  }

  public final native long getAndSet(long now);

  public final native long getAndAdd(long more);

  public final long addAndGet(long more) {
    return getAndAdd(more) + more;
  }

  public final long getAndIncrement() {
    return getAndAdd(1);
  }

  public final long getAndDecrement() {
    return getAndAdd(-1);
  }

  public final long incrementAndGet() {
    return getAndAdd(1) + 1;
  }

  public final long decrementAndGet() {
    return getAndAdd(-1) - 1;
  }

  public final long getAndUpdate(LongUnaryOperator function) {
    long old;
    do
      old = value;
    while (!compareAndSet(old, function.applyAsLong(old)));
    return old;
  }

  public final long updateAndGet(LongUnaryOperator function) {
    long old;
    long now;
    do {
      old = value;
      now = function.applyAsLong(old);
    } while (!compareAndSet(old, now));
    return now;
  }

  public final long getAndAccumulate(long other, LongBinaryOperator function) {
    return getAndUpdate(old -> function.applyAsLong(old, other));
  }

  public final long accumulateAndGet(long other, LongBinaryOperator function) {
    return updateAndGet(old -> function.applyAsLong(old, other));
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
