/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From int to an object. */
package java.util.function;

@FunctionalInterface
public interface IntFunction<R> {
  R apply(int value);
}
