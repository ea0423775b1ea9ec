/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A list in an array that threads may share: each method is one step for the others. */
package java.util;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

public class Vector<E> extends AbstractList<E> implements RandomAccess, Cloneable, java.io.Serializable {
  private static final long serialVersionUID = -2767605614048989439L;

  protected Object[] elementData;
  protected int elementCount;
  protected int capacityIncrement;

  public Vector() {
    this(10);
  }

  public Vector(int capacity) {
    this(capacity, 0);
  }

  public Vector(int capacity, int increment) {
    if (capacity < 0)
      throw new IllegalArgumentException("Illegal Capacity: " + capacity);
    elementData = new Object[capacity];
    capacityIncrement = increment;
  }

  public Vector(Collection<? extends E> source) {
    elementData = source.toArray();
    elementCount = elementData.length;
  }

  private void grow(int wanted) {
    int step = capacityIncrement > 0 ? capacityIncrement : elementData.length;
    elementData = Arrays.copyOf(elementData, Math.max(wanted, elementData.length + step));
  }

  private void checkTaken(int index) {
    if (index >= elementCount)
      throw new ArrayIndexOutOfBoundsException(index + " >= " + elementCount);
  }

  @SuppressWarnings("unchecked")
  private E at(int index) {
    return (E) elementData[index];
  }

  @Override
  public synchronized int size() {
    return elementCount;
  }

  @Override
  public synchronized boolean isEmpty() {
    return elementCount == 0;
  }

  public synchronized int capacity() {
    return elementData.length;
  }

  public synchronized void ensureCapacity(int wanted) {
    modCount++;
    if (wanted > elementData.length)
      grow(wanted);
  }

  public synchronized void trimToSize() {
    modCount++;
    elementData = Arrays.copyOf(elementData, elementCount);
  }

  public synchronized void setSize(int now) {
    modCount++;
    if (now > elementData.length)
      grow(now);
    for (int i = now; i < elementCount; i++)
      elementData[i] = null;
    elementCount = now;
  }

  public synchronized void copyInto(Object[] array) {
    System.arraycopy(elementData, 0, array, 0, elementCount);
  }

  public synchronized E elementAt(int index) {
    checkTaken(index);
    return at(index);
  }

  public synchronized E firstElement() {
    if (elementCount == 0)
      throw new NoSuchElementException();
    return at(0);
  }

  public synchronized E lastElement() {
    if (elementCount == 0)
      throw new NoSuchElementException();
    return at(elementCount - 1);
  }

  public synchronized void setElementAt(E element, int index) {
    checkTaken(index);
    elementData[index] = element;
  }

  public synchronized void removeElementAt(int index) {
    checkTaken(index);
    if (index < 0)
      throw new ArrayIndexOutOfBoundsException(index);
    removeRange(index, index + 1);
  }

  public synchronized void insertElementAt(E element, int index) {
    if (index > elementCount)
      throw new ArrayIndexOutOfBoundsException(index + " > " + elementCount);
    modCount++;
    if (elementCount == elementData.length)
      grow(elementCount + 1);
    System.arraycopy(elementData, index, elementData, index + 1, elementCount - index);
    elementData[index] = element;
    elementCount++;
  }

  public synchronized void addElement(E element) {
    add(element);
  }

  public synchronized boolean removeElement(Object unwanted) {
    modCount++;
    int index = indexOf(unwanted);
    if (index >= 0)
      removeElementAt(index);
    return index >= 0;
  }

  public synchronized void removeAllElements() {
    removeRange(0, elementCount);
  }

  @Override
  public synchronized E get(int index) {
    if (index >= elementCount)
      throw new ArrayIndexOutOfBoundsException(index);
    return at(index);
  }

  @Override
  public synchronized E set(int index, E element) {
    E old = get(index);
    elementData[index] = element;
    return old;
  }

  @Override
  public synchronized boolean add(E element) {
    modCount++;
    if (elementCount == elementData.length)
      grow(elementCount + 1);
    elementData[elementCount++] = element;
    return true;
  }

  @Override
  public void add(int index, E element) {
    insertElementAt(element, index);
  }

  @Override
  public synchronized E remove(int index) {
    E old = get(index);
    removeRange(index, index + 1);
    return old;
  }

  @Override
  public boolean remove(Object unwanted) {
    return removeElement(unwanted);
  }

