/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Operations on collections: sorting, searching, shuffling, views. */
package java.util;

public final class Collections {
  public static final List<?> EMPTY_LIST = new Copies<>(0, null);
  public static final Set<?> EMPTY_SET = unmodifiableSet(new HashSet<>());
  public static final Map<?, ?> EMPTY_MAP = unmodifiableMap(new HashMap<>());

  private Collections() {
  }

  public static <T extends Comparable<? super T>> void sort(List<T> list) {
    list.sort(null);
  }

  public static <T> void sort(List<T> list, Comparator<? super T> order) {
    list.sort(order);
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object a, Object b, Comparator<?> order) {
    return order == null ? ((Comparable<Object>) a).compareTo(b) : ((Comparator<Object>) order).compare(a, b);
  }

  public static <T> int binarySearch(List<? extends Comparable<? super T>> list, T wanted) {
    return binarySearch(list, wanted, (Comparator<?>) null, 0);
  }

  public static <T> int binarySearch(List<? extends T> list, T wanted, Comparator<? super T> order) {
    return binarySearch(list, wanted, order, 0);
  }

  private static int binarySearch(List<?> list, Object wanted, Comparator<?> order, int low) {
    int high = list.size() - 1;
    while (low <= high) {
      int middle = low + high >>> 1;
      int result = compare(list.get(middle), wanted, order);
      if (result == 0)
        return middle;
      if (result < 0)
        low = middle + 1;
      else
        high = middle - 1;
    }
    return -(low + 1);
  }

  public static <T> void swap(List<T> list, int i, int j) {
    list.set(i, list.set(j, list.get(i)));
  }

  public static void reverse(List<?> list) {
    for (int i = 0, j = list.size() - 1; i < j; i++, j--)
      swap(list, i, j);
  }

  public static void shuffle(List<?> list) {
    shuffle(list, new Random());
  }

  public static void shuffle(List<?> list, Random random) {
    for (int i = list.size(); i > 1; i--)
      swap(list, i - 1, random.nextInt(i));
  }

  public static <T> void fill(List<? super T> list, T value) {
    for (int i = 0; i < list.size(); i++)
      list.set(i, value);
  }

  public static void rotate(List<?> list, int distance) {
    int size = list.size();
    if (size == 0)
      return;
    int split = Math.floorMod(-distance, size);
    reverse(list.subList(0, split));
    reverse(list.subList(split, size));
    reverse(list);
  }

  public static <T extends Object & Comparable<? super T>> T min(Collection<? extends T> elements) {
    return min(elements, null);
  }

  public static <T> T min(Collection<? extends T> elements, Comparator<? super T> order) {
    Iterator<? extends T> each = elements.iterator();
    T best = each.next();
    while (each.hasNext()) {
      T element = each.next();
      if (compare(element, best, order) < 0)
        best = element;
    }
    return best;
  }

  public static <T extends Object & Comparable<? super T>> T max(Collection<? extends T> elements) {
    return max(elements, null);
  }

  public static <T> T max(Collection<? extends T> elements, Comparator<? super T> order) {
    return min(elements, order == null ? (a, b) -> compare(b, a, null) : order.reversed());
  }

  public static int frequency(Collection<?> elements, Object wanted) {
    int count = 0;
    for (Object element : elements)
      if (Objects.equals(wanted, element))
        count++;
    return count;
  }

  @SafeVarargs
  public static <T> boolean addAll(Collection<? super T> to, T... elements) {
    boolean changed = false;
    for (T element : elements)
      changed |= to.add(element);
    return changed;
  }

  public static <T> Comparator<T> reverseOrder() {
    return (a, b) -> compare(b, a, null);
  }

  public static <T> Comparator<T> reverseOrder(Comparator<T> order) {
    return order == null ? reverseOrder() : (a, b) -> order.compare(b, a);
  }

  public static <T> void copy(List<? super T> to, List<? extends T> from) {
    if (from.size() > to.size())
      throw new IndexOutOfBoundsException("Source does not fit in dest");
    for (int i = 0; i < from.size(); i++)
      to.set(i, from.get(i));
  }

  public static <T> boolean replaceAll(List<T> list, T old, T now) {
    boolean changed = false;
    for (ListIterator<T> each = list.listIterator(); each.hasNext();)
      if (Objects.equals(old, each.next())) {
        each.set(now);
        changed = true;
      }
    return changed;
  }

  public static int indexOfSubList(List<?> list, List<?> wanted) {
    for (int at = 0; at <= list.size() - wanted.size(); at++)
      if (list.subList(at, at + wanted.size()).equals(wanted))
        return at;
    return -1;
  }

  public static int lastIndexOfSubList(List<?> list, List<?> wanted) {
    for (int at = list.size() - wanted.size(); at >= 0; at--)
      if (list.subList(at, at + wanted.size()).equals(wanted))
        return at;
    return -1;
  }

  public static boolean disjoint(Collection<?> a, Collection<?> b) {
    for (Object element : a)
      if (b.contains(element))
        return false;
    return true;
  }

  public static <T> Enumeration<T> enumeration(Collection<T> elements) {
    Iterator<T> each = elements.iterator();
    return new Enumeration<T>() {
      @Override
      public boolean hasMoreElements() {
        return each.hasNext();
      }

      @Override
      public T nextElement() {
        return each.next();
      }
    };
  }

