/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Elements, each once. */
package java.util;

public interface Set<E> extends Collection<E> {
  @Override
  default Spliterator<E> spliterator() {
    return Spliterators.spliterator(this, Spliterator.DISTINCT);
  }

  static <E> Set<E> of() {
    return FixedSet.of(new Object[0]);
  }

  static <E> Set<E> of(E e1) {
    return FixedSet.of(new Object[] { e1 });
  }

  static <E> Set<E> of(E e1, E e2) {
    return FixedSet.of(new Object[] { e1, e2 });
  }

  static <E> Set<E> of(E e1, E e2, E e3) {
    return FixedSet.of(new Object[] { e1, e2, e3 });
  }

  static <E> Set<E> of(E e1, E e2, E e3, E e4) {
    return FixedSet.of(new Object[] { e1, e2, e3, e4 });
  }

  static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5) {
    return FixedSet.of(new Object[] { e1, e2, e3, e4, e5 });
  }

  static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6) {
    return FixedSet.of(new Object[] { e1, e2, e3, e4, e5, e6 });
  }

  static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7) {
    return FixedSet.of(new Object[] { e1, e2, e3, e4, e5, e6, e7 });
  }

  static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8) {
    return FixedSet.of(new Object[] { e1, e2, e3, e4, e5, e6, e7, e8 });
  }

  static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9) {
    return FixedSet.of(new Object[] { e1, e2, e3, e4, e5, e6, e7, e8, e9 });
  }

  static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9, E e10) {
    return FixedSet.of(new Object[] { e1, e2, e3, e4, e5, e6, e7, e8, e9, e10 });
  }

  @SafeVarargs
  static <E> Set<E> of(E... elements) {
    return FixedSet.of(elements);
  }

  @SuppressWarnings("unchecked")
  static <E> Set<E> copyOf(Collection<? extends E> elements) {
    return elements instanceof FixedSet ? (Set<E>) elements
        : (Set<E>) FixedSet.of(new LinkedHashSet<E>(elements).toArray());
  }
}
