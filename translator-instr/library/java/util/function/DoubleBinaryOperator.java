/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From two values of type double to a third. */
package java.util.function;

@FunctionalInterface
public interface DoubleBinaryOperator {
  double applyAsDouble(double left, double right);
}
