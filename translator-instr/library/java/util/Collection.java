/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A group of elements. */
package java.util;

import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

public interface Collection<E> extends Iterable<E> {
  int size();

  boolean isEmpty();

  boolean contains(Object wanted);

  Object[] toArray();

  <T> T[] toArray(T[] array);

  default <T> T[] toArray(IntFunction<T[]> maker) {
    return toArray(maker.apply(0));
  }

  boolean add(E element);

  boolean remove(Object unwanted);

  boolean containsAll(Collection<?> wanted);

  boolean addAll(Collection<? extends E> elements);

  boolean removeAll(Collection<?> unwanted);

  boolean retainAll(Collection<?> wanted);

  void clear();

  boolean equals(Object other);

  int hashCode();

  @Override
  default Spliterator<E> spliterator() {
    return Spliterators.spliterator(this, 0);
  }

  default Stream<E> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  /* Runs in its caller's thread, too. */
  default Stream<E> parallelStream() {
    return StreamSupport.stream(spliterator(), true);
  }

  default boolean removeIf(Predicate<? super E> condition) {
    Objects.requireNonNull(condition);
    boolean changed = false;
    for (Iterator<E> each = iterator(); each.hasNext();)
      if (condition.test(each.next())) {
        each.remove();
        changed = true;
      }
    return changed;
  }
}
