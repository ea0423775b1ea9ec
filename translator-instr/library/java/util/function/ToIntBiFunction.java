/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From two objects to int. */
package java.util.function;

@FunctionalInterface
public interface ToIntBiFunction<T, U> {
  int applyAsInt(T first, U second);
}
