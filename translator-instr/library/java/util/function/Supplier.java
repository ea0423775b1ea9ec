/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Gives a value. */
package java.util.function;

@FunctionalInterface
public interface Supplier<T> {
  T get();
}
