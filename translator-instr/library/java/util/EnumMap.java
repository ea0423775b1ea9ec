/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A map from the constants of an enum, in an array by ordinal; walked in the order of the constants. */
package java.util;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

public class EnumMap<K extends Enum<K>, V> extends AbstractMap<K, V> implements Cloneable, java.io.Serializable {
  private static final long serialVersionUID = 458661240069192865L;

  private static final Object NULL = new Object();

  private final Class<K> keyType;
  private transient K[] universe;
  /* A null value is NULL, no value is null. */
  private transient Object[] values;
  private transient int size;

  public EnumMap(Class<K> type) {
    keyType = type;
    universe = type.getEnumConstants();
    values = new Object[universe.length];
  }

  public EnumMap(EnumMap<K, ? extends V> other) {
    keyType = other.keyType;
    universe = other.universe;
    values = other.values.clone();
    size = other.size;
  }

  @SuppressWarnings("unchecked")
  public EnumMap(Map<K, ? extends V> other) {
    if (other.isEmpty() && !(other instanceof EnumMap))
      throw new IllegalArgumentException("Specified map is empty");
    keyType = other instanceof EnumMap ? ((EnumMap<K, V>) other).keyType
        : other.keySet().iterator().next().getDeclaringClass();
    universe = keyType.getEnumConstants();
    values = new Object[universe.length];
    putAll(other);
  }

  /* -1 for what can be no key here. */
  private int index(Object key) {
    return key instanceof Enum && ((Enum<?>) key).getDeclaringClass() == keyType ? ((Enum<?>) key).ordinal() : -1;
  }

  @SuppressWarnings("unchecked")
  private V shown(Object stored) {
    return stored == NULL ? null : (V) stored;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean containsKey(Object key) {
    int index = index(key);
    return index >= 0 && values[index] != null;
  }

  @Override
  public V get(Object key) {
    int index = index(key);
    return index < 0 ? null : shown(values[index]);
  }

  @Override
  public V put(K key, V value) {
    int index = index(Objects.requireNonNull(key));
    if (index < 0)
      throw new ClassCastException(key.getClass() + " != " + keyType);
    Object old = values[index];
    values[index] = value == null ? NULL : value;
    if (old == null)
      size++;
    return shown(old);
  }

  @Override
  public V remove(Object key) {
    int index = index(key);
    return index < 0 ? null : drop(index);
  }

  private V drop(int index) {
    Object old = values[index];
    values[index] = null;
    if (old != null)
      size--;
    return shown(old);
  }

  @Override
  public void clear() {
    Arrays.fill(values, null);
    size = 0;
  }

  @Override
  public EnumMap<K, V> clone() {
    return new EnumMap<>(this);
  }

  @Override
  public Set<Entry<K, V>> entrySet() {
    return new AbstractSet<Entry<K, V>>() {
      @Override
      public int size() {
        return size;
      }

      @Override
      public void clear() {
        EnumMap.this.clear();
      }

      @Override
      public Iterator<Entry<K, V>> iterator() {
        return new Walk();
      }
    };
  }

  private final class Walk implements Iterator<Entry<K, V>> {
    private int next;
    private int last = -1;

    @Override
    public boolean hasNext() {
      while (next < values.length && values[next] == null)
        next++;
      return next < values.length;
    }

    @Override
    public Entry<K, V> next() {
      if (!hasNext())
        throw new NoSuchElementException();
      last = next++;
      return new Slot(last);
    }

    @Override
    public void remove() {
      if (last < 0)
        throw new IllegalStateException();
      drop(last);
      last = -1;
    }
  }

  private final class Slot extends SimpleEntry<K, V> {
    Slot(int index) {
      super(universe[index], shown(values[index]));
    }

    @Override
    public V setValue(V now) {
      put(getKey(), now);
      return super.setValue(now);
    }
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeInt(size);
    for (Entry<K, V> entry : entrySet()) {
      out.writeObject(entry.getKey());
      out.writeObject(entry.getValue());
    }
  }

  @SuppressWarnings("unchecked")
  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    universe = keyType == null ? null : keyType.getEnumConstants();
    if (universe == null)
      throw new InvalidObjectException("a map by the constants of " + keyType);
    values = new Object[universe.length];
    for (int left = in.readInt(); left > 0; left--) {
      K key = (K) in.readObject();
      put(key, (V) in.readObject());
    }
  }
}
