/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Takes an object and a double. */
package java.util.function;

@FunctionalInterface
public interface ObjDoubleConsumer<T> {
  void accept(T object, double value);
}
