/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A value or none. */
package java.util;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

public final class Optional<T> {
  private static final Optional<?> EMPTY = new Optional<>(null);

  private final T value;

  private Optional(T value) {
    this.value = value;
  }

  @SuppressWarnings("unchecked")
  public static <T> Optional<T> empty() {
    return (Optional<T>) EMPTY;
  }

  public static <T> Optional<T> of(T value) {
    return new Optional<>(Objects.requireNonNull(value));
  }

  public static <T> Optional<T> ofNullable(T value) {
    return value == null ? empty() : new Optional<>(value);
  }

  public boolean isPresent() {
    return value != null;
  }

  public boolean isEmpty() {
    return value == null;
  }

  public T get() {
    return orElseThrow();
  }

  public T orElseThrow() {
    if (value == null)
      throw new NoSuchElementException("No value present");
    return value;
  }

  public <X extends Throwable> T orElseThrow(Supplier<? extends X> exception) throws X {
    if (value == null)
      throw exception.get();
    return value;
  }

  public T orElse(T otherwise) {
    return value != null ? value : otherwise;
  }

  public T orElseGet(Supplier<? extends T> otherwise) {
    return value != null ? value : otherwise.get();
  }

  public void ifPresent(Consumer<? super T> action) {
    if (value != null)
      action.accept(value);
  }

  public void ifPresentOrElse(Consumer<? super T> action, Runnable otherwise) {
    if (value != null)
      action.accept(value);
    else
      otherwise.run();
  }

  public Optional<T> filter(Predicate<? super T> condition) {
    return value == null || condition.test(value) ? this : empty();
  }

  public <U> Optional<U> map(Function<? super T, ? extends U> function) {
    return value == null ? empty() : ofNullable(function.apply(value));
  }

  @SuppressWarnings("unchecked")
  public <U> Optional<U> flatMap(Function<? super T, ? extends Optional<? extends U>> function) {
    return value == null ? empty() : (Optional<U>) Objects.requireNonNull(function.apply(value));
  }

  @SuppressWarnings("unchecked")
  public Optional<T> or(Supplier<? extends Optional<? extends T>> otherwise) {
    return value != null ? this : (Optional<T>) Objects.requireNonNull(otherwise.get());
  }

  public Stream<T> stream() {
    return Stream.ofNullable(value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Optional && Objects.equals(value, ((Optional<?>) other).value);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(value);
  }

  @Override
  public String toString() {
    return value == null ? "Optional.empty" : "Optional[" + value + "]";
  }
}
