/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Chained hashing with the table sizes, the spreading of hashes and the order within chains of the JDK, so that
 * walks go in the same order. Chains stay lists: where the JDK would put eight or more entries of a chain into a
 * tree (which moves one of them to the front), the order can differ. LinkedHashMap hooks into the five methods
 * below "Hooks". */
package java.util;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.function.BiFunction;
import java.util.function.Function;

public class HashMap<K, V> extends AbstractMap<K, V> implements Cloneable, java.io.Serializable {
  private static final long serialVersionUID = 362498820763181265L;

  private static final int FIRST_CAPACITY = 16;
  private static final int LARGEST_CAPACITY = 1 << 30;
  private static final float LOAD_FACTOR = 0.75f;
  private static final int MOST_EXPECTED = 1 << 12;
  /* A chain of this length makes a table below the size after it grow. */
  private static final int LONG_CHAIN = 8;
  private static final int LONG_CHAIN_TABLE = 64;

  static class Node<K, V> extends SimpleEntry<K, V> {
    final int hash;
    Node<K, V> next;

    Node(int hash, K key, V value) {
      super(key, value);
      this.hash = hash;
    }
  }

  private transient Node<K, V>[] table;
  private transient int size;
  private int threshold;
  private final float loadFactor;
  transient int modCount;

  public HashMap() {
    loadFactor = LOAD_FACTOR;
  }

  public HashMap(int capacity) {
    this(capacity, LOAD_FACTOR);
  }

  public HashMap(int capacity, float loadFactor) {
    if (capacity < 0)
      throw new IllegalArgumentException("Illegal initial capacity: " + capacity);
    if (!(loadFactor > 0))
      throw new IllegalArgumentException("Illegal load factor: " + loadFactor);
    this.loadFactor = loadFactor;
    this.threshold = tableSize(capacity);
  }

  public HashMap(Map<? extends K, ? extends V> other) {
    this();
    putAll(other);
  }

  private static int tableSize(int capacity) {
    if (capacity >= LARGEST_CAPACITY)
      return LARGEST_CAPACITY;
    return capacity <= 1 ? 1 : Integer.highestOneBit(capacity - 1) << 1;
  }

  private static int spread(Object key) {
    int hash = key == null ? 0 : key.hashCode();
    return hash ^ hash >>> 16;
  }

  /* Hooks. */
  Node<K, V> newNode(int hash, K key, V value) {
    return new Node<>(hash, key, value);
  }

  void unlinked(Node<K, V> node) {
  }

  void used(Node<K, V> node) {
  }

  void inserted() {
  }

  void cleared() {
  }

  @SuppressWarnings("unchecked")
  private void resize() {
    int capacity = table == null ? 0 : table.length;
    if (capacity >= LARGEST_CAPACITY) {
      threshold = Integer.MAX_VALUE;
      return;
    }
    int doubled = capacity > 0 ? capacity * 2 : threshold > 0 ? threshold : FIRST_CAPACITY;
    float limit = doubled * loadFactor;
    threshold = doubled < LARGEST_CAPACITY && limit < LARGEST_CAPACITY ? (int) limit : Integer.MAX_VALUE;
    Node<K, V>[] old = table;
    table = (Node<K, V>[]) new Node[doubled];
    for (int i = 0; i < capacity; i++)
      split(old[i], i, capacity);
  }

  /* A chain goes into two, each in the order that it had. */
  private void split(Node<K, V> chain, int index, int capacity) {
    Node<K, V> lowTail = null;
    Node<K, V> highTail = null;
    for (Node<K, V> node = chain; node != null; node = node.next)
      if ((node.hash & capacity) == 0) {
        if (lowTail == null)
          table[index] = node;
        else
          lowTail.next = node;
        lowTail = node;
      } else {
        if (highTail == null)
          table[index + capacity] = node;
        else
          highTail.next = node;
        highTail = node;
      }
    if (lowTail != null)
      lowTail.next = null;
    if (highTail != null)
      highTail.next = null;
  }

  final Node<K, V> find(Object key) {
    return table == null ? null : find(spread(key), key);
  }

