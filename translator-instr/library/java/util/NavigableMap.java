/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A sorted map that finds the nearest keys. */
package java.util;

public interface NavigableMap<K, V> extends SortedMap<K, V> {
  Entry<K, V> firstEntry();

  Entry<K, V> lastEntry();

  Entry<K, V> lowerEntry(K key);

  Entry<K, V> floorEntry(K key);

  Entry<K, V> ceilingEntry(K key);

  Entry<K, V> higherEntry(K key);

  K lowerKey(K key);

  K floorKey(K key);

  K ceilingKey(K key);

  K higherKey(K key);

  Entry<K, V> pollFirstEntry();

  Entry<K, V> pollLastEntry();

  NavigableMap<K, V> descendingMap();

  NavigableSet<K> navigableKeySet();

  NavigableSet<K> descendingKeySet();

  NavigableMap<K, V> headMap(K to, boolean inclusive);

  NavigableMap<K, V> tailMap(K from, boolean inclusive);

  NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive);
}
