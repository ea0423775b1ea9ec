/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Gives a long. */
package java.util.function;

@FunctionalInterface
public interface LongSupplier {
  long getAsLong();
}