  private Node<K, V> find(int hash, Object key) {
    if (table == null)
      return null;
    Node<K, V> node = table[hash & table.length - 1];
    while (node != null) {
      if (node.hash == hash) {
        Object own = node.getKey();
        if (own == key || key != null && key.equals(own))
          return node;
      }
      node = node.next;
    }
    return null;
  }

  /* The node of `key`, which is not there yet, at the end of its chain. */
  private void insert(int hash, K key, V value) {
    if (table == null)
      resize();
    Node<K, V> added = newNode(hash, key, value);
    int index = hash & table.length - 1;
    int length = 0;
    Node<K, V> last = table[index];
    if (last == null) {
      table[index] = added;
    } else {
      for (length = 1; last.next != null; length++)
        last = last.next;
      last.next = added;
    }
    if (length >= LONG_CHAIN && table.length < LONG_CHAIN_TABLE)
      resize();
    modCount++;
    if (++size > threshold)
      resize();
    inserted();
  }

  /* What the functional methods do first: they look at the load before, put() looks at it afterwards. */
  private void checkLoad() {
    if (size > threshold || table == null)
      resize();
  }

  /* Where the functional methods put a new node: at the head of its chain. */
  private void insertFirst(K key, V value) {
    Node<K, V> added = newNode(spread(key), key, value);
    int index = added.hash & table.length - 1;
    int length = 0;
    for (Node<K, V> node = table[index]; node != null; node = node.next)
      length++;
    added.next = table[index];
    table[index] = added;
    if (length >= LONG_CHAIN - 1 && table.length < LONG_CHAIN_TABLE)
      resize();
    modCount++;
    size++;
    inserted();
  }

  final boolean delete(Node<K, V> unwanted) {
    if (unwanted == null)
      return false;
    int index = unwanted.hash & table.length - 1;
    if (table[index] == unwanted) {
      table[index] = unwanted.next;
    } else {
      Node<K, V> node = table[index];
      while (node.next != unwanted)
        node = node.next;
      node.next = unwanted.next;
    }
    modCount++;
    size--;
    unlinked(unwanted);
    return true;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public V get(Object key) {
    Node<K, V> node = find(key);
    if (node == null)
      return null;
    used(node);
    return node.getValue();
  }

  @Override
  public boolean containsKey(Object key) {
    return find(key) != null;
  }

  @Override
  public V getOrDefault(Object key, V otherwise) {
    Node<K, V> node = find(key);
    if (node == null)
      return otherwise;
    used(node);
    return node.getValue();
  }

  @Override
  public V put(K key, V value) {
    int hash = spread(key);
    Node<K, V> node = find(hash, key);
    if (node == null) {
      insert(hash, key, value);
      return null;
    }
    V old = node.setValue(value);
    used(node);
    return old;
  }

  @Override
  public V putIfAbsent(K key, V value) {
    Node<K, V> node = find(key);
    if (node != null && node.getValue() != null) {
      used(node);
      return node.getValue();
    }
    put(key, value);
    return null;
  }

  @Override
  public V remove(Object key) {
    Node<K, V> node = find(key);
    return delete(node) ? node.getValue() : null;
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> other) {
    int count = other.size();
    if (count > 0 && table == null) {
      int capacity = (int) Math.min((float) count / loadFactor + 1, (float) LARGEST_CAPACITY);
      if (capacity > threshold)
        threshold = tableSize(capacity);
    } else {
      while (count > threshold && table != null && table.length < LARGEST_CAPACITY)
        resize();
    }
    super.putAll(other);
  }

  @Override
  public void clear() {
    modCount++;
    if (table != null)
      Arrays.fill(table, null);
    size = 0;
    cleared();
  }

  /* As the JDK, these three refuse a function that changes the map. */
  private void checkUnchanged(int expected) {
    if (modCount != expected)
      throw new ConcurrentModificationException();
  }

  @Override
  public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
    Objects.requireNonNull(function);
    checkLoad();
    Node<K, V> node = find(key);
    if (node != null && node.getValue() != null) {
      used(node);
      return node.getValue();
    }
    int expected = modCount;
    return store(node, key, function.apply(key), expected);
  }

