/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From an object to double. */
package java.util.function;

@FunctionalInterface
public interface ToDoubleFunction<T> {
  double applyAsDouble(T value);
}
