/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From an object to long. */
package java.util.function;

@FunctionalInterface
public interface ToLongFunction<T> {
  long applyAsLong(T value);
}
