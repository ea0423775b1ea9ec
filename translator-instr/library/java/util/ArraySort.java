/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Sorting. Objects by a stable merge sort that leaves sorted runs alone; numbers by heap-bounded quicksort
 * (introsort, Musser 1997), bytes and chars by the same. Floating point is sorted by its ordered bits, so -0.0
 * comes before 0.0 and not-a-number last. */
package java.util;

final class ArraySort {
  /* Shorter ranges are sorted by insertion; a power of two near the least time for random ints and objects. */
  private static final int SHORT = 16;

  private ArraySort() {
  }

  static <T> void sort(T[] array, int from, int to, Comparator<? super T> order) {
    if (to - from > 1)
      merge(array.clone(), array, from, to, order);
  }

  @SuppressWarnings("unchecked")
  private static <T> int compare(T a, T b, Comparator<? super T> order) {
    return order == null ? ((Comparable<T>) a).compareTo(b) : order.compare(a, b);
  }

  private static <T> void insertion(T[] array, int from, int to, Comparator<? super T> order) {
    for (int i = from + 1; i < to; i++) {
      T element = array[i];
      int at = i;
      for (; at > from && compare(array[at - 1], element, order) > 0; at--)
        array[at] = array[at - 1];
      array[at] = element;
    }
  }

  /* Both arrays hold the same elements at first; `to` is sorted at the end. */
  private static <T> void merge(T[] spare, T[] array, int from, int to, Comparator<? super T> order) {
    if (to - from <= SHORT) {
      insertion(array, from, to, order);
      return;
    }
    int middle = from + to >>> 1;
    merge(array, spare, from, middle, order);
    merge(array, spare, middle, to, order);
    if (compare(spare[middle - 1], spare[middle], order) <= 0) {
      System.arraycopy(spare, from, array, from, to - from);
      return;
    }
    for (int at = from, left = from, right = middle; at < to; at++)
      if (right >= to || left < middle && compare(spare[left], spare[right], order) <= 0)
        array[at] = spare[left++];
      else
        array[at] = spare[right++];
  }

  private static int depthLimit(int length) {
    return 2 * (32 - Integer.numberOfLeadingZeros(length));
  }

  static void sort(byte[] array, int from, int to) {
    quick(array, from, to, depthLimit(to - from));
  }

  private static void quick(byte[] array, int from, int to, int depth) {
    while (to - from > SHORT) {
      if (depth-- == 0) {
        heap(array, from, to - from);
        return;
      }
      byte pivot = median(array[from], array[from + to >>> 1], array[to - 1]);
      int left = from;
      int right = to - 1;
      while (left <= right) {
        while (array[left] < pivot)
          left++;
        while (array[right] > pivot)
          right--;
        if (left <= right) {
          byte moved = array[left];
          array[left++] = array[right];
          array[right--] = moved;
        }
      }
      quick(array, left, to, depth);
      to = right + 1;
    }
    for (int i = from + 1; i < to; i++) {
      byte element = array[i];
      int at = i;
      for (; at > from && array[at - 1] > element; at--)
        array[at] = array[at - 1];
      array[at] = element;
    }
  }

  private static byte median(byte a, byte b, byte c) {
    return a < b ? b < c ? b : a < c ? c : a : a < c ? a : b < c ? c : b;
  }

  private static void heap(byte[] array, int from, int count) {
    for (int root = count / 2 - 1; root >= 0; root--)
      sink(array, from, root, count);
    while (--count > 0) {
      byte largest = array[from];
      array[from] = array[from + count];
      array[from + count] = largest;
      sink(array, from, 0, count);
    }
  }

  private static void sink(byte[] array, int from, int root, int count) {
    byte element = array[from + root];
    for (int child; (child = 2 * root + 1) < count; root = child) {
      if (child + 1 < count && array[from + child + 1] > array[from + child])
        child++;
      if (array[from + child] <= element)
        break;
      array[from + root] = array[from + child];
    }
    array[from + root] = element;
  }

  static void sort(char[] array, int from, int to) {
    quick(array, from, to, depthLimit(to - from));
  }

