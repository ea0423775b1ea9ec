/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A map whose keys are the same only when they are one object: a HashMap of handles to the keys. */
package java.util;

public class IdentityHashMap<K, V> extends AbstractMap<K, V> implements Cloneable, java.io.Serializable {
  private static final class Handle {
    final Object object;

    Handle(Object object) {
      this.object = object;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(object);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Handle && ((Handle) other).object == object;
    }
  }

  private final HashMap<Handle, V> map;

  public IdentityHashMap() {
    map = new HashMap<>();
  }

  public IdentityHashMap(int expectedSize) {
    if (expectedSize < 0)
      throw new IllegalArgumentException("expectedMaxSize is negative: " + expectedSize);
    map = new HashMap<>(expectedSize);
  }

  public IdentityHashMap(Map<? extends K, ? extends V> other) {
    this();
    putAll(other);
  }

  @Override
  public int size() {
    return map.size();
  }

  @Override
  public boolean containsKey(Object key) {
    return map.containsKey(new Handle(key));
  }

  @Override
  public V get(Object key) {
    return map.get(new Handle(key));
  }

  @Override
  public V put(K key, V value) {
    return map.put(new Handle(key), value);
  }

  @Override
  public V remove(Object key) {
    return map.remove(new Handle(key));
  }

  @Override
  public void clear() {
    map.clear();
  }

  /* Values are compared by identity, too. */
  @Override
  public boolean containsValue(Object value) {
    for (V own : map.values())
      if (own == value)
        return true;
    return false;
  }

  @Override
  public Object clone() {
    return new IdentityHashMap<>(this);
  }

  @Override
  public Set<Entry<K, V>> entrySet() {
    return new AbstractSet<Entry<K, V>>() {
      @Override
      public int size() {
        return map.size();
      }

      @Override
      public void clear() {
        map.clear();
      }

      @Override
      public Iterator<Entry<K, V>> iterator() {
        return new Walk<>(map.entrySet().iterator());
      }
    };
  }

  private static final class Walk<K, V> implements Iterator<Entry<K, V>> {
    private final Iterator<Entry<Handle, V>> each;

    Walk(Iterator<Entry<Handle, V>> each) {
      this.each = each;
    }

    @Override
    public boolean hasNext() {
      return each.hasNext();
    }

    @Override
    @SuppressWarnings("unchecked")
    public Entry<K, V> next() {
      Entry<Handle, V> entry = each.next();
      return new SimpleEntry<K, V>((K) entry.getKey().object, entry.getValue()) {
        @Override
        public V setValue(V now) {
          entry.setValue(now);
          return super.setValue(now);
        }
      };
    }

    @Override
    public void remove() {
      each.remove();
    }
  }
}
