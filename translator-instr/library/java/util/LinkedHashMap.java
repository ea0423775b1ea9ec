/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A HashMap that is walked in the order of insertion, or of last use. */
package java.util;

public class LinkedHashMap<K, V> extends HashMap<K, V> {
  private static final long serialVersionUID = 3801124242820219131L;

  private static final class Link<K, V> extends Node<K, V> {
    Link<K, V> before;
    Link<K, V> after;

    Link(int hash, K key, V value) {
      super(hash, key, value);
    }
  }

  private transient Link<K, V> first;
  private transient Link<K, V> last;
  private final boolean accessOrder;

  public LinkedHashMap() {
    accessOrder = false;
  }

  public LinkedHashMap(int capacity) {
    super(capacity);
    accessOrder = false;
  }

  public LinkedHashMap(int capacity, float loadFactor) {
    this(capacity, loadFactor, false);
  }

  public LinkedHashMap(int capacity, float loadFactor, boolean accessOrder) {
    super(capacity, loadFactor);
    this.accessOrder = accessOrder;
  }

  public LinkedHashMap(Map<? extends K, ? extends V> other) {
    accessOrder = false;
    putAll(other);
  }

  /* Called after an insertion with the oldest entry; true has it removed. */
  protected boolean removeEldestEntry(Entry<K, V> eldest) {
    return false;
  }

  @Override
  Node<K, V> newNode(int hash, K key, V value) {
    Link<K, V> node = new Link<>(hash, key, value);
    append(node);
    return node;
  }

  private void append(Link<K, V> node) {
    node.before = last;
    if (last == null)
      first = node;
    else
      last.after = node;
    last = node;
  }

  @Override
  void unlinked(Node<K, V> gone) {
    Link<K, V> node = (Link<K, V>) gone;
    if (node.before == null)
      first = node.after;
    else
      node.before.after = node.after;
    if (node.after == null)
      last = node.before;
    else
      node.after.before = node.before;
    node.before = null;
    node.after = null;
  }

  @Override
  void used(Node<K, V> node) {
    if (accessOrder && last != node) {
      unlinked(node);
      append((Link<K, V>) node);
      modCount++;
    }
  }

  @Override
  void inserted() {
    if (first != null && removeEldestEntry(first))
      delete(first);
  }

  @Override
  void cleared() {
    first = null;
    last = null;
  }

  @Override
  Iterator<Entry<K, V>> entryIterator() {
    return new ListWalk();
  }

  @Override
  public Object clone() {
    return new LinkedHashMap<>(this);
  }

  private final class ListWalk extends Walk {
    ListWalk() {
      next = first;
    }

    @Override
    void advance() {
      next = ((Link<K, V>) next).after;
    }
  }
}
