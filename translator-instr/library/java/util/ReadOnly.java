/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The views that Collections.unmodifiable...() give: they show what is behind them, and refuse every change,
 * even one that would change nothing. */
package java.util;

import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

final class ReadOnly {
  private ReadOnly() {
  }

  private static UnsupportedOperationException refusal() {
    return new UnsupportedOperationException();
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

      @Override
      public void remove() {
        throw refusal();
      }
    };
  }

  static class OfCollection<T> extends AbstractCollection<T> implements java.io.Serializable {
    private final Collection<? extends T> elements;

    OfCollection(Collection<? extends T> elements) {
      this.elements = Objects.requireNonNull(elements);
    }

    @Override
    public int size() {
      return elements.size();
    }

    @Override
    public boolean contains(Object wanted) {
      return elements.contains(wanted);
    }

    @Override
    public Object[] toArray() {
      return elements.toArray();
    }

    @Override
    public Iterator<T> iterator() {
      return walk(elements.iterator());
    }

    @Override
    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super T> action) {
      ((Collection<T>) elements).forEach(action);
    }

    @Override
    public boolean remove(Object unwanted) {
      throw refusal();
    }

    @Override
    public boolean addAll(Collection<? extends T> added) {
      throw refusal();
    }

    @Override
    public boolean removeAll(Collection<?> unwanted) {
      throw refusal();
    }

    @Override
    public boolean retainAll(Collection<?> wanted) {
      throw refusal();
    }

    @Override
    public boolean removeIf(Predicate<? super T> condition) {
      throw refusal();
    }

    @Override
    public void clear() {
      throw refusal();
    }

    @Override
    public String toString() {
      return elements.toString();
    }
  }

  static class OfSet<T> extends OfCollection<T> implements Set<T> {
    private final Set<? extends T> set;

    OfSet(Set<? extends T> set) {
      super(set);
      this.set = set;
    }

    @Override
    public boolean equals(Object other) {
      return other == this || set.equals(other);
    }

    @Override
    public int hashCode() {
      return set.hashCode();
    }
  }

  static final class OfList<T> extends AbstractList<T> implements RandomAccess, java.io.Serializable {
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
    public Object[] toArray() {
      return list.toArray();
    }

    @Override
    public boolean addAll(Collection<? extends T> added) {
      throw refusal();
    }

    @Override
    public boolean addAll(int index, Collection<? extends T> added) {
      throw refusal();
    }

    @Override
    public boolean remove(Object unwanted) {
      throw refusal();
    }

    @Override
    public boolean removeAll(Collection<?> unwanted) {
      throw refusal();
    }

    @Override
    public boolean retainAll(Collection<?> wanted) {
      throw refusal();
    }

    @Override
    public boolean removeIf(Predicate<? super T> condition) {
      throw refusal();
    }

    @Override
    public void replaceAll(UnaryOperator<T> operator) {
      throw refusal();
    }

    @Override
    public void clear() {
      throw refusal();
    }

    @Override
    public void sort(Comparator<? super T> order) {
      throw refusal();
    }
  }

  /* A map of which put() is refused already by AbstractMap. */
  abstract static class UnchangingMap<K, V> extends AbstractMap<K, V> {
    @Override
    public V remove(Object key) {
      throw refusal();
    }

    @Override
    public boolean remove(Object key, Object value) {
      throw refusal();
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> other) {
      throw refusal();
    }

    @Override
    public V putIfAbsent(K key, V value) {
      throw refusal();
    }

    @Override
    public V replace(K key, V value) {
      throw refusal();
    }

    @Override
    public boolean replace(K key, V old, V value) {
      throw refusal();
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
      throw refusal();
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
      throw refusal();
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
      throw refusal();
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
      throw refusal();
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
      throw refusal();
    }

    @Override
    public void clear() {
      throw refusal();
    }

    @Override
    public Set<K> keySet() {
      return new OfSet<>(super.keySet());
    }

    @Override
    public Collection<V> values() {
      return new OfCollection<>(super.values());
    }
  }

  static final class OfMap<K, V> extends UnchangingMap<K, V> implements java.io.Serializable {
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
    public boolean containsValue(Object value) {
      return map.containsValue(value);
    }

    @Override
    public V get(Object key) {
      return map.get(key);
    }

    @Override
    public Set<K> keySet() {
      return new OfSet<>(map.keySet());
    }

    @Override
    public Collection<V> values() {
      return new OfCollection<>(map.values());
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
      return new OfSet<>(new AbstractSet<Entry<K, V>>() {
        @Override
        public int size() {
          return map.size();
        }

        @Override
        public Iterator<Entry<K, V>> iterator() {
          return new EntryWalk<>(map.entrySet().iterator());
        }
      });
    }
  }

  /* Hands out entries that cannot be changed. */
  private static final class EntryWalk<K, V, E extends Map.Entry<? extends K, ? extends V>>
      implements Iterator<Map.Entry<K, V>> {
    private final Iterator<E> each;

    EntryWalk(Iterator<E> each) {
      this.each = each;
    }

    @Override
    public boolean hasNext() {
      return each.hasNext();
    }

    @Override
    public Map.Entry<K, V> next() {
      E entry = each.next();
      return new AbstractMap.SimpleImmutableEntry<>(entry.getKey(), entry.getValue());
    }

    @Override
    public void remove() {
      throw refusal();
    }
  }
}
