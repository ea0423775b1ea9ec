/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A search tree as a map: all of it, or the keys between two bounds, upwards or downwards. Everything is asked in the
 * direction of the view; the two methods next() and edge() turn that into the order of the tree. */
package java.util;

abstract class TreeView<K, V> extends AbstractMap<K, V> implements NavigableMap<K, V> {
  final SearchTree<K, V> tree;
  private final boolean down;
  /* Bounds in the order of the tree. */
  private final Bound<K> low;
  private final Bound<K> high;

  private static final class Bound<K> {
    final K key;
    final boolean inclusive;

    Bound(K key, boolean inclusive) {
      this.key = key;
      this.inclusive = inclusive;
    }
  }

  private static final class Part<K, V> extends TreeView<K, V> {
    Part(SearchTree<K, V> tree, Bound<K> low, Bound<K> high, boolean down) {
      super(tree, low, high, down);
    }
  }

  TreeView(SearchTree<K, V> tree) {
    this(tree, null, null, false);
  }

  private TreeView(SearchTree<K, V> tree, Bound<K> low, Bound<K> high, boolean down) {
    this.tree = tree;
    this.low = low;
    this.high = high;
    this.down = down;
  }

  private boolean aboveLow(Object key) {
    int side = low == null ? 1 : tree.compare(key, low.key);
    return side > 0 || side == 0 && low.inclusive;
  }

  private boolean belowHigh(Object key) {
    int side = high == null ? -1 : tree.compare(key, high.key);
    return side < 0 || side == 0 && high.inclusive;
  }

  private boolean inside(Object key) {
    return aboveLow(key) && belowHigh(key);
  }

  private SearchTree.Node<K, V> checked(SearchTree.Node<K, V> node) {
    return node != null && inside(node.getKey()) ? node : null;
  }

  /* The first node of the view, or its last. */
  private SearchTree.Node<K, V> edge(boolean end) {
    if (end == down)
      return checked(low == null ? tree.first() : tree.above(low.key, low.inclusive));
    return checked(high == null ? tree.last() : tree.below(high.key, high.inclusive));
  }

  /* The node next to `key` in the view, or with `backwards` before it. */
  private SearchTree.Node<K, V> next(K key, boolean inclusive, boolean backwards) {
    if (backwards == down)
      return aboveLow(key) ? checked(tree.above(key, inclusive)) : edge(down);
    return belowHigh(key) ? checked(tree.below(key, inclusive)) : edge(!down);
  }

  /* The node behind `node` in the view, or null. */
  private SearchTree.Node<K, V> step(SearchTree.Node<K, V> node) {
    return checked(down ? tree.before(node) : tree.after(node));
  }

  private SearchTree.Node<K, V> find(Object key) {
    SearchTree.Node<K, V> node = tree.find(key);
    return checked(node);
  }

  private static <K> K keyOf(Entry<K, ?> entry) {
    return entry == null ? null : entry.getKey();
  }

  private static <K, V> Entry<K, V> copy(Entry<K, V> entry) {
    return entry == null ? null : new SimpleImmutableEntry<>(entry.getKey(), entry.getValue());
  }

  @Override
  public int size() {
    if (low == null && high == null)
      return tree.size;
    int count = 0;
    for (SearchTree.Node<K, V> node = edge(false); node != null; node = step(node))
      count++;
    return count;
  }

  @Override
  public boolean isEmpty() {
    return edge(false) == null;
  }

  @Override
  public boolean containsKey(Object key) {
    return find(key) != null;
  }

  @Override
  public V get(Object key) {
    SearchTree.Node<K, V> node = find(key);
    return node == null ? null : node.getValue();
  }

  @Override
  public V put(K key, V value) {
    if (key == null && tree.order == null)
      throw new NullPointerException();
    if (!inside(key))
      throw new IllegalArgumentException("key out of range");
    SearchTree.Node<K, V> present = tree.insert(key, value);
    return present == null ? null : present.setValue(value);
  }

  @Override
  public V remove(Object key) {
    SearchTree.Node<K, V> node = find(key);
    if (node == null)
      return null;
    tree.delete(node);
    return node.getValue();
  }

  @Override
  public void clear() {
    if (low == null && high == null)
      tree.clear();
    else
      super.clear();
  }

  @Override
  public Comparator<? super K> comparator() {
    if (!down)
      return tree.order;
    return (a, b) -> tree.compare(b, a);
  }

  @Override
  public K firstKey() {
    return present(edge(false)).getKey();
  }

  @Override
  public K lastKey() {
    return present(edge(true)).getKey();
  }

  private static <T> T present(T object) {
    if (object == null)
      throw new NoSuchElementException();
    return object;
  }

  @Override
  public Entry<K, V> firstEntry() {
    return copy(edge(false));
  }

