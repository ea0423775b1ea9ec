/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From double to int. */
package java.util.function;

@FunctionalInterface
public interface DoubleToIntFunction {
  int applyAsInt(double value);
}
