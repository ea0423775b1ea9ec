/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From long to double. */
package java.util.function;

@FunctionalInterface
public interface LongToDoubleFunction {
  double applyAsDouble(long value);
}
