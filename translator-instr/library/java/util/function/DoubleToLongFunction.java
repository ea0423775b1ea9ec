/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From double to long. */
package java.util.function;

@FunctionalInterface
public interface DoubleToLongFunction {
  long applyAsLong(double value);
}
