/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From int to long. */
package java.util.function;

@FunctionalInterface
public interface IntToLongFunction {
  long applyAsLong(int value);
}
