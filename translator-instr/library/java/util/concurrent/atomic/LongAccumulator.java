/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A number that a function adds others to. */
package java.util.concurrent.atomic;

import java.util.function.LongBinaryOperator;

public class LongAccumulator extends Number {
  private final LongBinaryOperator function;
  private final long identity;
  private long value;

  public LongAccumulator(LongBinaryOperator function, long identity) {
    this.function = function;
    this.identity = identity;
    value = identity;
  }

  public synchronized void accumulate(long more) {
    value = function.applyAsLong(value, more);
  }

  public synchronized long get() {
    return value;
  }

  public synchronized void reset() {
    value = identity;
  }

  public synchronized long getThenReset() {
    long before = value;
    value = identity;
    return before;
  }

  @Override
  public int intValue() {
    return (int) get();
  }

  @Override
  public long longValue() {
    return (long) get();
  }

  @Override
  public float floatValue() {
    return (float) get();
  }

  @Override
  public double doubleValue() {
    return get();
  }

  @Override
  public String toString() {
    return Long.toString(get());
  }
}
