/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Gives a boolean. */
package java.util.function;

@FunctionalInterface
public interface BooleanSupplier {
  boolean getAsBoolean();
}
