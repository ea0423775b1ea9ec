/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A sum that many threads add to. */
package java.util.concurrent.atomic;

public class DoubleAdder extends Number {
  private double sum;

  public DoubleAdder() {
  }

  public synchronized void add(double more) {
    sum += more;
  }

  public synchronized double sum() {
    return sum;
  }

  public synchronized void reset() {
    sum = 0;
  }

  public synchronized double sumThenReset() {
    double before = sum;
    sum = 0;
    return before;
  }

  @Override
  public int intValue() {
    return (int) sum();
  }

  @Override
  public long longValue() {
    return (long) sum();
  }

  @Override
  public float floatValue() {
    return (float) sum();
  }

  @Override
  public double doubleValue() {
    return sum();
  }

  @Override
  public String toString() {
    return Double.toString(sum());
  }
}
