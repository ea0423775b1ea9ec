/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A map in the order of its keys. */
package java.util;

public interface SortedMap<K, V> extends Map<K, V> {
  Comparator<? super K> comparator();

  K firstKey();

  K lastKey();

  SortedMap<K, V> headMap(K to);

  SortedMap<K, V> tailMap(K from);

  SortedMap<K, V> subMap(K from, K to);
}
