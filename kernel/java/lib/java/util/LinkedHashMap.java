/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A HashMap that is walked in the order of insertion, or of last use. */
package java.util;

public class LinkedHashMap<K, V> extends HashMap<K, V> {
  private Node<K, V> first;
  private Node<K, V> last;
  private final boolean byUse;

  public LinkedHashMap() {
    byUse = false;
  }

  public LinkedHashMap(int capacity) {
    super(capacity);
    byUse = false;
  }

  public LinkedHashMap(int capacity, float loadFactor) {
    this(capacity, loadFactor, false);
  }

  public LinkedHashMap(int capacity, float loadFactor, boolean accessOrder) {
    super(capacity, loadFactor);
    byUse = accessOrder;
  }

  public LinkedHashMap(Map<? extends K, ? extends V> other) {
    byUse = false;
    putAll(other);
  }

  /* Called after an insertion with the oldest entry; true has it removed. */
  protected boolean removeEldestEntry(Entry<K, V> eldest) {
    return false;
  }

  @Override
  void linked(Node<K, V> node) {
    node.before = last;
    if (last == null)
      first = node;
    else
      last.after = node;
    last = node;
  }

  @Override
  void unlinked(Node<K, V> node) {
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
    if (byUse && last != node) {
      unlinked(node);
      linked(node);
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
      next = next.after;
    }
  }
}
