/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From two objects to double. */
package java.util.function;

@FunctionalInterface
public interface ToDoubleBiFunction<T, U> {
  double applyAsDouble(T first, U second);
}
