/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What List.of() gives: never changes, holds no null. */
package java.util;

final class FixedList<E> extends AbstractList<E> implements RandomAccess, java.io.Serializable {
  private final E[] elements;

  FixedList(E[] elements) {
    this.elements = elements;
  }

  /* Keeps the array, whose elements are of type E. */
  @SuppressWarnings("unchecked")
  static <E> List<E> of(Object[] elements) {
    for (Object element : elements)
      Objects.requireNonNull(element);
    return new FixedList<>((E[]) elements);
  }

  @Override
  public E get(int index) {
    if ((index < 0 || index >= elements.length) && (elements.length == 1 || elements.length == 2))
      throw new IndexOutOfBoundsException("Index: " + index + " Size: " + elements.length);
    return elements[index];
  }

  @Override
  public int size() {
    return elements.length;
  }

  @Override
  public int indexOf(Object wanted) {
    return super.indexOf(Objects.requireNonNull(wanted));
  }

  @Override
  public boolean remove(Object unwanted) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void clear() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void sort(Comparator<? super E> order) {
    throw new UnsupportedOperationException();
  }

  private Object writeReplace() {
    return new CollSer(CollSer.LIST, elements.clone());
  }
}
