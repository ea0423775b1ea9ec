/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A walk through a list, in both directions. */
package java.util;

public interface ListIterator<E> extends Iterator<E> {
  boolean hasPrevious();

  E previous();

  int nextIndex();

  int previousIndex();

  void set(E element);

  void add(E element);
}
