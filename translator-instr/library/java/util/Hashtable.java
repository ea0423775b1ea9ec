/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Chained hashing without nulls that threads may share. Table sizes and the order of walks, from the last chain
 * to the first, are the JDK's. */
package java.util;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

public class Hashtable<K, V> extends AbstractMap<K, V> implements Cloneable, java.io.Serializable {
  private static final long serialVersionUID = 1421746759512286392L;

  private static final int FIRST_CAPACITY = 11;
  private static final float LOAD_FACTOR = 0.75f;
  private static final int MOST_EXPECTED = 1 << 12;   /* chains, for a message that may lie */

  private static final class Node<K, V> extends SimpleEntry<K, V> {
    final int hash;
    Node<K, V> next;

    Node(int hash, K key, V value, Node<K, V> next) {
      super(key, value);
      this.hash = hash;
      this.next = next;
    }

    @Override
    public V setValue(V value) {
      return super.setValue(Objects.requireNonNull(value));
    }
  }

  private transient Node<K, V>[] table;
  private transient int count;
  private int threshold;
  private final float loadFactor;
  private transient int modCount;

  public Hashtable() {
    this(FIRST_CAPACITY);
  }

  public Hashtable(int capacity) {
    this(capacity, LOAD_FACTOR);
  }

  public Hashtable(int capacity, float loadFactor) {
    if (capacity < 0)
      throw new IllegalArgumentException("Illegal Capacity: " + capacity);
    if (!(loadFactor > 0))
      throw new IllegalArgumentException("Illegal Load: " + loadFactor);
    this.loadFactor = loadFactor;
    makeTable(Math.max(capacity, 1));
  }

  public Hashtable(Map<? extends K, ? extends V> other) {
    this(Math.max(2 * other.size(), FIRST_CAPACITY));
    putAll(other);
  }

  @SuppressWarnings("unchecked")
  private void makeTable(int capacity) {
    table = (Node<K, V>[]) new Node[capacity];
    threshold = (int) Math.min(capacity * loadFactor, Integer.MAX_VALUE - 8);
  }

  private int index(int hash) {
    return (hash & Integer.MAX_VALUE) % table.length;
  }

  protected void rehash() {
    Node<K, V>[] old = table;
    modCount++;
    makeTable(2 * old.length + 1);
    for (int i = old.length; i-- > 0;)
      for (Node<K, V> node = old[i]; node != null;) {
        Node<K, V> next = node.next;
        int index = index(node.hash);
        node.next = table[index];
        table[index] = node;
        node = next;
      }
  }

  private Node<K, V> find(Object key) {
    int hash = key.hashCode();
    for (Node<K, V> node = table[index(hash)]; node != null; node = node.next)
      if (node.hash == hash && node.getKey().equals(key))
        return node;
    return null;
  }

  private void insert(K key, V value) {
    modCount++;
    if (count >= threshold)
      rehash();
    int hash = key.hashCode();
    int index = index(hash);
    table[index] = new Node<>(hash, key, value, table[index]);
    count++;
  }

  private void delete(Node<K, V> unwanted) {
    int index = index(unwanted.hash);
    if (table[index] == unwanted) {
      table[index] = unwanted.next;
    } else {
      Node<K, V> node = table[index];
      while (node.next != unwanted)
        node = node.next;
      node.next = unwanted.next;
    }
    modCount++;
    count--;
  }

  @Override
  public synchronized int size() {
    return count;
  }

  @Override
  public synchronized boolean isEmpty() {
    return count == 0;
  }

  @Override
  public synchronized V get(Object key) {
    Node<K, V> node = find(key);
    return node == null ? null : node.getValue();
  }

  @Override
  public synchronized V getOrDefault(Object key, V otherwise) {
    Node<K, V> node = find(key);
    return node == null ? otherwise : node.getValue();
  }

  @Override
  public synchronized boolean containsKey(Object key) {
    return find(key) != null;
  }

  public synchronized boolean contains(Object value) {
    return super.containsValue(Objects.requireNonNull(value));
  }

  @Override
  public boolean containsValue(Object value) {
    return contains(value);
  }

  @Override
  public synchronized V put(K key, V value) {
    Objects.requireNonNull(value);
    Node<K, V> node = find(key);
    if (node != null)
      return node.setValue(value);
    insert(key, value);
    return null;
  }

  @Override
  public synchronized V remove(Object key) {
    Node<K, V> node = find(key);
    if (node == null)
      return null;
    delete(node);
    return node.getValue();
  }

  @Override
  public synchronized boolean remove(Object key, Object value) {
    return super.remove(key, Objects.requireNonNull(value));
  }

  @Override
  public synchronized void putAll(Map<? extends K, ? extends V> other) {
    super.putAll(other);
  }

  @Override
  public synchronized void clear() {
    modCount++;
    Arrays.fill(table, null);
    count = 0;
  }

  @Override
  public synchronized V putIfAbsent(K key, V value) {
    Objects.requireNonNull(value);
    return super.putIfAbsent(key, value);
  }

  @Override
  public synchronized V replace(K key, V value) {
    Objects.requireNonNull(value);
    return super.replace(key, value);
  }

  @Override
  public synchronized boolean replace(K key, V old, V value) {
    Objects.requireNonNull(old);
    Objects.requireNonNull(value);
    return super.replace(key, old, value);
  }

