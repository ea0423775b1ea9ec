/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From two values of type long to a third. */
package java.util.function;

@FunctionalInterface
public interface LongBinaryOperator {
  long applyAsLong(long left, long right);
}
