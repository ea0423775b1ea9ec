/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From two values of type int to a third. */
package java.util.function;

@FunctionalInterface
public interface IntBinaryOperator {
  int applyAsInt(int left, int right);
}
