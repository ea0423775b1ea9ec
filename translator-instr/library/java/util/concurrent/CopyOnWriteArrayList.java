/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A list that is copied whenever it changes: walks go over what was there when they began, and need no lock. */
package java.util.concurrent;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

public class CopyOnWriteArrayList<E> extends AbstractList<E>
    implements RandomAccess, Cloneable, java.io.Serializable {
  private volatile Object[] elements;

  public CopyOnWriteArrayList() {
    elements = new Object[0];
  }

  public CopyOnWriteArrayList(Collection<? extends E> source) {
    elements = source.toArray();
  }

  public CopyOnWriteArrayList(E[] source) {
    elements = new Object[source.length];
    System.arraycopy(source, 0, elements, 0, source.length);
  }

  @SuppressWarnings("unchecked")
  private static <E> List<E> fixed(Object[] elements) {
    return (List<E>) java.util.Collections.unmodifiableList(Arrays.asList(elements));
  }

  @Override
  public int size() {
    return elements.length;
  }

  @Override
  @SuppressWarnings("unchecked")
  public E get(int index) {
    return (E) elements[index];
  }

  @Override
  public synchronized E set(int index, E element) {
    E old = get(index);
    Object[] now = elements.clone();
    now[index] = element;
    elements = now;
    return old;
  }

  @Override
  public synchronized boolean add(E element) {
    Object[] now = Arrays.copyOf(elements, elements.length + 1);
    now[now.length - 1] = element;
    elements = now;
    return true;
  }

  private static void checkOffset(int index, int length) {
    if (index < 0 || index > length)
      throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + length);
  }

  private void insert(int index, Object[] added) {
    checkOffset(index, elements.length);
    Object[] now = Arrays.copyOf(elements, elements.length + added.length);
    System.arraycopy(elements, index, now, index + added.length, elements.length - index);
    System.arraycopy(added, 0, now, index, added.length);
    elements = now;
  }

  @Override
  public synchronized void add(int index, E element) {
    insert(index, new Object[] {element});
  }

  @Override
  public synchronized boolean addAll(Collection<? extends E> source) {
    insert(elements.length, source.toArray());
    return !source.isEmpty();
  }

  @Override
  public synchronized boolean addAll(int index, Collection<? extends E> source) {
    insert(index, source.toArray());
    return !source.isEmpty();
  }

  public synchronized boolean addIfAbsent(E element) {
    return !contains(element) && add(element);
  }

  @Override
  public synchronized E remove(int index) {
    E old = get(index);
    removeRange(index, index + 1);
    return old;
  }

  @Override
  public synchronized boolean remove(Object unwanted) {
    int index = indexOf(unwanted);
    if (index >= 0)
      removeRange(index, index + 1);
    return index >= 0;
  }

  @Override
  protected synchronized void removeRange(int from, int to) {
    Object[] now = new Object[elements.length - (to - from)];
    System.arraycopy(elements, 0, now, 0, from);
    System.arraycopy(elements, to, now, from, elements.length - to);
    elements = now;
  }

  @Override
  public synchronized boolean removeIf(Predicate<? super E> condition) {
    Objects.requireNonNull(condition);
    Object[] now = new Object[elements.length];
    int kept = 0;
    for (int i = 0; i < elements.length; i++)
      if (!condition.test(get(i)))
        now[kept++] = elements[i];
    boolean changed = kept < elements.length;
    if (changed)
      elements = Arrays.copyOf(now, kept);
    return changed;
  }

  @Override
  public synchronized void replaceAll(UnaryOperator<E> operator) {
    Object[] now = new Object[elements.length];
    for (int i = 0; i < now.length; i++)
      now[i] = operator.apply(get(i));
    elements = now;
  }

  @Override
  @SuppressWarnings("unchecked")
  public synchronized void sort(Comparator<? super E> order) {
    Object[] now = elements.clone();
    Arrays.sort((E[]) now, order);
    elements = now;
  }

  @Override
  public synchronized void clear() {
    elements = new Object[0];
  }

  @Override
  public void forEach(Consumer<? super E> action) {
    CopyOnWriteArrayList.<E>fixed(elements).forEach(action);
  }

  @Override
  public int indexOf(Object wanted) {
    return fixed(elements).indexOf(wanted);
  }

  @Override
  public int lastIndexOf(Object wanted) {
    return fixed(elements).lastIndexOf(wanted);
  }

  @Override
  public Object[] toArray() {
    return elements.clone();
  }

  @Override
  public <T> T[] toArray(T[] array) {
    return fixed(elements).toArray(array);
  }

  @Override
  public Iterator<E> iterator() {
    return CopyOnWriteArrayList.<E>fixed(elements).iterator();
  }

  @Override
  public ListIterator<E> listIterator(int index) {
    checkOffset(index, elements.length);
    return CopyOnWriteArrayList.<E>fixed(elements).listIterator(index);
  }

  @Override
  public Object clone() {
    return new CopyOnWriteArrayList<>(this);
  }
}
