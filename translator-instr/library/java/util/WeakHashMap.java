/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A map that loses the entries whose keys nothing else refers to. Chained hashing; table sizes, the spreading of hashes
 * and the order of a walk, from the last chain to the first, are the JDK's. */
package java.util;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

public class WeakHashMap<K, V> extends AbstractMap<K, V> {
  private static final int FIRST_CAPACITY = 16;
  private static final int LARGEST_CAPACITY = 1 << 30;
  private static final float LOAD_FACTOR = 0.75f;

  /* Stands for the key null. */
  private static final Object NULL = new Object();

  private static final class Node<K, V> extends WeakReference<Object> implements Map.Entry<K, V> {
    final int hash;
    V value;
    Node<K, V> next;

    Node(Object key, int hash, V value, ReferenceQueue<Object> queue) {
      super(key, queue);
      this.hash = hash;
      this.value = value;
    }

    @Override
    @SuppressWarnings("unchecked")
    public K getKey() {
      Object key = get();
      return key == NULL ? null : (K) key;
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
      return other instanceof Map.Entry && Objects.equals(getKey(), ((Map.Entry<?, ?>) other).getKey())
          && Objects.equals(value, ((Map.Entry<?, ?>) other).getValue());
    }

    @Override
    public int hashCode() {
      return Objects.hashCode(getKey()) ^ Objects.hashCode(value);
    }

    @Override
    public String toString() {
      return getKey() + "=" + value;
    }
  }

  private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
  private final float loadFactor;
  private Node<K, V>[] table;
  private int size;
  private int threshold;
  private int modCount;

  public WeakHashMap() {
    this(FIRST_CAPACITY);
  }

  public WeakHashMap(int capacity) {
    this(capacity, LOAD_FACTOR);
  }

  public WeakHashMap(int capacity, float loadFactor) {
    if (capacity < 0)
      throw new IllegalArgumentException("Illegal Initial Capacity: " + capacity);
    if (!(loadFactor > 0))
      throw new IllegalArgumentException("Illegal Load factor: " + loadFactor);
    int length = 1;
    while (length < capacity && length < LARGEST_CAPACITY)
      length <<= 1;
    this.loadFactor = loadFactor;
    table = chains(length);
  }

  public WeakHashMap(Map<? extends K, ? extends V> other) {
    this(Math.max((int) Math.ceil(other.size() / (double) LOAD_FACTOR), FIRST_CAPACITY));
    putAll(other);
  }

  @SuppressWarnings("unchecked")
  private Node<K, V>[] chains(int length) {
    threshold = (int) (length * loadFactor);
    return (Node<K, V>[]) new Node<?, ?>[length];
  }

  private static Object mask(Object key) {
    return key == null ? NULL : key;
  }

  private static int spread(Object key) {
    int hash = key.hashCode();
    hash ^= hash >>> 20 ^ hash >>> 12;
    return hash ^ hash >>> 7 ^ hash >>> 4;
  }

  /* Takes the entries out whose keys are gone. */
  private void expunge() {
    for (Object cleared = gone.poll(); cleared != null; cleared = gone.poll()) {
      Node<?, ?> node = (Node<?, ?>) cleared;
      if (unlink(node))
        node.value = null;
    }
  }

  private boolean unlink(Node<?, ?> node) {
    int at = node.hash & table.length - 1;
    Node<K, V> before = null;
    for (Node<K, V> each = table[at]; each != null; before = each, each = each.next)
      if (each == node) {
        if (before == null)
          table[at] = each.next;
        else
          before.next = each.next;
        size--;
        return true;
      }
    return false;
  }

  private Node<K, V> find(Object key) {
    expunge();
    Object masked = mask(key);
    int hash = spread(masked);
    for (Node<K, V> each = table[hash & table.length - 1]; each != null; each = each.next)
      if (each.hash == hash && matches(each, masked))
        return each;
    return null;
  }

  private static boolean matches(Node<?, ?> node, Object masked) {
    Object key = node.get();
    return key != null && (key == masked || key.equals(masked));
  }

  private void grow() {
    if (table.length == LARGEST_CAPACITY) {
      threshold = Integer.MAX_VALUE;
      return;
    }
    Node<K, V>[] old = table;
    table = chains(2 * old.length);
    for (Node<K, V> chain : old)
      while (chain != null) {
        Node<K, V> rest = chain.next;
        int at = chain.hash & table.length - 1;
        chain.next = table[at];
        table[at] = chain;
        chain = rest;
      }
  }

  @Override
  public int size() {
    if (size > 0)
      expunge();
    return size;
  }

  @Override
  public boolean isEmpty() {
    return size() == 0;
  }

  @Override
  public boolean containsKey(Object key) {
    return find(key) != null;
  }

  @Override
  public V get(Object key) {
    Node<K, V> node = find(key);
    return node == null ? null : node.value;
  }

  @Override
  public V put(K key, V value) {
    Node<K, V> node = find(key);
    if (node != null)
      return node.setValue(value);
    Object masked = mask(key);
    node = new Node<>(masked, spread(masked), value, gone);
    int at = node.hash & table.length - 1;
    node.next = table[at];
    table[at] = node;
    modCount++;
    if (++size >= threshold)
      grow();
    return null;
  }

  @Override
  public V remove(Object key) {
    Node<K, V> node = find(key);
    if (node == null)
      return null;
    unlink(node);
    modCount++;
    return node.value;
  }

  @Override
  public void clear() {
    expunge();
    Arrays.fill(table, null);
    size = 0;
    modCount++;
  }

  @Override
  public Set<Entry<K, V>> entrySet() {
    return new AbstractSet<Entry<K, V>>() {
      @Override
      public int size() {
        return WeakHashMap.this.size();
      }

      @Override
      public void clear() {
        WeakHashMap.this.clear();
      }

      @Override
      public boolean contains(Object other) {
        Node<K, V> node = other instanceof Entry ? find(((Entry<?, ?>) other).getKey()) : null;
        return node != null && node.equals(other);
      }

      @Override
      public Iterator<Entry<K, V>> iterator() {
        return new Walk();
      }
    };
  }

  /* Keeps the keys of the next entry and of the last one alive. */
  private final class Walk implements Iterator<Entry<K, V>> {
    private int at = isEmpty() ? 0 : table.length;
    private int expected = modCount;
    private Node<K, V> next;
    private Node<K, V> last;
    private Object nextKey;
    private Object lastKey;

    @Override
    public boolean hasNext() {
      while (nextKey == null) {
        while (next == null && at > 0)
          next = table[--at];
        if (next == null)
          return false;
        nextKey = next.get();
        if (nextKey == null)
          next = next.next;
      }
      return true;
    }

    @Override
    public Entry<K, V> next() {
      if (modCount != expected)
        throw new ConcurrentModificationException();
      if (!hasNext())
        throw new NoSuchElementException();
      last = next;
      lastKey = nextKey;
      next = last.next;
      nextKey = null;
      return last;
    }

    @Override
    public void remove() {
      if (last == null)
        throw new IllegalStateException();
      if (modCount != expected)
        throw new ConcurrentModificationException();
      unlink(last);
      expected = ++modCount;
      last = null;
      lastKey = null;
    }
  }
}
