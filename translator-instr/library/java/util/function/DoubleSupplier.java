/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Gives a double. */
package java.util.function;

@FunctionalInterface
public interface DoubleSupplier {
  double getAsDouble();
}
