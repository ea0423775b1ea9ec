/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Takes an object and a long. */
package java.util.function;

@FunctionalInterface
public interface ObjLongConsumer<T> {
  void accept(T object, long value);
}
