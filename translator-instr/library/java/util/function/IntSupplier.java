/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Gives a int. */
package java.util.function;

@FunctionalInterface
public interface IntSupplier {
  int getAsInt();
}