  @Override
  public Entry<K, V> lastEntry() {
    return copy(edge(true));
  }

  @Override
  public Entry<K, V> lowerEntry(K key) {
    return copy(next(key, false, true));
  }

  @Override
  public Entry<K, V> floorEntry(K key) {
    return copy(next(key, true, true));
  }

  @Override
  public Entry<K, V> ceilingEntry(K key) {
    return copy(next(key, true, false));
  }

  @Override
  public Entry<K, V> higherEntry(K key) {
    return copy(next(key, false, false));
  }

  @Override
  public K lowerKey(K key) {
    return keyOf(next(key, false, true));
  }

  @Override
  public K floorKey(K key) {
    return keyOf(next(key, true, true));
  }

  @Override
  public K ceilingKey(K key) {
    return keyOf(next(key, true, false));
  }

  @Override
  public K higherKey(K key) {
    return keyOf(next(key, false, false));
  }

  private Entry<K, V> poll(SearchTree.Node<K, V> node) {
    if (node != null)
      tree.delete(node);
    return copy(node);
  }

  @Override
  public Entry<K, V> pollFirstEntry() {
    return poll(edge(false));
  }

  @Override
  public Entry<K, V> pollLastEntry() {
    return poll(edge(true));
  }

  @Override
  public NavigableMap<K, V> descendingMap() {
    return new Part<>(tree, low, high, !down);
  }

  @Override
  public NavigableSet<K> navigableKeySet() {
    return new TreeSet<>(this, true);
  }

  @Override
  public Set<K> keySet() {
    return navigableKeySet();
  }

  @Override
  public NavigableSet<K> descendingKeySet() {
    return descendingMap().navigableKeySet();
  }

  /* A bound that is not in the new view may lie on the edge of this one. */
  private void checkBound(K key, boolean inclusive, String name) {
    tree.compare(key, key);
    boolean fits = inclusive ? inside(key)
        : (low == null || tree.compare(key, low.key) >= 0) && (high == null || tree.compare(key, high.key) <= 0);
    if (!fits)
      throw new IllegalArgumentException(name + " out of range");
  }

  @Override
  public NavigableMap<K, V> headMap(K to, boolean inclusive) {
    checkBound(to, inclusive, "toKey");
    Bound<K> bound = new Bound<>(to, inclusive);
    return down ? new Part<>(tree, bound, high, true) : new Part<>(tree, low, bound, false);
  }

  @Override
  public NavigableMap<K, V> tailMap(K from, boolean inclusive) {
    checkBound(from, inclusive, "fromKey");
    Bound<K> bound = new Bound<>(from, inclusive);
    return down ? new Part<>(tree, low, bound, true) : new Part<>(tree, bound, high, false);
  }

  @Override
  public NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
    if (tree.compare(from, to) * (down ? -1 : 1) > 0)
      throw new IllegalArgumentException("fromKey > toKey");
    checkBound(from, fromInclusive, "fromKey");
    checkBound(to, toInclusive, "toKey");
    Bound<K> first = new Bound<>(from, fromInclusive);
    Bound<K> last = new Bound<>(to, toInclusive);
    return new Part<>(tree, down ? last : first, down ? first : last, down);
  }

  @Override
  public SortedMap<K, V> headMap(K to) {
    return headMap(to, false);
  }

  @Override
  public SortedMap<K, V> tailMap(K from) {
    return tailMap(from, true);
  }

  @Override
  public SortedMap<K, V> subMap(K from, K to) {
    return subMap(from, true, to, false);
  }

  @Override
  public Set<Entry<K, V>> entrySet() {
    return new Entries();
  }

  private final class Entries extends AbstractSet<Entry<K, V>> {
    @Override
    public int size() {
      return TreeView.this.size();
    }

    @Override
    public boolean contains(Object wanted) {
      return wanted instanceof Entry && wanted.equals(find(((Entry<?, ?>) wanted).getKey()));
    }

    @Override
    public boolean remove(Object unwanted) {
      if (!contains(unwanted))
        return false;
      tree.delete(find(((Entry<?, ?>) unwanted).getKey()));
      return true;
    }

    @Override
    public Iterator<Entry<K, V>> iterator() {
      return new Walk();
    }
  }

  private final class Walk implements Iterator<Entry<K, V>> {
    private SearchTree.Node<K, V> next = edge(false);
    private SearchTree.Node<K, V> last;
    private int expected = tree.modCount;

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public Entry<K, V> next() {
      last = present(next);
      if (tree.modCount != expected)
        throw new ConcurrentModificationException();
      next = step(last);
      return last;
    }

    @Override
    public void remove() {
      if (last == null)
        throw new IllegalStateException();
      if (tree.modCount != expected)
        throw new ConcurrentModificationException();
      tree.delete(last);
      last = null;
      expected = tree.modCount;
    }
  }
}
