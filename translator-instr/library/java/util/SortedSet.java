/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A set in order. */
package java.util;

public interface SortedSet<E> extends Set<E> {
  Comparator<? super E> comparator();

  @Override
  default Spliterator<E> spliterator() {
    return new Spliterators.OfIterator<E>(this, null, 0, Spliterator.DISTINCT | Spliterator.ORDERED
        | Spliterator.SORTED | Spliterator.SIZED | Spliterator.SUBSIZED) {
      @Override
      public Comparator<? super E> getComparator() {
        return comparator();
      }
    };
  }

  E first();

  E last();

  SortedSet<E> headSet(E to);

  SortedSet<E> tailSet(E from);

  SortedSet<E> subSet(E from, E to);
}
