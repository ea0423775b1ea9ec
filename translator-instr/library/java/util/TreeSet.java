/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A set in order: the keys of a sorted map, its own or a view of another map. */
package java.util;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

public class TreeSet<E> extends AbstractSet<E> implements NavigableSet<E>, Cloneable, java.io.Serializable {
  private static final long serialVersionUID = -2479143000061671589L;

  private static final Object PRESENT = new Object();

  private final transient NavigableMap<E, Object> map;
  private final transient boolean isKeyView;

  public TreeSet() {
    this(new TreeMap<>(), false);
  }

  public TreeSet(Comparator<? super E> order) {
    this(new TreeMap<>(order), false);
  }

  public TreeSet(Collection<? extends E> source) {
    this();
    addAll(source);
  }

  public TreeSet(SortedSet<E> source) {
    this(source.comparator());
    addAll(source);
  }

  /* The keys of `map`: nothing can be added. */
  @SuppressWarnings("unchecked")
  TreeSet(NavigableMap<E, ?> map, boolean isKeyView) {
    this.map = (NavigableMap<E, Object>) map;
    this.isKeyView = isKeyView;
  }

  @Override
  public int size() {
    return map.size();
  }

  @Override
  public boolean isEmpty() {
    return map.isEmpty();
  }

  @Override
  public boolean contains(Object wanted) {
    return map.containsKey(wanted);
  }

  @Override
  public boolean add(E element) {
    if (isKeyView)
      throw new UnsupportedOperationException();
    return map.put(element, PRESENT) == null;
  }

  @Override
  public boolean remove(Object unwanted) {
    boolean found = map.containsKey(unwanted);
    if (found)
      map.remove(unwanted);
    return found;
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public Iterator<E> iterator() {
    Iterator<Map.Entry<E, Object>> each = map.entrySet().iterator();
    return new Iterator<E>() {
      @Override
      public boolean hasNext() {
        return each.hasNext();
      }

      @Override
      public E next() {
        return each.next().getKey();
      }

      @Override
      public void remove() {
        each.remove();
      }
    };
  }

  @Override
  public Iterator<E> descendingIterator() {
    return descendingSet().iterator();
  }

  private NavigableSet<E> view(NavigableMap<E, Object> part) {
    return new TreeSet<>(part, isKeyView);
  }

  @Override
  public NavigableSet<E> descendingSet() {
    return view(map.descendingMap());
  }

  @Override
  public Comparator<? super E> comparator() {
    return map.comparator();
  }

  @Override
  public E first() {
    return map.firstKey();
  }

  @Override
  public E last() {
    return map.lastKey();
  }

  @Override
  public E lower(E element) {
    return map.lowerKey(element);
  }

  @Override
  public E floor(E element) {
    return map.floorKey(element);
  }

  @Override
  public E ceiling(E element) {
    return map.ceilingKey(element);
  }

  @Override
  public E higher(E element) {
    return map.higherKey(element);
  }

  @Override
  public E pollFirst() {
    Map.Entry<E, Object> entry = map.pollFirstEntry();
    return entry == null ? null : entry.getKey();
  }

  @Override
  public E pollLast() {
    Map.Entry<E, Object> entry = map.pollLastEntry();
    return entry == null ? null : entry.getKey();
  }

  @Override
  public NavigableSet<E> headSet(E to, boolean inclusive) {
    return view(map.headMap(to, inclusive));
  }

  @Override
  public NavigableSet<E> tailSet(E from, boolean inclusive) {
    return view(map.tailMap(from, inclusive));
  }

  @Override
  public NavigableSet<E> subSet(E from, boolean fromInclusive, E to, boolean toInclusive) {
    return view(map.subMap(from, fromInclusive, to, toInclusive));
  }

  @Override
  public SortedSet<E> headSet(E to) {
    return headSet(to, false);
  }

  @Override
  public SortedSet<E> tailSet(E from) {
    return tailSet(from, true);
  }

  @Override
  public SortedSet<E> subSet(E from, E to) {
    return subSet(from, true, to, false);
  }

  @Override
  public Object clone() {
    return new TreeSet<>((SortedSet<E>) this);
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeObject(map.comparator());
    out.writeInt(map.size());
    for (E element : map.keySet())
      out.writeObject(element);
  }

  @SuppressWarnings("unchecked")
  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    ((TreeMap<E, Object>) map).orderBy((Comparator<? super E>) in.readObject());
    for (int left = in.readInt(); left > 0; left--)
      map.put((E) in.readObject(), PRESENT);
  }
}