  @Override
  public void clear() {
    removeAllElements();
  }

  @Override
  protected synchronized void removeRange(int from, int to) {
    modCount++;
    System.arraycopy(elementData, to, elementData, from, elementCount - to);
    int now = elementCount - (to - from);
    while (elementCount > now)
      elementData[--elementCount] = null;
  }

  @Override
  public boolean addAll(Collection<? extends E> source) {
    Object[] added = source.toArray();
    synchronized (this) {
      insert(elementCount, added);
    }
    return added.length > 0;
  }

  @Override
  public synchronized boolean addAll(int index, Collection<? extends E> source) {
    if (index < 0 || index > elementCount)
      throw new ArrayIndexOutOfBoundsException(index);
    Object[] added = source.toArray();
    insert(index, added);
    return added.length > 0;
  }

  private void insert(int index, Object[] added) {
    modCount++;
    if (elementCount + added.length > elementData.length)
      grow(elementCount + added.length);
    System.arraycopy(elementData, index, elementData, index + added.length, elementCount - index);
    System.arraycopy(added, 0, elementData, index, added.length);
    elementCount += added.length;
  }

  @Override
  public synchronized boolean removeIf(Predicate<? super E> condition) {
    Objects.requireNonNull(condition);
    int kept = 0;
    for (int i = 0; i < elementCount; i++)
      if (!condition.test(at(i)))
        elementData[kept++] = elementData[i];
    boolean changed = kept < elementCount;
    if (changed)
      removeRange(kept, elementCount);
    return changed;
  }

  @Override
  public synchronized void replaceAll(UnaryOperator<E> operator) {
    Objects.requireNonNull(operator);
    for (int i = 0; i < elementCount; i++)
      elementData[i] = operator.apply(at(i));
    modCount++;
  }

  @Override
  public synchronized void forEach(Consumer<? super E> action) {
    Objects.requireNonNull(action);
    int expected = modCount;
    for (int i = 0; modCount == expected && i < elementCount; i++)
      action.accept(at(i));
    if (modCount != expected)
      throw new ConcurrentModificationException();
  }

  @Override
  @SuppressWarnings("unchecked")
  public synchronized void sort(Comparator<? super E> order) {
    Arrays.sort((E[]) elementData, 0, elementCount, order);
    modCount++;
  }

  @Override
  public int indexOf(Object wanted) {
    return indexOf(wanted, 0);
  }

  public synchronized int indexOf(Object wanted, int from) {
    for (int i = from; i < elementCount; i++)
      if (Objects.equals(wanted, elementData[i]))
        return i;
    return -1;
  }

  @Override
  public synchronized int lastIndexOf(Object wanted) {
    return lastIndexOf(wanted, elementCount - 1);
  }

  public synchronized int lastIndexOf(Object wanted, int from) {
    if (from >= elementCount)
      throw new IndexOutOfBoundsException(from + " >= " + elementCount);
    for (int i = from; i >= 0; i--)
      if (Objects.equals(wanted, elementData[i]))
        return i;
    return -1;
  }

  @Override
  public synchronized Object[] toArray() {
    return Arrays.copyOf(elementData, elementCount);
  }

  @Override
  public synchronized <T> T[] toArray(T[] array) {
    return super.toArray(array);
  }

  @Override
  public synchronized boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public synchronized int hashCode() {
    return super.hashCode();
  }

  @Override
  public synchronized String toString() {
    return super.toString();
  }

  @Override
  public synchronized Object clone() {
    return new Vector<>(this);
  }

  public Enumeration<E> elements() {
    return new Enumeration<E>() {
      private int next;

      @Override
      public boolean hasMoreElements() {
        return next < elementCount;
      }

      @Override
      public E nextElement() {
        synchronized (Vector.this) {
          if (next >= elementCount)
            throw new NoSuchElementException("Vector Enumeration");
          return at(next++);
        }
      }
    };
  }

  private synchronized void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    ObjectInputStream.GetField fields = in.readFields();
    int count = fields.get("elementCount", 0);
    Object[] elements = (Object[]) fields.get("elementData", null);
    if (count < 0 || elements == null || count > elements.length)
      throw new InvalidObjectException("a vector of " + count + " elements");
    elementCount = count;
    elementData = elements.clone();
    capacityIncrement = fields.get("capacityIncrement", 0);
  }
}
