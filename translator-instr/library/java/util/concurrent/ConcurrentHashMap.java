/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A hash map that threads may share. Writers take the monitor of the map; readers take none: they see each entry
 * whole, as it was or as it is. Walks are never disturbed by changes, and see some of them. Table sizes and the
 * order of walks are the JDK's, where no chain reaches eight entries. */
package java.util.concurrent;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

public class ConcurrentHashMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V>, java.io.Serializable {
  private static final int FIRST_CAPACITY = 16;
  private static final int LARGEST_CAPACITY = 1 << 30;

  private static final class Node<K, V> {
    final int hash;
    final K key;
    volatile V value;
    volatile Node<K, V> next;

    Node(int hash, K key, V value, Node<K, V> next) {
      this.hash = hash;
      this.key = key;
      this.value = value;
      this.next = next;
    }
  }

  private volatile Node<K, V>[] table;
  private int firstCapacity = FIRST_CAPACITY;
  private volatile int count;

  public ConcurrentHashMap() {
  }

  /* Room for `capacity` entries, and half as many more. */
  public ConcurrentHashMap(int capacity) {
    this(capacity, 0.75f, 1);
  }

  public ConcurrentHashMap(int capacity, float loadFactor) {
    this(capacity, loadFactor, 1);
  }

  public ConcurrentHashMap(int capacity, float loadFactor, int concurrency) {
    if (!(loadFactor > 0) || capacity < 0 || concurrency <= 0)
      throw new IllegalArgumentException();
    long size = (long) (1.0 + Math.max(capacity, concurrency) / loadFactor);
    firstCapacity = size >= LARGEST_CAPACITY ? LARGEST_CAPACITY : tableSize((int) size);
  }

  public ConcurrentHashMap(Map<? extends K, ? extends V> other) {
    putAll(other);
  }

  public java.util.Enumeration<K> keys() {
    return java.util.Collections.enumeration(keySet());
  }

  public java.util.Enumeration<V> elements() {
    return java.util.Collections.enumeration(values());
  }

  public static <T> Set<T> newKeySet() {
    return java.util.Collections.newSetFromMap(new ConcurrentHashMap<>());
  }

  private static int tableSize(int capacity) {
    return capacity <= 1 ? 1 : Integer.highestOneBit(capacity - 1) << 1;
  }

  private static int spread(Object key) {
    int hash = key.hashCode();
    return (hash ^ hash >>> 16) & Integer.MAX_VALUE;
  }

  private Node<K, V> find(Object key) {
    int hash = spread(key);
    Node<K, V>[] searched = table;
    if (searched == null)
      return null;
    for (Node<K, V> node = searched[hash & searched.length - 1]; node != null; node = node.next)
      if (node.hash == hash && (node.key == key || key.equals(node.key)))
        return node;
    return null;
  }

  @SuppressWarnings("unchecked")
  private static <K, V> Node<K, V>[] newTable(int capacity) {
    return (Node<K, V>[]) new Node[capacity];
  }

  /* A chain goes into two. Its longest tail that stays together is shared with the old table, which readers may still
   * be in; the nodes before it are copied, each to the head. */
  private static <K, V> void split(Node<K, V> chain, Node<K, V>[] to, int index, int capacity) {
    Node<K, V> tail = chain;
    for (Node<K, V> node = chain; node != null; node = node.next)
      if ((node.hash & capacity) != (tail.hash & capacity))
        tail = node;
    Node<K, V> low = (tail.hash & capacity) == 0 ? tail : null;
    Node<K, V> high = low == null ? tail : null;
    for (Node<K, V> node = chain; node != tail; node = node.next)
      if ((node.hash & capacity) == 0)
        low = new Node<>(node.hash, node.key, node.value, low);
      else
        high = new Node<>(node.hash, node.key, node.value, high);
    to[index] = low;
    to[index + capacity] = high;
  }

  private void grow() {
    Node<K, V>[] old = table;
    if (old.length >= LARGEST_CAPACITY)
      return;
    Node<K, V>[] larger = newTable(2 * old.length);
    for (int i = 0; i < old.length; i++)
      if (old[i] != null)
        split(old[i], larger, i, old.length);
    table = larger;
  }

  private void insert(K key, V value) {
    if (table == null)
      table = newTable(firstCapacity);
    int hash = spread(key);
    int index = hash & table.length - 1;
    Node<K, V> added = new Node<>(hash, key, value, null);
    Node<K, V> last = table[index];
    if (last == null) {
      table[index] = added;
    } else {
      while (last.next != null)
        last = last.next;
      last.next = added;
    }
    count++;
    while (count >= table.length - (table.length >>> 2) && table.length < LARGEST_CAPACITY)
      grow();
  }

  private void delete(Node<K, V> unwanted) {
    int index = unwanted.hash & table.length - 1;
    Node<K, V> node = table[index];
    if (node == unwanted) {
      table[index] = unwanted.next;
    } else {
      while (node.next != unwanted)
        node = node.next;
      node.next = unwanted.next;
    }
    count--;
  }

