/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A map in the order of its keys. */
package java.util;

public class TreeMap<K, V> extends TreeView<K, V> implements Cloneable, java.io.Serializable {
  public TreeMap() {
    super(new SearchTree<>(null));
  }

  public TreeMap(Comparator<? super K> order) {
    super(new SearchTree<>(order));
  }

  public TreeMap(Map<? extends K, ? extends V> source) {
    this();
    putAll(source);
  }

  public TreeMap(SortedMap<K, ? extends V> source) {
    this(source.comparator());
    putAll(source);
  }

  @Override
  public Object clone() {
    return new TreeMap<>((SortedMap<K, V>) this);
  }
}
