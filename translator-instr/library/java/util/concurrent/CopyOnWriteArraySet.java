/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A set in a CopyOnWriteArrayList: few elements, many walks. */
package java.util.concurrent;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.function.Predicate;

public class CopyOnWriteArraySet<E> extends AbstractSet<E> implements java.io.Serializable {
  private final CopyOnWriteArrayList<E> list = new CopyOnWriteArrayList<>();

  public CopyOnWriteArraySet() {
  }

  public CopyOnWriteArraySet(Collection<? extends E> elements) {
    addAll(elements);
  }

  @Override
  public int size() {
    return list.size();
  }

  @Override
  public boolean contains(Object wanted) {
    return list.contains(wanted);
  }

  @Override
  public boolean add(E element) {
    return list.addIfAbsent(element);
  }

  @Override
  public boolean remove(Object unwanted) {
    return list.remove(unwanted);
  }

  @Override
  public void clear() {
    list.clear();
  }

  @Override
  public boolean removeIf(Predicate<? super E> condition) {
    return list.removeIf(condition);
  }

  @Override
  public boolean removeAll(Collection<?> unwanted) {
    return list.removeAll(unwanted);
  }

  @Override
  public boolean retainAll(Collection<?> wanted) {
    return list.retainAll(wanted);
  }

  @Override
  public Object[] toArray() {
    return list.toArray();
  }

  @Override
  public Iterator<E> iterator() {
    return list.iterator();
  }
}
