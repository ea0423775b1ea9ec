/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A condition on two values. */
package java.util.function;

@FunctionalInterface
public interface BiPredicate<T, U> {
  boolean test(T first, U second);

  default BiPredicate<T, U> and(BiPredicate<? super T, ? super U> other) {
    java.util.Objects.requireNonNull(other);
    return (first, second) -> test(first, second) && other.test(first, second);
  }

  default BiPredicate<T, U> or(BiPredicate<? super T, ? super U> other) {
    java.util.Objects.requireNonNull(other);
    return (first, second) -> test(first, second) || other.test(first, second);
  }

  default BiPredicate<T, U> negate() {
    return (first, second) -> !test(first, second);
  }
}
