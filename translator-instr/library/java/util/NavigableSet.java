/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A sorted set that finds the nearest elements. */
package java.util;

public interface NavigableSet<E> extends SortedSet<E> {
  E lower(E element);

  E floor(E element);

  E ceiling(E element);

  E higher(E element);

  E pollFirst();

  E pollLast();

  NavigableSet<E> descendingSet();

  Iterator<E> descendingIterator();

  NavigableSet<E> headSet(E to, boolean inclusive);

  NavigableSet<E> tailSet(E from, boolean inclusive);

  NavigableSet<E> subSet(E from, boolean fromInclusive, E to, boolean toInclusive);
}
