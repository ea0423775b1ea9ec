/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From two objects to long. */
package java.util.function;

@FunctionalInterface
public interface ToLongBiFunction<T, U> {
  long applyAsLong(T first, U second);
}
