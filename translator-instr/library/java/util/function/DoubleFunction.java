/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From double to an object. */
package java.util.function;

@FunctionalInterface
public interface DoubleFunction<R> {
  R apply(double value);
}
