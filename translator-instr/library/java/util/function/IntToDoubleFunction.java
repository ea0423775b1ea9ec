/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From int to double. */
package java.util.function;

@FunctionalInterface
public interface IntToDoubleFunction {
  double applyAsDouble(int value);
}
