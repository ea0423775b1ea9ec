/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A map from its set of entries. Keys and values are views of that set. */
package java.util;

public abstract class AbstractMap<K, V> implements Map<K, V> {
  protected AbstractMap() {
  }

  @Override
  public int size() {
    return entrySet().size();
  }

  @Override
  public boolean isEmpty() {
    return size() == 0;
  }

  @Override
  public boolean containsKey(Object key) {
    for (Entry<K, V> entry : entrySet())
      if (Objects.equals(key, entry.getKey()))
        return true;
    return false;
  }

  @Override
  public boolean containsValue(Object value) {
    for (Entry<K, V> entry : entrySet())
      if (Objects.equals(value, entry.getValue()))
        return true;
    return false;
  }

  @Override
  public V get(Object key) {
    for (Entry<K, V> entry : entrySet())
      if (Objects.equals(key, entry.getKey()))
        return entry.getValue();
    return null;
  }

  @Override
  public V put(K key, V value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public V remove(Object key) {
    for (Iterator<Entry<K, V>> each = entrySet().iterator(); each.hasNext();) {
      Entry<K, V> entry = each.next();
      if (Objects.equals(key, entry.getKey())) {
        V value = entry.getValue();
        each.remove();
        return value;
      }
    }
    return null;
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> other) {
    for (Entry<? extends K, ? extends V> entry : other.entrySet())
      put(entry.getKey(), entry.getValue());
  }

  @Override
  public void clear() {
    entrySet().clear();
  }

  @Override
  public Set<K> keySet() {
    return new Keys<>(this);
  }

  @Override
  public Collection<V> values() {
    return new Values<>(this);
  }

  @Override
  public boolean equals(Object other) {
    if (other == this)
      return true;
    if (!(other instanceof Map) || ((Map<?, ?>) other).size() != size())
      return false;
    Map<?, ?> that = (Map<?, ?>) other;
    for (Entry<K, V> entry : entrySet()) {
      Object value = that.get(entry.getKey());
      if (!Objects.equals(entry.getValue(), value) || value == null && !that.containsKey(entry.getKey()))
        return false;
    }
    return true;
  }

  @Override
  public int hashCode() {
    int sum = 0;
    for (Entry<K, V> entry : entrySet())
      sum += entry.hashCode();
    return sum;
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(", ", "{", "}");
    for (Entry<K, V> entry : entrySet())
      text.add(show(entry.getKey()) + "=" + show(entry.getValue()));
    return text.toString();
  }

  private String show(Object part) {
    return part == this ? "(this Map)" : String.valueOf(part);
  }

  private static final class Keys<K, V> extends AbstractSet<K> {
    private final Map<K, V> map;

    Keys(Map<K, V> map) {
      this.map = map;
    }

    @Override
    public int size() {
      return map.size();
    }

    @Override
    public boolean contains(Object key) {
      return map.containsKey(key);
    }

    @Override
    public boolean remove(Object key) {
      if (!map.containsKey(key))
        return false;
      map.remove(key);
      return true;
    }

    @Override
    public void clear() {
      map.clear();
    }

    @Override
    public Iterator<K> iterator() {
      Iterator<Entry<K, V>> each = map.entrySet().iterator();
      return new Iterator<K>() {
        @Override
        public boolean hasNext() {
          return each.hasNext();
        }

        @Override
        public K next() {
          return each.next().getKey();
        }

        @Override
        public void remove() {
          each.remove();
        }
      };
    }
  }

  private static final class Values<K, V> extends AbstractCollection<V> {
    private final Map<K, V> map;

    Values(Map<K, V> map) {
      this.map = map;
    }

    @Override
    public int size() {
      return map.size();
    }

    @Override
    public void clear() {
      map.clear();
    }

    @Override
    public Iterator<V> iterator() {
      Iterator<Entry<K, V>> each = map.entrySet().iterator();
      return new Iterator<V>() {
        @Override
        public boolean hasNext() {
          return each.hasNext();
        }

        @Override
        public V next() {
          return each.next().getValue();
        }

        @Override
        public void remove() {
          each.remove();
        }
      };
    }
  }

  public static class SimpleEntry<K, V> implements Entry<K, V>, java.io.Serializable {
    private final K key;
    private V value;

    public SimpleEntry(K key, V value) {
      this.key = key;
      this.value = value;
    }

    public SimpleEntry(Entry<? extends K, ? extends V> entry) {
      this(entry.getKey(), entry.getValue());
    }

    @Override
    public K getKey() {
      return key;
    }

    @Override
    public V getValue() {
      return value;
    }

    @Override
    public V setValue(V now) {
      V old = value;
      value = now;
      return old;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Entry && Objects.equals(key, ((Entry<?, ?>) other).getKey())
          && Objects.equals(value, ((Entry<?, ?>) other).getValue());
    }

    @Override
    public int hashCode() {
      return Objects.hashCode(key) ^ Objects.hashCode(value);
    }

    @Override
    public String toString() {
      return key + "=" + value;
    }
  }

  public static class SimpleImmutableEntry<K, V> extends SimpleEntry<K, V> {
    public SimpleImmutableEntry(K key, V value) {
      super(key, value);
    }

    @Override
    public V setValue(V now) {
      throw new UnsupportedOperationException();
    }
  }
}
