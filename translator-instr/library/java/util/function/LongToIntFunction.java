/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From long to int. */
package java.util.function;

@FunctionalInterface
public interface LongToIntFunction {
  int applyAsInt(long value);
}
