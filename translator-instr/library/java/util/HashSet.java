/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A set as the keys of a HashMap. */
package java.util;

public class HashSet<E> extends AbstractSet<E> implements Cloneable, java.io.Serializable {
  private static final Object PRESENT = new Object();

  private final HashMap<E, Object> map;

  public HashSet() {
    this(new HashMap<>());
  }

  public HashSet(int capacity) {
    this(new HashMap<>(capacity));
  }

  public HashSet(int capacity, float loadFactor) {
    this(new HashMap<>(capacity, loadFactor));
  }

  public HashSet(Collection<? extends E> elements) {
    this(new HashMap<>(Math.max((int) (elements.size() / 0.75f) + 1, 16)));
    addAll(elements);
  }

  HashSet(HashMap<E, Object> map) {
    this.map = map;
  }

  @Override
  public int size() {
    return map.size();
  }

  @Override
  public boolean contains(Object wanted) {
    return map.containsKey(wanted);
  }

  @Override
  public boolean add(E element) {
    return map.put(element, PRESENT) == null;
  }

  @Override
  public boolean remove(Object unwanted) {
    return map.remove(unwanted) != null;
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public Iterator<E> iterator() {
    return map.keySet().iterator();
  }

  @Override
  public Object clone() {
    return new HashSet<>(this);
  }
}
