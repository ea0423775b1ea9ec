/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From long to an object. */
package java.util.function;

@FunctionalInterface
public interface LongFunction<R> {
  R apply(long value);
}
