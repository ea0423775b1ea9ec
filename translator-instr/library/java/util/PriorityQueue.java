/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A binary heap in an array, with the JDK's order of elements within it. */
package java.util;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

public class PriorityQueue<E> extends AbstractCollection<E> implements Queue<E>, java.io.Serializable {
  private static final long serialVersionUID = -7720805057305804111L;

  private transient Object[] elements;
  private int size;
  private final Comparator<? super E> comparator;
  private transient int modCount;

  public PriorityQueue() {
    this(11, null);
  }

  public PriorityQueue(int capacity) {
    this(capacity, null);
  }

  public PriorityQueue(Comparator<? super E> comparator) {
    this(11, comparator);
  }

  public PriorityQueue(int capacity, Comparator<? super E> comparator) {
    if (capacity < 1)
      throw new IllegalArgumentException();
    this.comparator = comparator;
    elements = new Object[capacity];
  }

  @SuppressWarnings("unchecked")
  public PriorityQueue(Collection<? extends E> source) {
    comparator = source instanceof PriorityQueue ? ((PriorityQueue<E>) source).comparator
        : source instanceof SortedSet ? ((SortedSet<E>) source).comparator() : null;
    Object[] copy = source.toArray();
    for (Object element : copy)
      Objects.requireNonNull(element);
    size = copy.length;
    elements = Arrays.copyOf(copy, Math.max(1, copy.length));
    for (int i = size / 2 - 1; i >= 0; i--)
      sink(i, at(i));
  }

  @SuppressWarnings("unchecked")
  private E at(int index) {
    return (E) elements[index];
  }

  @SuppressWarnings("unchecked")
  private int compare(E a, E b) {
    return comparator != null ? comparator.compare(a, b) : ((Comparable<? super E>) a).compareTo(b);
  }

  private void rise(int index, E element) {
    while (index > 0) {
      int parent = index - 1 >>> 1;
      if (compare(element, at(parent)) >= 0)
        break;
      elements[index] = elements[parent];
      index = parent;
    }
    elements[index] = element;
  }

  private void sink(int index, E element) {
    for (int child; (child = 2 * index + 1) < size; index = child) {
      if (child + 1 < size && compare(at(child), at(child + 1)) > 0)
        child++;
      if (compare(element, at(child)) <= 0)
        break;
      elements[index] = elements[child];
    }
    elements[index] = element;
  }

  public Comparator<? super E> comparator() {
    return comparator;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean offer(E element) {
    Objects.requireNonNull(element);
    modCount++;
    if (size == elements.length)
      elements = Arrays.copyOf(elements, size < 64 ? 2 * size + 2 : size + (size >> 1));
    if (size == 0)
      compare(element, element);
    size++;
    rise(size - 1, element);
    return true;
  }

  @Override
  public boolean add(E element) {
    return offer(element);
  }

  @Override
  public E peek() {
    return size == 0 ? null : at(0);
  }

  @Override
  public E element() {
    if (size == 0)
      throw new NoSuchElementException();
    return at(0);
  }

  @Override
  public E poll() {
    if (size == 0)
      return null;
    modCount++;
    E first = at(0);
    E moved = at(--size);
    elements[size] = null;
    if (size > 0)
      sink(0, moved);
    return first;
  }

  @Override
  public E remove() {
    if (size == 0)
      throw new NoSuchElementException();
    return poll();
  }

  private int indexOf(Object wanted) {
    for (int i = 0; wanted != null && i < size; i++)
      if (wanted.equals(elements[i]))
        return i;
    return -1;
  }

  @Override
  public boolean contains(Object wanted) {
    return indexOf(wanted) >= 0;
  }

  @Override
  public boolean remove(Object unwanted) {
    int index = indexOf(unwanted);
    if (index >= 0)
      removeAt(index);
    return index >= 0;
  }

  /* The element that took the place of one behind it, when that one has thereby moved before `index`; else null. */
  private E removeAt(int index) {
    modCount++;
    E moved = at(--size);
    elements[size] = null;
    if (index == size)
      return null;
    sink(index, moved);
    if (elements[index] != moved)
      return null;
    rise(index, moved);
    return elements[index] != moved ? moved : null;
  }

  @Override
  public void clear() {
    modCount++;
    Arrays.fill(elements, null);
    size = 0;
  }

  @Override
  public Iterator<E> iterator() {
    return new Walk();
  }

  /* By index; elements that a removal moved to the front are visited at the end. */
  private final class Walk implements Iterator<E> {
    private int next;
    private int last = -1;
    private E lastMoved;
    private final ArrayDeque<E> moved = new ArrayDeque<>();
    private int expected = modCount;

    @Override
    public boolean hasNext() {
      return next < size || !moved.isEmpty();
    }

    @Override
    public E next() {
      if (modCount != expected)
        throw new ConcurrentModificationException();
      if (next < size) {
        last = next++;
        return at(last);
      }
      last = -1;
      lastMoved = moved.pollFirst();
      if (lastMoved == null)
        throw new NoSuchElementException();
      return lastMoved;
    }

    @Override
    public void remove() {
      if (modCount != expected)
        throw new ConcurrentModificationException();
      if (last >= 0) {
        E brought = removeAt(last);
        if (brought == null)
          next--;
        else
          moved.addLast(brought);
        last = -1;
      } else if (lastMoved != null) {
        for (int i = 0; i < size; i++)
          if (elements[i] == lastMoved) {
            removeAt(i);
            break;
          }
        lastMoved = null;
      } else {
        throw new IllegalStateException();
      }
      expected = modCount;
    }
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeInt(Math.max(2, size + 1));
    for (int i = 0; i < size; i++)
      out.writeObject(elements[i]);
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    int count = size;
    size = 0;
    in.readInt();
    if (count < 0)
      throw new InvalidObjectException("a queue of " + count + " elements");
    while (size < count) {
      Object element = in.readObject();
      if (element == null)
        throw new InvalidObjectException("a queue with null");
      if (size == elements.length)
        elements = Arrays.copyOf(elements, 2 * size);
      elements[size++] = element;
    }
    for (int i = size / 2 - 1; i >= 0; i--)
      sink(i, at(i));
  }
}