  private static void quick(char[] array, int from, int to, int depth) {
    while (to - from > SHORT) {
      if (depth-- == 0) {
        heap(array, from, to - from);
        return;
      }
      char pivot = median(array[from], array[from + to >>> 1], array[to - 1]);
      int left = from;
      int right = to - 1;
      while (left <= right) {
        while (array[left] < pivot)
          left++;
        while (array[right] > pivot)
          right--;
        if (left <= right) {
          char moved = array[left];
          array[left++] = array[right];
          array[right--] = moved;
        }
      }
      quick(array, left, to, depth);
      to = right + 1;
    }
    for (int i = from + 1; i < to; i++) {
      char element = array[i];
      int at = i;
      for (; at > from && array[at - 1] > element; at--)
        array[at] = array[at - 1];
      array[at] = element;
    }
  }

  private static char median(char a, char b, char c) {
    return a < b ? b < c ? b : a < c ? c : a : a < c ? a : b < c ? c : b;
  }

  private static void heap(char[] array, int from, int count) {
    for (int root = count / 2 - 1; root >= 0; root--)
      sink(array, from, root, count);
    while (--count > 0) {
      char largest = array[from];
      array[from] = array[from + count];
      array[from + count] = largest;
      sink(array, from, 0, count);
    }
  }

  private static void sink(char[] array, int from, int root, int count) {
    char element = array[from + root];
    for (int child; (child = 2 * root + 1) < count; root = child) {
      if (child + 1 < count && array[from + child + 1] > array[from + child])
        child++;
      if (array[from + child] <= element)
        break;
      array[from + root] = array[from + child];
    }
    array[from + root] = element;
  }

  static void sort(short[] array, int from, int to) {
    quick(array, from, to, depthLimit(to - from));
  }

  private static void quick(short[] array, int from, int to, int depth) {
    while (to - from > SHORT) {
      if (depth-- == 0) {
        heap(array, from, to - from);
        return;
      }
      short pivot = median(array[from], array[from + to >>> 1], array[to - 1]);
      int left = from;
      int right = to - 1;
      while (left <= right) {
        while (array[left] < pivot)
          left++;
        while (array[right] > pivot)
          right--;
        if (left <= right) {
          short moved = array[left];
          array[left++] = array[right];
          array[right--] = moved;
        }
      }
      quick(array, left, to, depth);
      to = right + 1;
    }
    for (int i = from + 1; i < to; i++) {
      short element = array[i];
      int at = i;
      for (; at > from && array[at - 1] > element; at--)
        array[at] = array[at - 1];
      array[at] = element;
    }
  }

  private static short median(short a, short b, short c) {
    return a < b ? b < c ? b : a < c ? c : a : a < c ? a : b < c ? c : b;
  }

  private static void heap(short[] array, int from, int count) {
    for (int root = count / 2 - 1; root >= 0; root--)
      sink(array, from, root, count);
    while (--count > 0) {
      short largest = array[from];
      array[from] = array[from + count];
      array[from + count] = largest;
      sink(array, from, 0, count);
    }
  }

  private static void sink(short[] array, int from, int root, int count) {
    short element = array[from + root];
    for (int child; (child = 2 * root + 1) < count; root = child) {
      if (child + 1 < count && array[from + child + 1] > array[from + child])
        child++;
      if (array[from + child] <= element)
        break;
      array[from + root] = array[from + child];
    }
    array[from + root] = element;
  }

  static void sort(int[] array, int from, int to) {
    quick(array, from, to, depthLimit(to - from));
  }

  private static void quick(int[] array, int from, int to, int depth) {
    while (to - from > SHORT) {
      if (depth-- == 0) {
        heap(array, from, to - from);
        return;
      }
      int pivot = median(array[from], array[from + to >>> 1], array[to - 1]);
      int left = from;
      int right = to - 1;
      while (left <= right) {
        while (array[left] < pivot)
          left++;
        while (array[right] > pivot)
          right--;
        if (left <= right) {
          int moved = array[left];
          array[left++] = array[right];
          array[right--] = moved;
        }
      }
      quick(array, left, to, depth);
      to = right + 1;
    }
    for (int i = from + 1; i < to; i++) {
      int element = array[i];
      int at = i;
      for (; at > from && array[at - 1] > element; at--)
        array[at] = array[at - 1];
      array[at] = element;
    }
  }

