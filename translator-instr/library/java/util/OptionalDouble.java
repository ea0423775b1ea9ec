/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A double or none. */
package java.util;

import java.util.function.DoubleConsumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

public final class OptionalDouble {
  private static final OptionalDouble EMPTY = new OptionalDouble(false, 0);

  private final boolean present;
  private final double value;

  private OptionalDouble(boolean present, double value) {
    this.present = present;
    this.value = value;
  }

  public static OptionalDouble empty() {
    return EMPTY;
  }

  public static OptionalDouble of(double value) {
    return new OptionalDouble(true, value);
  }

  public boolean isPresent() {
    return present;
  }

  public boolean isEmpty() {
    return !present;
  }

  public double getAsDouble() {
    return orElseThrow();
  }

  public double orElseThrow() {
    if (!present)
      throw new NoSuchElementException("No value present");
    return value;
  }

  public <X extends Throwable> double orElseThrow(Supplier<? extends X> exception) throws X {
    if (!present)
      throw exception.get();
    return value;
  }

  public double orElse(double otherwise) {
    return present ? value : otherwise;
  }

  public double orElseGet(DoubleSupplier otherwise) {
    return present ? value : otherwise.getAsDouble();
  }

  public void ifPresent(DoubleConsumer action) {
    if (present)
      action.accept(value);
  }

  public void ifPresentOrElse(DoubleConsumer action, Runnable otherwise) {
    if (present)
      action.accept(value);
    else
      otherwise.run();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OptionalDouble && present == ((OptionalDouble) other).present
        && Double.compare(value, ((OptionalDouble) other).value) == 0;
  }

  @Override
  public int hashCode() {
    return present ? Double.hashCode(value) : 0;
  }

  @Override
  public String toString() {
    return present ? "OptionalDouble[" + value + "]" : "OptionalDouble.empty";
  }
}
