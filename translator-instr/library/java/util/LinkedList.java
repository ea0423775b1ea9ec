/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A doubly linked list, closed to a ring by an anchor. */
package java.util;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

public class LinkedList<E> extends AbstractList<E> implements Deque<E>, Cloneable, java.io.Serializable {
  private static final long serialVersionUID = 876323262645176354L;

  private static final class Node<E> {
    E element;
    Node<E> before = this;
    Node<E> after = this;
  }

  private final transient Node<E> anchor = new Node<>();
  private transient int size;

  public LinkedList() {
  }

  public LinkedList(Collection<? extends E> source) {
    addAll(source);
  }

  private void checkIndex(int index, int limit) {
    if (index < 0 || index >= limit)
      throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
  }

  /* The anchor for `size`. */
  private Node<E> node(int index) {
    Node<E> node = anchor;
    if (index < size / 2)
      for (int i = 0; i <= index; i++)
        node = node.after;
    else
      for (int i = size; i > index; i--)
        node = node.before;
    return node;
  }

  private void insertBefore(Node<E> next, E element) {
    Node<E> added = new Node<>();
    added.element = element;
    added.before = next.before;
    added.after = next;
    next.before.after = added;
    next.before = added;
    size++;
    modCount++;
  }

  private E unlink(Node<E> node) {
    node.before.after = node.after;
    node.after.before = node.before;
    size--;
    modCount++;
    return node.element;
  }

  private Node<E> present(Node<E> node) {
    if (node == anchor)
      throw new NoSuchElementException();
    return node;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public E get(int index) {
    checkIndex(index, size);
    return node(index).element;
  }

  @Override
  public E set(int index, E element) {
    checkIndex(index, size);
    Node<E> node = node(index);
    E old = node.element;
    node.element = element;
    return old;
  }

  @Override
  public void add(int index, E element) {
    checkIndex(index, size + 1);
    insertBefore(node(index), element);
  }

  @Override
  public boolean add(E element) {
    insertBefore(anchor, element);
    return true;
  }

  @Override
  public boolean addAll(Collection<? extends E> source) {
    for (E element : source)
      insertBefore(anchor, element);
    return !source.isEmpty();
  }

  @Override
  public E remove(int index) {
    checkIndex(index, size);
    return unlink(node(index));
  }

  @Override
  public boolean remove(Object unwanted) {
    return removeFirstOccurrence(unwanted);
  }

  @Override
  public void clear() {
    anchor.before = anchor;
    anchor.after = anchor;
    size = 0;
    modCount++;
  }

  @Override
  public void addFirst(E element) {
    insertBefore(anchor.after, element);
  }

  @Override
  public void addLast(E element) {
    insertBefore(anchor, element);
  }

  @Override
  public boolean offer(E element) {
    return add(element);
  }

  @Override
  public boolean offerFirst(E element) {
    addFirst(element);
    return true;
  }

  @Override
  public boolean offerLast(E element) {
    return add(element);
  }

  @Override
  public E getFirst() {
    return present(anchor.after).element;
  }

  @Override
  public E getLast() {
    return present(anchor.before).element;
  }

  @Override
  public E element() {
    return getFirst();
  }

  @Override
  public E peek() {
    return anchor.after.element;
  }

  @Override
  public E peekFirst() {
    return anchor.after.element;
  }

  @Override
  public E peekLast() {
    return anchor.before.element;
  }

  @Override
  public E removeFirst() {
    return unlink(present(anchor.after));
  }

  @Override
  public E removeLast() {
    return unlink(present(anchor.before));
  }

  @Override
  public E remove() {
    return removeFirst();
  }

  @Override
  public E poll() {
    return size == 0 ? null : removeFirst();
  }

  @Override
  public E pollFirst() {
    return size == 0 ? null : removeFirst();
  }

  @Override
  public E pollLast() {
    return size == 0 ? null : removeLast();
  }

  @Override
  public void push(E element) {
    addFirst(element);
  }

  @Override
  public E pop() {
    return removeFirst();
  }

  @Override
  public boolean removeFirstOccurrence(Object unwanted) {
    for (Node<E> node = anchor.after; node != anchor; node = node.after)
      if (Objects.equals(unwanted, node.element)) {
        unlink(node);
        return true;
      }
    return false;
  }

  @Override
  public boolean removeLastOccurrence(Object unwanted) {
    for (Node<E> node = anchor.before; node != anchor; node = node.before)
      if (Objects.equals(unwanted, node.element)) {
        unlink(node);
        return true;
      }
    return false;
  }

  @Override
  public Iterator<E> iterator() {
    return new Walk(0);
  }

  @Override
  public ListIterator<E> listIterator(int index) {
    checkIndex(index, size + 1);
    return new Walk(index);
  }

  @Override
  public Iterator<E> descendingIterator() {
    Walk walk = new Walk(size);
    return new Iterator<E>() {
      @Override
      public boolean hasNext() {
        return walk.hasPrevious();
      }

      @Override
      public E next() {
        return walk.previous();
      }

      @Override
      public void remove() {
        walk.remove();
      }
    };
  }

  @Override
  public Object clone() {
    return new LinkedList<>(this);
  }

  private final class Walk implements ListIterator<E> {
    private Node<E> next;
    private Node<E> last;
    private int nextIndex;
    private int expected = modCount;

    Walk(int index) {
      next = node(index);
      nextIndex = index;
    }

    private void check() {
      if (modCount != expected)
        throw new ConcurrentModificationException();
    }

    private Node<E> checkedLast() {
      if (last == null)
        throw new IllegalStateException();
      check();
      return last;
    }

    @Override
    public boolean hasNext() {
      return nextIndex < size;
    }

    @Override
    public E next() {
      check();
      last = present(next);
      next = next.after;
      nextIndex++;
      return last.element;
    }

    @Override
    public boolean hasPrevious() {
      return nextIndex > 0;
    }

    @Override
    public E previous() {
      check();
      last = present(next.before);
      next = last;
      nextIndex--;
      return last.element;
    }

    @Override
    public int nextIndex() {
      return nextIndex;
    }

    @Override
    public int previousIndex() {
      return nextIndex - 1;
    }

    @Override
    public void remove() {
      Node<E> unwanted = checkedLast();
      if (next == unwanted)
        next = unwanted.after;
      else
        nextIndex--;
      unlink(unwanted);
      last = null;
      expected = modCount;
    }

    @Override
    public void set(E element) {
      checkedLast().element = element;
    }

    @Override
    public void add(E element) {
      check();
      insertBefore(next, element);
      nextIndex++;
      last = null;
      expected = modCount;
    }
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeInt(size);
    for (Node<E> node = anchor.after; node != anchor; node = node.after)
      out.writeObject(node.element);
  }

  @SuppressWarnings("unchecked")
  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    for (int left = in.readInt(); left > 0; left--)
      insertBefore(anchor, (E) in.readObject());
  }
}
