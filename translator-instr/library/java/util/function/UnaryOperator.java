/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From a value to one of the same type. */
package java.util.function;

@FunctionalInterface
public interface UnaryOperator<T> extends Function<T, T> {
  static <T> UnaryOperator<T> identity() {
    return value -> value;
  }
}