  public static <T> ArrayList<T> list(Enumeration<T> elements) {
    ArrayList<T> list = new ArrayList<>();
    while (elements.hasMoreElements())
      list.add(elements.nextElement());
    return list;
  }

  public static <T> Iterator<T> emptyIterator() {
    return Collections.<T>emptyList().iterator();
  }

  @SuppressWarnings("unchecked")
  public static <T> ListIterator<T> emptyListIterator() {
    return Collections.<T>emptyList().listIterator();
  }

  public static <T> Enumeration<T> emptyEnumeration() {
    return enumeration(Collections.<T>emptyList());
  }

  /* What is added comes out first. */
  public static <T> Queue<T> asLifoQueue(Deque<T> deque) {
    Objects.requireNonNull(deque);
    return new AbstractQueue<T>() {
      @Override
      public boolean add(T element) {
        deque.addFirst(element);
        return true;
      }

      @Override
      public boolean offer(T element) {
        return deque.offerFirst(element);
      }

      @Override
      public T poll() {
        return deque.poll();
      }

      @Override
      public T peek() {
        return deque.peek();
      }

      @Override
      public int size() {
        return deque.size();
      }

      @Override
      public boolean contains(Object wanted) {
        return deque.contains(wanted);
      }

      @Override
      public boolean remove(Object unwanted) {
        return deque.remove(unwanted);
      }

      @Override
      public Iterator<T> iterator() {
        return deque.iterator();
      }
    };
  }

  public static <T> List<T> emptyList() {
    return (List<T>) EMPTY_LIST;
  }

  @SuppressWarnings("unchecked")
  public static <T> Set<T> emptySet() {
    return (Set<T>) EMPTY_SET;
  }

  @SuppressWarnings("unchecked")
  public static <K, V> Map<K, V> emptyMap() {
    return (Map<K, V>) EMPTY_MAP;
  }

  public static <K, V> Map<K, V> singletonMap(K key, V value) {
    Map<K, V> map = new HashMap<>();
    map.put(key, value);
    return unmodifiableMap(map);
  }

  /* The set of the keys of `map`, which must be empty and is the caller's no more. */
  public static <T> Set<T> newSetFromMap(Map<T, Boolean> map) {
    if (!map.isEmpty())
      throw new IllegalArgumentException("Map is non-empty");
    return new AbstractSet<T>() {
      @Override
      public int size() {
        return map.size();
      }

      @Override
      public boolean contains(Object wanted) {
        return map.containsKey(wanted);
      }

      @Override
      public boolean add(T element) {
        return map.put(element, Boolean.TRUE) == null;
      }

      @Override
      public boolean remove(Object unwanted) {
        return map.remove(unwanted) != null;
      }

      @Override
      public void clear() {
        map.clear();
      }

      @Override
      public Iterator<T> iterator() {
        return map.keySet().iterator();
      }
    };
  }

  public static <T> Collection<T> synchronizedCollection(Collection<T> elements) {
    return new Locked.OfCollection<>(elements);
  }

  public static <T> List<T> synchronizedList(List<T> list) {
    return new Locked.OfList<>(list);
  }

  public static <T> Set<T> synchronizedSet(Set<T> set) {
    return new Locked.OfSet<>(set);
  }

  public static <K, V> Map<K, V> synchronizedMap(Map<K, V> map) {
    return new Locked.OfMap<>(map);
  }

  public static <T> List<T> singletonList(T element) {
    return new Copies<>(1, element);
  }

  public static <T> Set<T> singleton(T element) {
    Set<T> set = new HashSet<>();
    set.add(element);
    return unmodifiableSet(set);
  }

  public static <T> List<T> nCopies(int count, T element) {
    if (count < 0)
      throw new IllegalArgumentException("List length = " + count);
    return new Copies<>(count, element);
  }

  /* What cannot be changed, and takes the same room however many there are. */
  private static final class Copies<T> extends AbstractList<T> implements RandomAccess, java.io.Serializable {
    private final int count;
    private final T element;

    Copies(int count, T element) {
      this.count = count;
      this.element = element;
    }

    @Override
    public T get(int index) {
      if (index < 0 || index >= count)
        throw new IndexOutOfBoundsException("Index: " + index + (this == EMPTY_LIST ? "" : ", Size: " + count));
      return element;
    }

    @Override
    public int size() {
      return count;
    }

    @Override
    public boolean contains(Object wanted) {
      return count > 0 && Objects.equals(wanted, element);
    }

    @Override
    public void sort(Comparator<? super T> order) {
      if (count > 1)
        super.sort(order);
    }
  }

  public static <T> Collection<T> unmodifiableCollection(Collection<? extends T> elements) {
    return new ReadOnly.OfCollection<>(elements);
  }

  public static <T> List<T> unmodifiableList(List<? extends T> list) {
    return new ReadOnly.OfList<>(list);
  }

  public static <T> Set<T> unmodifiableSet(Set<? extends T> set) {
    return new ReadOnly.OfSet<>(set);
  }

  public static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> map) {
    return new ReadOnly.OfMap<>(map);
  }
}
