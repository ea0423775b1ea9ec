/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A collection from its iterator and its size. */
package java.util;

public abstract class AbstractCollection<E> implements Collection<E> {
  protected AbstractCollection() {
  }

  @Override
  public boolean isEmpty() {
    return size() == 0;
  }

  @Override
  public boolean contains(Object wanted) {
    for (E element : this)
      if (Objects.equals(wanted, element))
        return true;
    return false;
  }

  @Override
  public Object[] toArray() {
    Object[] array = new Object[size()];
    int at = 0;
    for (E element : this)
      array[at++] = element;
    return array;
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T> T[] toArray(T[] array) {
    T[] result = array.length >= size() ? array : Arrays.copyOf(array, size());
    int at = 0;
    for (E element : this)
      result[at++] = (T) element;
    if (at < result.length)
      result[at] = null;
    return result;
  }

  @Override
  public boolean add(E element) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean remove(Object unwanted) {
    for (Iterator<E> each = iterator(); each.hasNext();)
      if (Objects.equals(unwanted, each.next())) {
        each.remove();
        return true;
      }
    return false;
  }

  @Override
  public boolean containsAll(Collection<?> wanted) {
    for (Object element : wanted)
      if (!contains(element))
        return false;
    return true;
  }

  @Override
  public boolean addAll(Collection<? extends E> elements) {
    boolean changed = false;
    for (E element : elements)
      changed |= add(element);
    return changed;
  }

  @Override
  public boolean removeAll(Collection<?> unwanted) {
    Objects.requireNonNull(unwanted);
    return removeIf(element -> unwanted.contains(element));
  }

  @Override
  public boolean retainAll(Collection<?> wanted) {
    Objects.requireNonNull(wanted);
    return removeIf(element -> !wanted.contains(element));
  }

  @Override
  public void clear() {
    for (Iterator<E> each = iterator(); each.hasNext();) {
      each.next();
      each.remove();
    }
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(", ", "[", "]");
    for (E element : this)
      text.add(element == this ? "(this Collection)" : String.valueOf(element));
    return text.toString();
  }
}
