/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A set as the keys of a HashMap. */
package java.util;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

public class HashSet<E> extends AbstractSet<E> implements Cloneable, java.io.Serializable {
  private static final long serialVersionUID = -5024744406713321676L;

  private static final Object PRESENT = new Object();
  private static final float LOAD_FACTOR = 0.75f;

  private final transient HashMap<E, Object> map;

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

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeInt(map.capacity());
    out.writeFloat(LOAD_FACTOR);
    out.writeInt(map.size());
    for (E element : map.keySet())
      out.writeObject(element);
  }

  @SuppressWarnings("unchecked")
  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    int capacity = in.readInt();
    float load = in.readFloat();
    int count = in.readInt();
    if (capacity < 0 || !(load > 0) || count < 0)
      throw new InvalidObjectException("a set of " + count + " elements, capacity " + capacity + ", load " + load);
    map.expect((int) (count * Math.min(1 / load, 4.0f)));
    for (; count > 0; count--)
      map.put((E) in.readObject(), PRESENT);
  }
}
