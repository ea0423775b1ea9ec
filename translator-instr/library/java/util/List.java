/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Elements in an order, by index. */
package java.util;

import java.util.function.UnaryOperator;

public interface List<E> extends Collection<E> {
  @Override
  default Spliterator<E> spliterator() {
    return Spliterators.spliterator(this, Spliterator.ORDERED);
  }

  E get(int index);

  E set(int index, E element);

  void add(int index, E element);

  E remove(int index);

  boolean addAll(int index, Collection<? extends E> elements);

  int indexOf(Object wanted);

  int lastIndexOf(Object wanted);

  ListIterator<E> listIterator();

  ListIterator<E> listIterator(int index);

  List<E> subList(int from, int to);

  @SuppressWarnings("unchecked")
  default void sort(Comparator<? super E> order) {
    Object[] sorted = toArray();
    Arrays.sort(sorted, (Comparator<Object>) order);
    ListIterator<E> each = listIterator();
    for (Object element : sorted) {
      each.next();
      each.set((E) element);
    }
  }

  default void replaceAll(UnaryOperator<E> operator) {
    Objects.requireNonNull(operator);
    for (ListIterator<E> each = listIterator(); each.hasNext();)
      each.set(operator.apply(each.next()));
  }

  static <E> List<E> of() {
    return FixedList.of(new Object[0]);
  }

  static <E> List<E> of(E e1) {
    return FixedList.of(new Object[] { e1 });
  }

  static <E> List<E> of(E e1, E e2) {
    return FixedList.of(new Object[] { e1, e2 });
  }

  static <E> List<E> of(E e1, E e2, E e3) {
    return FixedList.of(new Object[] { e1, e2, e3 });
  }

  static <E> List<E> of(E e1, E e2, E e3, E e4) {
    return FixedList.of(new Object[] { e1, e2, e3, e4 });
  }

  static <E> List<E> of(E e1, E e2, E e3, E e4, E e5) {
    return FixedList.of(new Object[] { e1, e2, e3, e4, e5 });
  }

  static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6) {
    return FixedList.of(new Object[] { e1, e2, e3, e4, e5, e6 });
  }

  static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7) {
    return FixedList.of(new Object[] { e1, e2, e3, e4, e5, e6, e7 });
  }

  static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8) {
    return FixedList.of(new Object[] { e1, e2, e3, e4, e5, e6, e7, e8 });
  }

  static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9) {
    return FixedList.of(new Object[] { e1, e2, e3, e4, e5, e6, e7, e8, e9 });
  }

  static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9, E e10) {
    return FixedList.of(new Object[] { e1, e2, e3, e4, e5, e6, e7, e8, e9, e10 });
  }

  @SafeVarargs
  static <E> List<E> of(E... elements) {
    return FixedList.of(elements.clone());
  }

  @SuppressWarnings("unchecked")
  static <E> List<E> copyOf(Collection<? extends E> elements) {
    return elements instanceof FixedList ? (List<E>) elements : (List<E>) of(elements.toArray());
  }
}
