/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A list from get() and size(), and from set(), add(), remove() where it can change. Iterators and sublists notice by
 * modCount when the list changes under them. */
package java.util;

public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
  protected transient int modCount = 0;

  protected AbstractList() {
  }

  @Override
  public boolean add(E element) {
    add(size(), element);
    return true;
  }

  @Override
  public E set(int index, E element) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void add(int index, E element) {
    throw new UnsupportedOperationException();
  }

  @Override
  public E remove(int index) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean addAll(int index, Collection<? extends E> elements) {
    if (index < 0 || index > size())
      throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size());
    for (E element : elements)
      add(index++, element);
    return !elements.isEmpty();
  }

  @Override
  public int indexOf(Object wanted) {
    int at = 0;
    for (E element : this) {
      if (Objects.equals(wanted, element))
        return at;
      at++;
    }
    return -1;
  }

  @Override
  public int lastIndexOf(Object wanted) {
    for (ListIterator<E> each = listIterator(size()); each.hasPrevious();)
      if (Objects.equals(wanted, each.previous()))
        return each.nextIndex();
    return -1;
  }

  @Override
  public boolean contains(Object wanted) {
    return indexOf(wanted) >= 0;
  }

  @Override
  public void clear() {
    removeRange(0, size());
  }

  protected void removeRange(int from, int to) {
    ListIterator<E> each = listIterator(from);
    for (int i = from; i < to; i++) {
      each.next();
      each.remove();
    }
  }

  @Override
  public Iterator<E> iterator() {
    return new Walk(0);
  }

  @Override
  public ListIterator<E> listIterator() {
    return listIterator(0);
  }

  @Override
  public ListIterator<E> listIterator(int index) {
    if (index < 0 || index > size())
      throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size());
    return new Walk(index);
  }

  @Override
  public List<E> subList(int from, int to) {
    if (from < 0)
      throw new IndexOutOfBoundsException("fromIndex = " + from);
    if (to > size())
      throw new IndexOutOfBoundsException("toIndex = " + to);
    if (from > to)
      throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
    return new SubList<>(this, from, to);
  }

  @Override
  public boolean equals(Object other) {
    if (other == this)
      return true;
    if (!(other instanceof List))
      return false;
    Iterator<?> their = ((List<?>) other).iterator();
    for (E element : this)
      if (!their.hasNext() || !Objects.equals(element, their.next()))
        return false;
    return !their.hasNext();
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (E element : this)
      hash = 31 * hash + Objects.hashCode(element);
    return hash;
  }

  private class Walk implements ListIterator<E> {
    private int next;
    private int last = -1;
    private int expected = modCount;

    Walk(int start) {
      next = start;
    }

    private void check() {
      if (modCount != expected)
        throw new ConcurrentModificationException();
    }

    private E take(int index) {
      check();
      if (index < 0 || index >= size())
        throw new NoSuchElementException();
      last = index;
      return get(index);
    }

    @Override
    public boolean hasNext() {
      return next != size();
    }

    @Override
    public E next() {
      E element = take(next);
      next++;
      return element;
    }

    @Override
    public boolean hasPrevious() {
      return next != 0;
    }

    @Override
    public E previous() {
      E element = take(next - 1);
      next--;
      return element;
    }

    @Override
    public int nextIndex() {
      return next;
    }

    @Override
    public int previousIndex() {
      return next - 1;
    }

    @Override
    public void remove() {
      if (last < 0)
        throw new IllegalStateException();
      check();
      AbstractList.this.remove(last);
      if (last < next)
        next--;
      last = -1;
      expected = modCount;
    }

    @Override
    public void set(E element) {
      if (last < 0)
        throw new IllegalStateException();
      check();
      AbstractList.this.set(last, element);
      expected = modCount;
    }

    @Override
    public void add(E element) {
      check();
      AbstractList.this.add(next++, element);
      last = -1;
      expected = modCount;
    }
  }

  /* A part of a list, which changes with it. */
  private static final class SubList<E> extends AbstractList<E> implements RandomAccess {
    private final AbstractList<E> whole;
    private final int offset;
    private int size;

    SubList(AbstractList<E> whole, int from, int to) {
      this.whole = whole;
      this.offset = from;
      this.size = to - from;
      this.modCount = whole.modCount;
    }

    private void check() {
      if (modCount != whole.modCount)
        throw new ConcurrentModificationException();
    }

    private void checkOffset(int index) {
      if (index < 0 || index > size)
        throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
    }

    @Override
    public int size() {
      check();
      return size;
    }

    @Override
    public E get(int index) {
      Objects.checkIndex(index, size);
      check();
      return whole.get(offset + index);
    }

    @Override
    public E set(int index, E element) {
      Objects.checkIndex(index, size);
      check();
      return whole.set(offset + index, element);
    }

    @Override
    public void add(int index, E element) {
      checkOffset(index);
      check();
      whole.add(offset + index, element);
      size++;
      modCount = whole.modCount;
    }

    @Override
    public E remove(int index) {
      Objects.checkIndex(index, size);
      check();
      E element = whole.remove(offset + index);
      size--;
      modCount = whole.modCount;
      return element;
    }

    @Override
    protected void removeRange(int from, int to) {
      check();
      whole.removeRange(offset + from, offset + to);
      size -= to - from;
      modCount = whole.modCount;
    }
  }
}
