/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A list in an array that grows by half. */
package java.util;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.function.Consumer;
import java.util.function.Predicate;

public class ArrayList<E> extends AbstractList<E> implements RandomAccess, Cloneable, java.io.Serializable {
  private static final long serialVersionUID = 8683452581122892189L;

  private static final Object[] EMPTY = {};
  private static final int FIRST_CAPACITY = 10;

  private transient Object[] elements;
  private int size;

  public ArrayList() {
    elements = EMPTY;
  }

  public ArrayList(int capacity) {
    if (capacity < 0)
      throw new IllegalArgumentException("Illegal Capacity: " + capacity);
    elements = new Object[capacity];
  }

  public ArrayList(Collection<? extends E> source) {
    elements = source.toArray();
    size = elements.length;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isEmpty() {
    return size == 0;
  }

  public void ensureCapacity(int wanted) {
    if (wanted > elements.length)
      grow(wanted);
  }

  public void trimToSize() {
    modCount++;
    elements = Arrays.copyOf(elements, size);
  }

  private void grow(int wanted) {
    if (wanted < 0)
      throw new OutOfMemoryError("Required length exceeds implementation limit");
    int larger = elements.length + (elements.length >> 1);
    elements = Arrays.copyOf(elements, Math.max(Math.max(wanted, larger), FIRST_CAPACITY));
  }

  private void checkOffset(int index) {
    if (index < 0 || index > size)
      throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
  }

  @Override
  public Spliterator<E> spliterator() {
    return new Part(0, -1);
  }

  /* The elements in [at, end); for an end of -1, up to what is the list's end when they are asked for. */
  private final class Part implements Spliterator<E> {
    private int at;
    private int end;
    private int seenChanges;

    Part(int at, int end) {
      this.at = at;
      this.end = end;
      seenChanges = modCount;
    }

    private int end() {
      if (end < 0) {
        end = size;
        seenChanges = modCount;
      }
      return end;
    }

    private void checkUnchanged() {
      if (modCount != seenChanges)
        throw new ConcurrentModificationException();
    }

    @SuppressWarnings("unchecked")
    @Override
    public boolean tryAdvance(Consumer<? super E> action) {
      Objects.requireNonNull(action);
      if (at >= end())
        return false;
      action.accept((E) elements[at++]);
      checkUnchanged();
      return true;
    }

    @SuppressWarnings("unchecked")
    @Override
    public void forEachRemaining(Consumer<? super E> action) {
      Objects.requireNonNull(action);
      int last = end();
      Object[] all = elements;
      if (last > all.length)
        throw new ConcurrentModificationException();
      int i = at;
      at = last;
      for (; i < last; i++)
        action.accept((E) all[i]);
      checkUnchanged();
    }

    @Override
    public Spliterator<E> trySplit() {
      int from = at;
      int middle = from + end() >>> 1;
      if (from >= middle)
        return null;
      at = middle;
      Part part = new Part(from, middle);
      part.seenChanges = seenChanges;
      return part;
    }

    @Override
    public long estimateSize() {
      return end() - at;
    }

    @Override
    public int characteristics() {
      return ORDERED | SIZED | SUBSIZED;
    }
  }

  @Override
  @SuppressWarnings("unchecked")
  public E get(int index) {
    if (index < 0 || index >= size)
      Objects.checkIndex(index, size);
    return (E) elements[index];
  }

  @Override
  public E set(int index, E element) {
    E old = get(index);
    elements[index] = element;
    return old;
  }

  @Override
  public boolean add(E element) {
    modCount++;
    if (size == elements.length)
      grow(size + 1);
    elements[size++] = element;
    return true;
  }

  @Override
  public void add(int index, E element) {
    checkOffset(index);
    modCount++;
    if (size == elements.length)
      grow(size + 1);
    System.arraycopy(elements, index, elements, index + 1, size - index);
    elements[index] = element;
    size++;
  }

  @Override
  public boolean addAll(Collection<? extends E> source) {
    return addAll(size, source);
  }

  @Override
  public boolean addAll(int index, Collection<? extends E> source) {
    checkOffset(index);
    Object[] added = source.toArray();
    modCount++;
    ensureCapacity(size + added.length);
    System.arraycopy(elements, index, elements, index + added.length, size - index);
    System.arraycopy(added, 0, elements, index, added.length);
    size += added.length;
    return added.length > 0;
  }

  @Override
  public E remove(int index) {
    E old = get(index);
    removeRange(index, index + 1);
    return old;
  }

  @Override
  public boolean remove(Object unwanted) {
    int index = indexOf(unwanted);
    if (index >= 0)
      removeRange(index, index + 1);
    return index >= 0;
  }

  @Override
  protected void removeRange(int from, int to) {
    if (from > to)
      throw new IndexOutOfBoundsException("From Index: " + from + " > To Index: " + to);
    modCount++;
    System.arraycopy(elements, to, elements, from, size - to);
    int now = size - (to - from);
    while (size > now)
      elements[--size] = null;
  }

  @Override
  public boolean removeIf(Predicate<? super E> condition) {
    int expected = modCount;
    boolean[] drop = new boolean[size];
    int kept = 0;
    for (int i = 0; i < drop.length; i++)
      if (!(drop[i] = condition.test(get(i))))
        kept++;
    if (modCount != expected)
      throw new ConcurrentModificationException();
    if (kept == drop.length)
      return false;
    int at = 0;
    for (int i = 0; i < drop.length; i++)
      if (!drop[i])
        elements[at++] = elements[i];
    removeRange(kept, size);
    return true;
  }

  @Override
  public int indexOf(Object wanted) {
    for (int i = 0; i < size; i++)
      if (Objects.equals(wanted, elements[i]))
        return i;
    return -1;
  }

  @Override
  public int lastIndexOf(Object wanted) {
    for (int i = size - 1; i >= 0; i--)
      if (Objects.equals(wanted, elements[i]))
        return i;
    return -1;
  }

  @Override
  public void forEach(Consumer<? super E> action) {
    Objects.requireNonNull(action);
    int expected = modCount;
    for (int i = 0; modCount == expected && i < size; i++)
      action.accept(get(i));
    if (modCount != expected)
      throw new ConcurrentModificationException();
  }

  @Override
  @SuppressWarnings("unchecked")
  public void sort(Comparator<? super E> order) {
    int expected = modCount;
    Arrays.sort((E[]) elements, 0, size, order);
    if (modCount != expected)
      throw new ConcurrentModificationException();
    modCount++;
  }

  @Override
  public Object[] toArray() {
    return Arrays.copyOf(elements, size);
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T> T[] toArray(T[] array) {
    T[] result = array.length >= size ? array : Arrays.copyOf(array, size);
    System.arraycopy(elements, 0, result, 0, size);
    if (size < result.length)
      result[size] = null;
    return result;
  }

  @Override
  @SuppressWarnings("unchecked")
  public Object clone() {
    return new ArrayList<>(this);
  }

  @Override
  public Iterator<E> iterator() {
    return new Walk();
  }

  /* The plain walk, without the detours of AbstractList's. */
  private final class Walk implements Iterator<E> {
    private int next;
    private int last = -1;
    private int expected = modCount;

    @Override
    public boolean hasNext() {
      return next != size;
    }

    @Override
    @SuppressWarnings("unchecked")
    public E next() {
      if (modCount != expected)
        throw new ConcurrentModificationException();
      int at = next;
      if (at >= size)
        throw new NoSuchElementException();
      last = at;
      next = at + 1;
      return (E) elements[at];
    }

    @Override
    public void remove() {
      if (last < 0)
        throw new IllegalStateException();
      if (modCount != expected)
        throw new ConcurrentModificationException();
      removeRange(last, last + 1);
      next = last;
      last = -1;
      expected = modCount;
    }
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeInt(size);
    for (int i = 0; i < size; i++)
      out.writeObject(elements[i]);
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    int count = in.readFields().get("size", 0);
    in.readInt();
    if (count < 0)
      throw new InvalidObjectException("a list of " + count + " elements");
    while (size < count) {
      Object element = in.readObject();
      ensureCapacity(size + 1);
      elements[size++] = element;
    }
  }
}