  private static int median(int a, int b, int c) {
    return a < b ? b < c ? b : a < c ? c : a : a < c ? a : b < c ? c : b;
  }

  private static void heap(int[] array, int from, int count) {
    for (int root = count / 2 - 1; root >= 0; root--)
      sink(array, from, root, count);
    while (--count > 0) {
      int largest = array[from];
      array[from] = array[from + count];
      array[from + count] = largest;
      sink(array, from, 0, count);
    }
  }

  private static void sink(int[] array, int from, int root, int count) {
    int element = array[from + root];
    for (int child; (child = 2 * root + 1) < count; root = child) {
      if (child + 1 < count && array[from + child + 1] > array[from + child])
        child++;
      if (array[from + child] <= element)
        break;
      array[from + root] = array[from + child];
    }
    array[from + root] = element;
  }

  static void sort(long[] array, int from, int to) {
    quick(array, from, to, depthLimit(to - from));
  }

  private static void quick(long[] array, int from, int to, int depth) {
    while (to - from > SHORT) {
      if (depth-- == 0) {
        heap(array, from, to - from);
        return;
      }
      long pivot = median(array[from], array[from + to >>> 1], array[to - 1]);
      int left = from;
      int right = to - 1;
      while (left <= right) {
        while (array[left] < pivot)
          left++;
        while (array[right] > pivot)
          right--;
        if (left <= right) {
          long moved = array[left];
          array[left++] = array[right];
          array[right--] = moved;
        }
      }
      quick(array, left, to, depth);
      to = right + 1;
    }
    for (int i = from + 1; i < to; i++) {
      long element = array[i];
      int at = i;
      for (; at > from && array[at - 1] > element; at--)
        array[at] = array[at - 1];
      array[at] = element;
    }
  }

  private static long median(long a, long b, long c) {
    return a < b ? b < c ? b : a < c ? c : a : a < c ? a : b < c ? c : b;
  }

  private static void heap(long[] array, int from, int count) {
    for (int root = count / 2 - 1; root >= 0; root--)
      sink(array, from, root, count);
    while (--count > 0) {
      long largest = array[from];
      array[from] = array[from + count];
      array[from + count] = largest;
      sink(array, from, 0, count);
    }
  }

  private static void sink(long[] array, int from, int root, int count) {
    long element = array[from + root];
    for (int child; (child = 2 * root + 1) < count; root = child) {
      if (child + 1 < count && array[from + child + 1] > array[from + child])
        child++;
      if (array[from + child] <= element)
        break;
      array[from + root] = array[from + child];
    }
    array[from + root] = element;
  }

  static void sort(float[] array, int from, int to) {
    int[] keys = new int[to - from];
    for (int i = 0; i < keys.length; i++)
      keys[i] = ordered(Float.floatToIntBits(array[from + i]));
    sort(keys, 0, keys.length);
    for (int i = 0; i < keys.length; i++)
      array[from + i] = Float.intBitsToFloat(ordered(keys[i]));
  }

  /* Its own inverse: bits of floating point that compare as integers. */
  private static int ordered(int bits) {
    return bits ^ (bits >> 31 & 0x7fffffff);
  }

  static void sort(double[] array, int from, int to) {
    long[] keys = new long[to - from];
    for (int i = 0; i < keys.length; i++)
      keys[i] = ordered(Double.doubleToLongBits(array[from + i]));
    sort(keys, 0, keys.length);
    for (int i = 0; i < keys.length; i++)
      array[from + i] = Double.longBitsToDouble(ordered(keys[i]));
  }

  /* Its own inverse: bits of floating point that compare as integers. */
  private static long ordered(long bits) {
    return bits ^ (bits >> 63 & Long.MAX_VALUE);
  }
}