  @Override
  public synchronized void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    super.replaceAll(function);
  }

  @Override
  public synchronized void forEach(BiConsumer<? super K, ? super V> action) {
    super.forEach(action);
  }

  private void checkUnchanged(int expected) {
    if (modCount != expected)
      throw new ConcurrentModificationException();
  }

  @Override
  public synchronized V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
    Objects.requireNonNull(function);
    int expected = modCount;
    Node<K, V> node = find(key);
    if (node != null)
      return node.getValue();
    V value = function.apply(key);
    checkUnchanged(expected);
    if (value != null)
      insert(key, value);
    return value;
  }

  @Override
  public synchronized V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
    Objects.requireNonNull(function);
    int expected = modCount;
    Node<K, V> node = find(key);
    V value = function.apply(key, node == null ? null : node.getValue());
    checkUnchanged(expected);
    return store(node, key, value);
  }

  @Override
  public synchronized V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
    return containsKey(key) ? compute(key, function) : null;
  }

  @Override
  public synchronized V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
    Objects.requireNonNull(function);
    int expected = modCount;
    Node<K, V> node = find(key);
    V merged = node == null ? value : function.apply(node.getValue(), value);
    checkUnchanged(expected);
    return store(node, key, merged);
  }

  private V store(Node<K, V> node, K key, V value) {
    if (node == null && value != null)
      insert(key, value);
    else if (node != null && value == null)
      delete(node);
    else if (node != null)
      node.setValue(value);
    return value;
  }

  public synchronized Enumeration<K> keys() {
    return Collections.enumeration(keySet());
  }

  public synchronized Enumeration<V> elements() {
    return Collections.enumeration(values());
  }

  @Override
  public Set<Entry<K, V>> entrySet() {
    return new Entries();
  }

  @Override
  public synchronized boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public synchronized int hashCode() {
    return super.hashCode();
  }

  @Override
  public synchronized String toString() {
    return super.toString();
  }

  @Override
  public synchronized Object clone() {
    Hashtable<K, V> copy = new Hashtable<>(table.length, loadFactor);
    for (int i = table.length; i-- > 0;)
      copy.table[i] = copyChain(table[i]);
    copy.count = count;
    return copy;
  }

  private static <K, V> Node<K, V> copyChain(Node<K, V> node) {
    return node == null ? null : new Node<>(node.hash, node.getKey(), node.getValue(), copyChain(node.next));
  }

  private final class Entries extends AbstractSet<Entry<K, V>> {
    @Override
    public int size() {
      return count;
    }

    @Override
    public boolean contains(Object wanted) {
      synchronized (Hashtable.this) {
        return wanted instanceof Entry && wanted.equals(find(((Entry<?, ?>) wanted).getKey()));
      }
    }

    @Override
    public boolean remove(Object unwanted) {
      synchronized (Hashtable.this) {
        if (!contains(unwanted))
          return false;
        delete(find(((Entry<?, ?>) unwanted).getKey()));
        return true;
      }
    }

    @Override
    public void clear() {
      Hashtable.this.clear();
    }

    @Override
    public Iterator<Entry<K, V>> iterator() {
      return new Walk();
    }
  }

  private final class Walk implements Iterator<Entry<K, V>> {
    private final Node<K, V>[] walked = table;
    private int index = walked.length;
    private Node<K, V> next;
    private Node<K, V> last;
    private int expected = modCount;

    @Override
    public boolean hasNext() {
      while (next == null && index > 0)
        next = walked[--index];
      return next != null;
    }

    @Override
    public Entry<K, V> next() {
      checkUnchanged(expected);
      if (!hasNext())
        throw new NoSuchElementException("Hashtable Enumerator");
      last = next;
      next = next.next;
      return last;
    }

    @Override
    public void remove() {
      if (last == null)
        throw new IllegalStateException("Hashtable Enumerator");
      synchronized (Hashtable.this) {
        checkUnchanged(expected);
        delete(last);
        expected = modCount;
      }
      last = null;
    }
  }

  private synchronized void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeInt(table.length);
    out.writeInt(count);
    ArrayList<Node<K, V>> nodes = new ArrayList<>(count);
    for (Node<K, V> chain : table)
      for (Node<K, V> node = chain; node != null; node = node.next)
        nodes.add(node);
    for (int i = nodes.size(); i-- > 0;) {
      out.writeObject(nodes.get(i).getKey());
      out.writeObject(nodes.get(i).getValue());
    }
  }

  @SuppressWarnings("unchecked")
  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.readFields();
    int length = Math.max(in.readInt(), count + 1);
    int entries = in.readInt();
    if (entries < 0)
      throw new InvalidObjectException("Illegal # of Elements: " + entries);
    int wanted = (int) ((entries + entries / 20) / LOAD_FACTOR) + 3;
    if (wanted > entries && (wanted & 1) == 0)
      wanted--;
    makeTable(Math.max(1, Math.min(Math.min(wanted, length), MOST_EXPECTED)));
    for (; entries > 0; entries--) {
      K key = (K) in.readObject();
      V value = (V) in.readObject();
      if (value == null || find(key) != null)
        throw new InvalidObjectException("a table with the same key twice, or without a value");
      insert(key, value);
    }
  }
}