  /* Puts, replaces or, with null, removes. */
  private V store(Node<K, V> node, K key, V value) {
    if (node == null && value != null)
      insert(key, value);
    else if (node != null && value == null)
      delete(node);
    else if (node != null)
      node.value = value;
    return value;
  }

  @Override
  public int size() {
    return count;
  }

  public long mappingCount() {
    return count;
  }

  @Override
  public V get(Object key) {
    Node<K, V> node = find(key);
    return node == null ? null : node.value;
  }

  @Override
  public V getOrDefault(Object key, V otherwise) {
    Node<K, V> node = find(key);
    return node == null ? otherwise : node.value;
  }

  @Override
  public boolean containsKey(Object key) {
    return find(key) != null;
  }

  @Override
  public boolean containsValue(Object value) {
    return super.containsValue(Objects.requireNonNull(value));
  }

  public boolean contains(Object value) {
    return containsValue(value);
  }

  @Override
  public synchronized V put(K key, V value) {
    Objects.requireNonNull(value);
    Node<K, V> node = find(key);
    V old = node == null ? null : node.value;
    store(node, key, value);
    return old;
  }

  @Override
  public synchronized V putIfAbsent(K key, V value) {
    Objects.requireNonNull(value);
    Node<K, V> node = find(key);
    if (node != null)
      return node.value;
    insert(key, value);
    return null;
  }

  @Override
  public synchronized V remove(Object key) {
    Node<K, V> node = find(key);
    if (node == null)
      return null;
    delete(node);
    return node.value;
  }

  @Override
  public synchronized boolean remove(Object key, Object value) {
    Node<K, V> node = find(key);
    if (value == null || node == null || !value.equals(node.value))
      return false;
    delete(node);
    return true;
  }

  @Override
  public synchronized V replace(K key, V value) {
    Objects.requireNonNull(value);
    return find(key) == null ? null : put(key, value);
  }

  @Override
  public synchronized boolean replace(K key, V old, V value) {
    Objects.requireNonNull(old);
    Objects.requireNonNull(value);
    Node<K, V> node = find(key);
    if (node == null || !old.equals(node.value))
      return false;
    node.value = value;
    return true;
  }

  @Override
  public synchronized void clear() {
    if (table != null)
      table = newTable(table.length);
    count = 0;
  }

  @Override
  public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
    Objects.requireNonNull(function);
    V value = get(key);
    return value != null ? value : computeAbsent(key, function);
  }

  private synchronized V computeAbsent(K key, Function<? super K, ? extends V> function) {
    Node<K, V> node = find(key);
    return node != null ? node.value : store(null, key, function.apply(key));
  }

  @Override
  public synchronized V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
    Node<K, V> node = find(key);
    return node == null ? null : store(node, key, function.apply(key, node.value));
  }

  @Override
  public synchronized V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
    Node<K, V> node = find(key);
    return store(node, key, function.apply(key, node == null ? null : node.value));
  }

  @Override
  public synchronized V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
    Objects.requireNonNull(value);
    Node<K, V> node = find(key);
    return store(node, key, node == null ? value : function.apply(node.value, value));
  }

  @Override
  public void forEach(BiConsumer<? super K, ? super V> action) {
    Objects.requireNonNull(action);
    for (Walk each = new Walk(); each.hasNext();) {
      each.next();
      action.accept(each.last.key, each.lastValue);
    }
  }

  @Override
  public Set<Entry<K, V>> entrySet() {
    return new AbstractSet<Entry<K, V>>() {
      @Override
      public int size() {
        return count;
      }

      @Override
      public boolean contains(Object wanted) {
        if (!(wanted instanceof Entry))
          return false;
        V value = get(((Entry<?, ?>) wanted).getKey());
        return value != null && value.equals(((Entry<?, ?>) wanted).getValue());
      }

      @Override
      public boolean remove(Object unwanted) {
        return unwanted instanceof Entry
            && ConcurrentHashMap.this.remove(((Entry<?, ?>) unwanted).getKey(), ((Entry<?, ?>) unwanted).getValue());
      }

      @Override
      public void clear() {
        ConcurrentHashMap.this.clear();
      }

      @Override
      public Iterator<Entry<K, V>> iterator() {
        return new Walk();
      }
    };
  }

  private final class Walk implements Iterator<Entry<K, V>> {
    private final Node<K, V>[] walked = table;
    private int index;
    private Node<K, V> next;
    private Node<K, V> last;
    private V lastValue;

    Walk() {
      advance();
    }

    private void advance() {
      next = next == null ? null : next.next;
      while (next == null && walked != null && index < walked.length)
        next = walked[index++];
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public Entry<K, V> next() {
      if (next == null)
        throw new NoSuchElementException();
      last = next;
      lastValue = last.value;
      advance();
      return new Written(last.key, lastValue);
    }

    @Override
    public void remove() {
      if (last == null)
        throw new IllegalStateException();
      ConcurrentHashMap.this.remove(last.key);
      last = null;
    }
  }

  /* An entry that writes through to the map. */
  private final class Written extends SimpleEntry<K, V> {
    Written(K key, V value) {
      super(key, value);
    }

    @Override
    public V setValue(V now) {
      put(getKey(), now);
      return super.setValue(now);
    }
  }
}
