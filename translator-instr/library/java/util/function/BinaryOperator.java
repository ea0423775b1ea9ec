/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From two values to one of the same type. */
package java.util.function;

@FunctionalInterface
public interface BinaryOperator<T> extends BiFunction<T, T, T> {
  static <T> BinaryOperator<T> minBy(java.util.Comparator<? super T> order) {
    java.util.Objects.requireNonNull(order);
    return (first, second) -> order.compare(first, second) <= 0 ? first : second;
  }

  static <T> BinaryOperator<T> maxBy(java.util.Comparator<? super T> order) {
    java.util.Objects.requireNonNull(order);
    return (first, second) -> order.compare(first, second) >= 0 ? first : second;
  }
}
