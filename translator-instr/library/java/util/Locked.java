/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The views that Collections.synchronized...() give: each call is one step for other threads. Walks are the
 * caller's to lock, on the view itself. */
package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

final class Locked {
  private Locked() {
  }

  static class OfCollection<T> implements Collection<T>, java.io.Serializable {
    final Collection<T> elements;
    final Object lock;

    OfCollection(Collection<T> elements) {
      this.elements = Objects.requireNonNull(elements);
      this.lock = this;
    }

    OfCollection(Collection<T> elements, Object lock) {
      this.elements = elements;
      this.lock = lock;
    }

    @Override
    public int size() {
      synchronized (lock) {
        return elements.size();
      }
    }

    @Override
    public boolean isEmpty() {
      synchronized (lock) {
        return elements.isEmpty();
      }
    }

    @Override
    public boolean contains(Object wanted) {
      synchronized (lock) {
        return elements.contains(wanted);
      }
    }

    @Override
    public Object[] toArray() {
      synchronized (lock) {
        return elements.toArray();
      }
    }

    @Override
    public <E> E[] toArray(E[] array) {
      synchronized (lock) {
        return elements.toArray(array);
      }
    }

    @Override
    public Iterator<T> iterator() {
      return elements.iterator();
    }

    @Override
    public void forEach(Consumer<? super T> action) {
      synchronized (lock) {
        elements.forEach(action);
      }
    }

    @Override
    public boolean add(T element) {
      synchronized (lock) {
        return elements.add(element);
      }
    }

    @Override
    public boolean remove(Object unwanted) {
      synchronized (lock) {
        return elements.remove(unwanted);
      }
    }

    @Override
    public boolean containsAll(Collection<?> wanted) {
      synchronized (lock) {
        return elements.containsAll(wanted);
      }
    }

    @Override
    public boolean addAll(Collection<? extends T> added) {
      synchronized (lock) {
        return elements.addAll(added);
      }
    }

    @Override
    public boolean removeAll(Collection<?> unwanted) {
      synchronized (lock) {
        return elements.removeAll(unwanted);
      }
    }

    @Override
    public boolean retainAll(Collection<?> wanted) {
      synchronized (lock) {
        return elements.retainAll(wanted);
      }
    }

    @Override
    public boolean removeIf(Predicate<? super T> condition) {
      synchronized (lock) {
        return elements.removeIf(condition);
      }
    }

    @Override
    public void clear() {
      synchronized (lock) {
        elements.clear();
      }
    }

    @Override
    public String toString() {
      synchronized (lock) {
        return elements.toString();
      }
    }
  }

  static final class OfSet<T> extends OfCollection<T> implements Set<T> {
    OfSet(Set<T> set) {
      super(set);
    }

    OfSet(Set<T> set, Object lock) {
      super(set, lock);
    }

    @Override
    public boolean equals(Object other) {
      synchronized (lock) {
        return other == this || elements.equals(other);
      }
    }

    @Override
    public int hashCode() {
      synchronized (lock) {
        return elements.hashCode();
      }
    }
  }

  static final class OfList<T> extends OfCollection<T> implements List<T>, RandomAccess {
    private final List<T> list;

    OfList(List<T> list) {
      super(list);
      this.list = list;
    }

    private OfList(List<T> list, Object lock) {
      super(list, lock);
      this.list = list;
    }

    @Override
    public T get(int index) {
      synchronized (lock) {
        return list.get(index);
      }
    }

    @Override
    public T set(int index, T element) {
      synchronized (lock) {
        return list.set(index, element);
      }
    }

    @Override
    public void add(int index, T element) {
      synchronized (lock) {
        list.add(index, element);
      }
    }

    @Override
    public T remove(int index) {
      synchronized (lock) {
        return list.remove(index);
      }
    }

    @Override
    public boolean addAll(int index, Collection<? extends T> added) {
      synchronized (lock) {
        return list.addAll(index, added);
      }
    }

    @Override
    public int indexOf(Object wanted) {
      synchronized (lock) {
        return list.indexOf(wanted);
      }
    }

    @Override
    public int lastIndexOf(Object wanted) {
      synchronized (lock) {
        return list.lastIndexOf(wanted);
      }
    }

    @Override
    public ListIterator<T> listIterator() {
      return list.listIterator();
    }

    @Override
    public ListIterator<T> listIterator(int index) {
      return list.listIterator(index);
    }

    @Override
    public List<T> subList(int from, int to) {
      synchronized (lock) {
        return new OfList<>(list.subList(from, to), lock);
      }
    }

    @Override
    public void sort(Comparator<? super T> order) {
      synchronized (lock) {
        list.sort(order);
      }
    }

    @Override
    public void replaceAll(UnaryOperator<T> operator) {
      synchronized (lock) {
        list.replaceAll(operator);
      }
    }

    @Override
    public boolean equals(Object other) {
      synchronized (lock) {
        return other == this || list.equals(other);
      }
    }

    @Override
    public int hashCode() {
      synchronized (lock) {
        return list.hashCode();
      }
    }
  }

  static final class OfMap<K, V> implements Map<K, V>, java.io.Serializable {
    private final Map<K, V> map;

    OfMap(Map<K, V> map) {
      this.map = Objects.requireNonNull(map);
    }

    @Override
    public synchronized int size() {
      return map.size();
    }

    @Override
    public synchronized boolean isEmpty() {
      return map.isEmpty();
    }

    @Override
    public synchronized boolean containsKey(Object key) {
      return map.containsKey(key);
    }

    @Override
    public synchronized boolean containsValue(Object value) {
      return map.containsValue(value);
    }

    @Override
    public synchronized V get(Object key) {
      return map.get(key);
    }

    @Override
    public synchronized V put(K key, V value) {
      return map.put(key, value);
    }

    @Override
    public synchronized V remove(Object key) {
      return map.remove(key);
    }

    @Override
    public synchronized void putAll(Map<? extends K, ? extends V> other) {
      map.putAll(other);
    }

    @Override
    public synchronized void clear() {
      map.clear();
    }

    @Override
    public Set<K> keySet() {
      return new OfSet<>(map.keySet(), this);
    }

    @Override
    public Collection<V> values() {
      return new OfCollection<>(map.values(), this);
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
      return new OfSet<>(map.entrySet(), this);
    }

    @Override
    public synchronized V getOrDefault(Object key, V otherwise) {
      return map.getOrDefault(key, otherwise);
    }

    @Override
    public synchronized void forEach(BiConsumer<? super K, ? super V> action) {
      map.forEach(action);
    }

    @Override
    public synchronized void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
      map.replaceAll(function);
    }

    @Override
    public synchronized V putIfAbsent(K key, V value) {
      return map.putIfAbsent(key, value);
    }

    @Override
    public synchronized boolean remove(Object key, Object value) {
      return map.remove(key, value);
    }

    @Override
    public synchronized V replace(K key, V value) {
      return map.replace(key, value);
    }

    @Override
    public synchronized boolean replace(K key, V old, V value) {
      return map.replace(key, old, value);
    }

    @Override
    public synchronized V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
      return map.computeIfAbsent(key, function);
    }

    @Override
    public synchronized V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
      return map.computeIfPresent(key, function);
    }

    @Override
    public synchronized V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
      return map.compute(key, function);
    }

    @Override
    public synchronized V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
      return map.merge(key, value, function);
    }

    @Override
    public synchronized boolean equals(Object other) {
      return other == this || map.equals(other);
    }

    @Override
    public synchronized int hashCode() {
      return map.hashCode();
    }

    @Override
    public synchronized String toString() {
      return map.toString();
    }
  }
}
