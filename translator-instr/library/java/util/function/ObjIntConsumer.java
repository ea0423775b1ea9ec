/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Takes an object and a int. */
package java.util.function;

@FunctionalInterface
public interface ObjIntConsumer<T> {
  void accept(T object, int value);
}
