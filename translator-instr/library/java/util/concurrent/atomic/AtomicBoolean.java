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

  public final boolean getAndSet(boolean now) {
    return bit.getAndSet(now ? 1 : 0) != 0;
  }

  @Override
  public String toString() {
    return String.valueOf(get());
  }
}
