/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A boolean that is changed in one step. */
package java.util.concurrent.atomic;

public class AtomicBoolean implements java.io.Serializable {
  private final AtomicInteger bit;

  public AtomicBoolean() {
    this(false);
  }

  public AtomicBoolean(boolean value) {
    bit = new AtomicInteger(value ? 1 : 0);
  }

  public final boolean get() {
    return bit.get() != 0;
  }

  public final void set(boolean now) {
    bit.set(now ? 1 : 0);
  }

  public final void lazySet(boolean now) {
    set(now);
  }

  public final boolean compareAndSet(boolean expected, boolean now) {
    return bit.compareAndSet(expected ? 1 : 0, now ? 1 : 0);
  }

  public final boolean getOpaque() {
    return get();
  }

  public final void setOpaque(boolean now) {
    set(now);
  }

  public final void setPlain(boolean now) {
    set(now);
  }

  @Deprecated
  public final boolean weakCompareAndSet(boolean expected, boolean now) {
    return compareAndSet(expected, now);
  }

  public final boolean weakCompareAndSetVolatile(boolean expected, boolean now) {
    return compareAndSet(expected, now);
  }

  public final boolean weakCompareAndSetAcquire(boolean expected, boolean now) {
    return compareAndSet(expected, now);
  }

  public final boolean weakCompareAndSetRelease(boolean expected, boolean now) {
    return compareAndSet(expected, now);
  }

  /* What the value was; it has changed where that is `expected`. */
  public final boolean compareAndExchange(boolean expected, boolean now) {
    for (;;) {
      boolean old = get();
      if (old != expected || compareAndSet(expected, now))
        return old;
    }
  }

  public final boolean compareAndExchangeAcquire(boolean expected, boolean now) {
    return compareAndExchange(expected, now);
  }

  public final boolean compareAndExchangeRelease(boolean expected, boolean now) {
    return compareAndExchange(expected, now);
  }

  public final boolean getPlain() {
    return get();
  }

  public final boolean getAcquire() {
    return get();
  }

  public final void setRelease(boolean now) {
    set(now);
  }

  public final boolean weakCompareAndSetPlain(boolean expected, boolean now) {
    return compareAndSet(expected, now);
  }

  public final boolean getAndSet(boolean now) {
    return bit.getAndSet(now ? 1 : 0) != 0;
  }

  @Override
  public String toString() {
    return String.valueOf(get());
  }
}
