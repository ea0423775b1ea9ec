/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A number that a function adds others to. */
package java.util.concurrent.atomic;

import java.util.function.DoubleBinaryOperator;

public class DoubleAccumulator extends Number {
  private final DoubleBinaryOperator function;
  private final double identity;
  private double value;

  public DoubleAccumulator(DoubleBinaryOperator function, double identity) {
    this.function = function;
    this.identity = identity;
    value = identity;
  }

  public synchronized void accumulate(double more) {
    value = function.applyAsDouble(value, more);
  }

  public synchronized double get() {
    return value;
  }

  public synchronized void reset() {
    value = identity;
  }

  public synchronized double getThenReset() {
    double before = value;
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
    return Double.toString(get());
  }
}