  @Override
  public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
    Objects.requireNonNull(function);
    checkLoad();
    Node<K, V> node = find(key);
    int expected = modCount;
    return store(node, key, function.apply(key, node == null ? null : node.getValue()), expected);
  }

  @Override
  public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
    Objects.requireNonNull(value);
    Objects.requireNonNull(function);
    checkLoad();
    Node<K, V> node = find(key);
    int expected = modCount;
    boolean present = node != null && node.getValue() != null;
    return store(node, key, present ? function.apply(node.getValue(), value) : value, expected);
  }

  private V store(Node<K, V> node, K key, V value, int expected) {
    checkUnchanged(expected);
    if (node == null && value != null) {
      insertFirst(key, value);
    } else if (value == null) {
      if (node != null && node.getValue() != null)
        delete(node);
    } else {
      node.setValue(value);
      used(node);
    }
    return value;
  }

  /* Nodes in the order of the map; LinkedHashMap has its own. */
  Iterator<Entry<K, V>> entryIterator() {
    return new TableWalk();
  }

  @Override
  public Set<Entry<K, V>> entrySet() {
    return new Entries();
  }

  @Override
  public Object clone() {
    return new HashMap<>(this);
  }

  private final class Entries extends AbstractSet<Entry<K, V>> {
    @Override
    public int size() {
      return size;
    }

    @Override
    public boolean contains(Object wanted) {
      return wanted instanceof Entry && wanted.equals(find(((Entry<?, ?>) wanted).getKey()));
    }

    @Override
    public boolean remove(Object unwanted) {
      return contains(unwanted) && delete(find(((Entry<?, ?>) unwanted).getKey()));
    }

    @Override
    public void clear() {
      HashMap.this.clear();
    }

    @Override
    public Iterator<Entry<K, V>> iterator() {
      return entryIterator();
    }
  }

  /* A walk that notices changes of the map that are not its own. */
  abstract class Walk implements Iterator<Entry<K, V>> {
    Node<K, V> next;
    private Node<K, V> last;
    private int expected = modCount;

    abstract void advance();

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public Entry<K, V> next() {
      if (modCount != expected)
        throw new ConcurrentModificationException();
      if (next == null)
        throw new NoSuchElementException();
      last = next;
      advance();
      return last;
    }

    @Override
    public void remove() {
      if (last == null)
        throw new IllegalStateException();
      if (modCount != expected)
        throw new ConcurrentModificationException();
      delete(last);
      last = null;
      expected = modCount;
    }
  }

  private final class TableWalk extends Walk {
    private final Node<K, V>[] walked = table;
    private int index;

    TableWalk() {
      if (size > 0)
        advance();
    }

    @Override
    void advance() {
      next = next == null ? null : next.next;
      while (next == null && index < walked.length)
        next = walked[index++];
    }
  }

  /* How many chains there are, or will be. */
  final int capacity() {
    return table != null ? table.length : threshold > 0 ? threshold : FIRST_CAPACITY;
  }

  /* Of a map that a stream begins: as many chains as would be there for the capacity, but no more than a small message
   * may ask for. More come as entries do. */
  final void expect(int capacity) {
    threshold = tableSize(Math.min(capacity, MOST_EXPECTED));
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeInt(capacity());
    out.writeInt(size);
    for (Entry<K, V> entry : entrySet()) {
      out.writeObject(entry.getKey());
      out.writeObject(entry.getValue());
    }
  }

  @SuppressWarnings("unchecked")
  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    float load = in.readFields().get("loadFactor", LOAD_FACTOR);
    if (!(load > 0))
      throw new InvalidObjectException("Illegal load factor: " + load);
    in.readInt();
    int count = in.readInt();
    if (count < 0)
      throw new InvalidObjectException("Illegal mappings count: " + count);
    expect(Math.max((int) (count / LOAD_FACTOR + 1), FIRST_CAPACITY));
    for (; count > 0; count--) {
      K key = (K) in.readObject();
      V value = (V) in.readObject();
      int hash = spread(key);
      Node<K, V> node = find(hash, key);
      if (node == null)
        insert(hash, key, value);
      else
        node.setValue(value);
    }
  }
}
