/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From an object to int. */
package java.util.function;

@FunctionalInterface
public interface ToIntFunction<T> {
  int applyAsInt(T value);
}
