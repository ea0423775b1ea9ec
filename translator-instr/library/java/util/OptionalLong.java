/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A long or none. */
package java.util;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

public final class OptionalLong {
  private static final OptionalLong EMPTY = new OptionalLong(false, 0);

  private final boolean present;
  private final long value;

  private OptionalLong(boolean present, long value) {
    this.present = present;
    this.value = value;
  }

  public static OptionalLong empty() {
    return EMPTY;
  }

  public static OptionalLong of(long value) {
    return new OptionalLong(true, value);
  }

  public boolean isPresent() {
    return present;
  }

  public boolean isEmpty() {
    return !present;
  }

  public long getAsLong() {
    return orElseThrow();
  }

  public long orElseThrow() {
    if (!present)
      throw new NoSuchElementException("No value present");
    return value;
  }

  public <X extends Throwable> long orElseThrow(Supplier<? extends X> exception) throws X {
    if (!present)
      throw exception.get();
    return value;
  }

  public long orElse(long otherwise) {
    return present ? value : otherwise;
  }

  public long orElseGet(LongSupplier otherwise) {
    return present ? value : otherwise.getAsLong();
  }

  public void ifPresent(LongConsumer action) {
    if (present)
      action.accept(value);
  }

  public void ifPresentOrElse(LongConsumer action, Runnable otherwise) {
    if (present)
      action.accept(value);
    else
      otherwise.run();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OptionalLong && present == ((OptionalLong) other).present
        && Long.compare(value, ((OptionalLong) other).value) == 0;
  }

  @Override
  public int hashCode() {
    return present ? Long.hashCode(value) : 0;
  }

  @Override
  public String toString() {
    return present ? "OptionalLong[" + value + "]" : "OptionalLong.empty";
  }
}
