/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Elements in an order, by index. */
package java.util;

import java.util.function.UnaryOperator;

public interface List<E> extends Collection<E> {
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

  @SafeVarargs
  static <E> List<E> of(E... elements) {
    for (E element : elements)
      Objects.requireNonNull(element);
    return new FixedList<>(elements.clone());
  }

  @SuppressWarnings("unchecked")
  static <E> List<E> copyOf(Collection<? extends E> elements) {
    return elements instanceof FixedList ? (List<E>) elements : (List<E>) of(elements.toArray());
  }
}
