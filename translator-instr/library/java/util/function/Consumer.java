/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Takes a value. */
package java.util.function;

@FunctionalInterface
public interface Consumer<T> {
  void accept(T value);

  default Consumer<T> andThen(Consumer<? super T> after) {
    java.util.Objects.requireNonNull(after);
    return value -> {
      accept(value);
      after.accept(value);
    };
  }
}
