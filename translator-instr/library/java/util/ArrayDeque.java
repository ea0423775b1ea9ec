/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A queue with two ends in a circular array whose length is a power of two. */
package java.util;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E>, Cloneable, java.io.Serializable {
  private static final long serialVersionUID = 2340985798034038923L;

  private transient Object[] elements;
  private transient int head;
  private transient int size;

  public ArrayDeque() {
    this(16);
  }

  public ArrayDeque(int capacity) {
    elements = new Object[capacity <= 1 ? 2 : Integer.highestOneBit(capacity - 1) << 1];
  }

  public ArrayDeque(Collection<? extends E> source) {
    this(source.size() + 1);
    addAll(source);
  }

  private int place(int index) {
    return head + index & elements.length - 1;
  }

  private void makeRoom() {
    if (size < elements.length)
      return;
    Object[] larger = new Object[elements.length * 2];
    System.arraycopy(elements, head, larger, 0, elements.length - head);
    System.arraycopy(elements, 0, larger, elements.length - head, head);
    elements = larger;
    head = 0;
  }

  @SuppressWarnings("unchecked")
  private E at(int index) {
    return (E) elements[place(index)];
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void addFirst(E element) {
    Objects.requireNonNull(element);
    makeRoom();
    head = place(-1);
    elements[head] = element;
    size++;
  }

  @Override
  public void addLast(E element) {
    Objects.requireNonNull(element);
    makeRoom();
    elements[place(size++)] = element;
  }

  @Override
  public E pollFirst() {
    E element = peekFirst();
    if (element != null) {
      elements[head] = null;
      head = place(1);
      size--;
    }
    return element;
  }

  @Override
  public E pollLast() {
    E element = peekLast();
    if (element != null)
      elements[place(--size)] = null;
    return element;
  }

  @Override
  public E peekFirst() {
    return size == 0 ? null : at(0);
  }

  @Override
  public E peekLast() {
    return size == 0 ? null : at(size - 1);
  }

  private static <T> T present(T element) {
    if (element == null)
      throw new NoSuchElementException();
    return element;
  }

  @Override
  public boolean offerFirst(E element) {
    addFirst(element);
    return true;
  }

  @Override
  public boolean offerLast(E element) {
    addLast(element);
    return true;
  }

  @Override
  public E removeFirst() {
    return present(pollFirst());
  }

  @Override
  public E removeLast() {
    return present(pollLast());
  }

  @Override
  public E getFirst() {
    return present(peekFirst());
  }

  @Override
  public E getLast() {
    return present(peekLast());
  }

  @Override
  public boolean add(E element) {
    addLast(element);
    return true;
  }

  @Override
  public boolean offer(E element) {
    return offerLast(element);
  }

  @Override
  public E remove() {
    return removeFirst();
  }

  @Override
  public E poll() {
    return pollFirst();
  }

  @Override
  public E element() {
    return getFirst();
  }

  @Override
  public E peek() {
    return peekFirst();
  }

  @Override
  public void push(E element) {
    addFirst(element);
  }

  @Override
  public E pop() {
    return removeFirst();
  }

  private void removeAt(int index) {
    for (int i = index; i + 1 < size; i++)
      elements[place(i)] = elements[place(i + 1)];
    elements[place(--size)] = null;
  }

  @Override
  public boolean remove(Object unwanted) {
    return removeFirstOccurrence(unwanted);
  }

  @Override
  public boolean removeFirstOccurrence(Object unwanted) {
    for (int i = 0; unwanted != null && i < size; i++)
      if (unwanted.equals(at(i))) {
        removeAt(i);
        return true;
      }
    return false;
  }

  @Override
  public boolean removeLastOccurrence(Object unwanted) {
    for (int i = size - 1; unwanted != null && i >= 0; i--)
      if (unwanted.equals(at(i))) {
        removeAt(i);
        return true;
      }
    return false;
  }

  @Override
  public void clear() {
    Arrays.fill(elements, null);
    head = 0;
    size = 0;
  }

  @Override
  public Iterator<E> iterator() {
    return new Walk(false);
  }

  @Override
  public Iterator<E> descendingIterator() {
    return new Walk(true);
  }

  @Override
  public Object clone() {
    return new ArrayDeque<>(this);
  }

  private final class Walk implements Iterator<E> {
    private final boolean down;
    private int next;
    private int last = -1;

    Walk(boolean down) {
      this.down = down;
      next = down ? size - 1 : 0;
    }

    @Override
    public boolean hasNext() {
      return next >= 0 && next < size;
    }

    @Override
    public E next() {
      if (!hasNext())
        throw new NoSuchElementException();
      last = next;
      next += down ? -1 : 1;
      return at(last);
    }

    @Override
    public void remove() {
      if (last < 0)
        throw new IllegalStateException();
      removeAt(last);
      if (!down)
        next--;
      last = -1;
    }
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeInt(size);
    for (int i = 0; i < size; i++)
      out.writeObject(at(i));
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    for (int left = in.readInt(); left > 0; left--) {
      Object element = in.readObject();
      if (element == null)
        throw new InvalidObjectException("a queue with null");
      makeRoom();
      elements[place(size++)] = element;
    }
  }
}
