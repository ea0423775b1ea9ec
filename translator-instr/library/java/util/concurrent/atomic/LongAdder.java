/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A sum that many threads add to. */
package java.util.concurrent.atomic;

public class LongAdder extends Number {
  private final AtomicLong sum = new AtomicLong();

  public void add(long more) {
    sum.getAndAdd(more);
  }

  public void increment() {
    add(1);
  }

  public void decrement() {
    add(-1);
  }

  public long sum() {
    return sum.get();
  }

  public void reset() {
    sum.set(0);
  }

  public long sumThenReset() {
    return sum.getAndSet(0);
  }

  @Override
  public int intValue() {
    return (int) sum();
  }

  @Override
  public long longValue() {
    return sum();
  }

  @Override
  public float floatValue() {
    return sum();
  }

  @Override
  public double doubleValue() {
    return sum();
  }

  @Override
  public String toString() {
    return Long.toString(sum());
  }
}
