/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An int or none. */
package java.util;

import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

public final class OptionalInt {
  private static final OptionalInt EMPTY = new OptionalInt(false, 0);

  private final boolean present;
  private final int value;

  private OptionalInt(boolean present, int value) {
    this.present = present;
    this.value = value;
  }

  public static OptionalInt empty() {
    return EMPTY;
  }

  public static OptionalInt of(int value) {
    return new OptionalInt(true, value);
  }

  public boolean isPresent() {
    return present;
  }

  public boolean isEmpty() {
    return !present;
  }

  public int getAsInt() {
    return orElseThrow();
  }

  public int orElseThrow() {
    if (!present)
      throw new NoSuchElementException("No value present");
    return value;
  }

  public <X extends Throwable> int orElseThrow(Supplier<? extends X> exception) throws X {
    if (!present)
      throw exception.get();
    return value;
  }

  public int orElse(int otherwise) {
    return present ? value : otherwise;
  }

  public int orElseGet(IntSupplier otherwise) {
    return present ? value : otherwise.getAsInt();
  }

  public void ifPresent(IntConsumer action) {
    if (present)
      action.accept(value);
  }

  public void ifPresentOrElse(IntConsumer action, Runnable otherwise) {
    if (present)
      action.accept(value);
    else
      otherwise.run();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OptionalInt && present == ((OptionalInt) other).present
        && Integer.compare(value, ((OptionalInt) other).value) == 0;
  }

  @Override
  public int hashCode() {
    return present ? Integer.hashCode(value) : 0;
  }

  @Override
  public String toString() {
    return present ? "OptionalInt[" + value + "]" : "OptionalInt.empty";
  }
}
