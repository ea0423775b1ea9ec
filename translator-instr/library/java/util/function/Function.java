/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From a value to a value. */
package java.util.function;

@FunctionalInterface
public interface Function<T, R> {
  R apply(T value);

  default <V> Function<V, R> compose(Function<? super V, ? extends T> before) {
    java.util.Objects.requireNonNull(before);
    return value -> apply(before.apply(value));
  }

  default <V> Function<T, V> andThen(Function<? super R, ? extends V> after) {
    java.util.Objects.requireNonNull(after);
    return value -> after.apply(apply(value));
  }

  static <T> Function<T, T> identity() {
    return value -> value;
  }
}
