/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What Map.of() and its kin give: never changes, holds no null; walked in the order given. */
package java.util;

final class FixedMap<K, V> extends ReadOnly.UnchangingMap<K, V> implements java.io.Serializable {
  private final LinkedHashMap<K, Entry<K, V>> entries;

  FixedMap(int capacity) {
    entries = new LinkedHashMap<>(capacity * 2);
  }

  static final class Pair<K, V> extends SimpleImmutableEntry<K, V> {
    Pair(K key, V value) {
      super(Objects.requireNonNull(key), Objects.requireNonNull(value));
    }

    @Override
    public V setValue(V now) {
      throw new UnsupportedOperationException("not supported");
    }
  }

  /* While it is made; false when the key is there. */
  boolean fill(K key, V value) {
    return entries.put(key, new Pair<>(key, value)) == null;
  }

  /* Keys and values in turn. */
  @SuppressWarnings("unchecked")
  static <K, V> Map<K, V> of(Object... pairs) {
    FixedMap<K, V> map = new FixedMap<>(pairs.length / 2);
    for (int i = 0; i < pairs.length; i += 2)
      if (!map.fill((K) pairs[i], (V) pairs[i + 1]))
        throw new IllegalArgumentException("duplicate key: " + pairs[i]);
    return map;
  }

  @Override
  public int size() {
    return entries.size();
  }

  @Override
  public boolean containsKey(Object key) {
    return entries.containsKey(Objects.requireNonNull(key));
  }

  @Override
  public boolean containsValue(Object value) {
    return super.containsValue(Objects.requireNonNull(value));
  }

  @Override
  public V get(Object key) {
    Entry<K, V> entry = entries.get(Objects.requireNonNull(key));
    return entry == null ? null : entry.getValue();
  }

  @Override
  public Set<Entry<K, V>> entrySet() {
    return Collections.unmodifiableSet(new AbstractSet<Entry<K, V>>() {
      @Override
      public int size() {
        return entries.size();
      }

      @Override
      public Iterator<Entry<K, V>> iterator() {
        return entries.values().iterator();
      }
    });
  }

  private Object writeReplace() {
    Object[] pairs = new Object[2 * entries.size()];
    int at = 0;
    for (Entry<K, V> entry : entries.values()) {
      pairs[at++] = entry.getKey();
      pairs[at++] = entry.getValue();
    }
    return new CollSer(CollSer.MAP, pairs);
  }
}
