/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A reference that is changed in one step. The natives (translator-instr/runtime/core/atomic.c) expect it to be the only field. */
package java.util.concurrent.atomic;

import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

public class AtomicReference<V> implements java.io.Serializable {
  private volatile V value;

  public AtomicReference() {
  }

  public AtomicReference(V value) {
    this.value = value;
  }

  public final V get() {
    return value;
  }

  public final void set(V now) {
    value = now;
  }

  public final void lazySet(V now) {
    value = now;
  }

  public final V getPlain() {
    return value;
  }

  public final V getAcquire() {
    return value;
  }

  public final void setRelease(V now) {
    value = now;
  }

  private native boolean exchange(Object expected, Object now);

  public final boolean compareAndSet(V expected, V now) {
    return exchange(expected, now);
  }

  public final V getOpaque() {
    return get();
  }

  public final void setOpaque(V now) {
    set(now);
  }

  public final void setPlain(V now) {
    set(now);
  }

  @Deprecated
  public final boolean weakCompareAndSet(V expected, V now) {
    return compareAndSet(expected, now);
  }

  public final boolean weakCompareAndSetVolatile(V expected, V now) {
    return compareAndSet(expected, now);
  }

  public final boolean weakCompareAndSetAcquire(V expected, V now) {
    return compareAndSet(expected, now);
  }

  public final boolean weakCompareAndSetRelease(V expected, V now) {
    return compareAndSet(expected, now);
  }

  /* What the value was; it has changed where that is `expected`. */
  public final V compareAndExchange(V expected, V now) {
    for (;;) {
      V old = get();
      if (old != expected || compareAndSet(expected, now))
        return old;
    }
  }

  public final V compareAndExchangeAcquire(V expected, V now) {
    return compareAndExchange(expected, now);
  }

  public final V compareAndExchangeRelease(V expected, V now) {
    return compareAndExchange(expected, now);
  }

  public final boolean weakCompareAndSetPlain(V expected, V now) {
    return compareAndSet(expected, now);
  }

  public final V getAndSet(V now) {
    V old;
    do
      old = value;
    while (!exchange(old, now));
    return old;
  }

  public final V getAndUpdate(UnaryOperator<V> function) {
    V old;
    do
      old = value;
    while (!exchange(old, function.apply(old)));
    return old;
  }

  public final V updateAndGet(UnaryOperator<V> function) {
    V old;
    V now;
    do {
      old = value;
      now = function.apply(old);
    } while (!exchange(old, now));
    return now;
  }

  public final V getAndAccumulate(V other, BinaryOperator<V> function) {
    return getAndUpdate(old -> function.apply(old, other));
  }

  public final V accumulateAndGet(V other, BinaryOperator<V> function) {
    return updateAndGet(old -> function.apply(old, other));
  }

  @Override
  public String toString() {
    return String.valueOf(value);
  }
}
