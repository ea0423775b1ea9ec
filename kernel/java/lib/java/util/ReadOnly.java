/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The views that Collections.unmodifiable...() give. */
package java.util;

final class ReadOnly {
  private ReadOnly() {
  }

  private static <T> Iterator<T> walk(Iterator<? extends T> each) {
    return new Iterator<T>() {
      @Override
      public boolean hasNext() {
        return each.hasNext();
      }

      @Override
      public T next() {
        return each.next();
      }
    };
  }

  static final class OfCollection<T> extends AbstractCollection<T> {
    private final Collection<? extends T> elements;

    OfCollection(Collection<? extends T> elements) {
      this.elements = Objects.requireNonNull(elements);
    }

    @Override
    public int size() {
      return elements.size();
    }

    @Override
    public Iterator<T> iterator() {
      return walk(elements.iterator());
    }

    @Override
    public boolean remove(Object unwanted) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void clear() {
      throw new UnsupportedOperationException();
    }
  }

  static final class OfSet<T> extends AbstractSet<T> {
    private final Set<? extends T> set;

    OfSet(Set<? extends T> set) {
      this.set = Objects.requireNonNull(set);
    }

    @Override
    public int size() {
      return set.size();
    }

    @Override
    public boolean contains(Object wanted) {
      return set.contains(wanted);
    }

    @Override
    public Iterator<T> iterator() {
      return walk(set.iterator());
    }

    @Override
    public boolean remove(Object unwanted) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void clear() {
      throw new UnsupportedOperationException();
    }
  }

  static final class OfList<T> extends AbstractList<T> implements RandomAccess {
    private final List<? extends T> list;

    OfList(List<? extends T> list) {
      this.list = Objects.requireNonNull(list);
    }

    @Override
    public int size() {
      return list.size();
    }

    @Override
    public T get(int index) {
      return list.get(index);
    }

    @Override
    public Iterator<T> iterator() {
      return walk(list.iterator());
    }

    @Override
    public boolean remove(Object unwanted) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void clear() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void sort(Comparator<? super T> order) {
      throw new UnsupportedOperationException();
    }
  }

  static final class OfMap<K, V> extends AbstractMap<K, V> {
    private final Map<? extends K, ? extends V> map;

    OfMap(Map<? extends K, ? extends V> map) {
      this.map = Objects.requireNonNull(map);
    }

    @Override
    public int size() {
      return map.size();
    }

    @Override
    public boolean containsKey(Object key) {
      return map.containsKey(key);
    }

    @Override
    public V get(Object key) {
      return map.get(key);
    }

    @Override
    public V remove(Object key) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void clear() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
      LinkedHashSet<Entry<K, V>> entries = new LinkedHashSet<>();
      map.forEach((key, value) -> entries.add(new SimpleImmutableEntry<>(key, value)));
      return new OfSet<>(entries);
    }
  }
}
