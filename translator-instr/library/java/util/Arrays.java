/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Arrays: copying, filling, comparing, searching, sorting (ArraySort), showing. The same few methods for each type of
 * element, as the language wants it. */
package java.util;

import java.util.function.IntFunction;

public final class Arrays {
  private Arrays() {
  }

  private static void checkRange(int from, int to, int length) {
    if (from > to)
      throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
    if (from < 0)
      throw new ArrayIndexOutOfBoundsException(from);
    if (to > length)
      throw new ArrayIndexOutOfBoundsException(to);
  }

  /* How many elements copyOfRange() has to copy. */
  private static int part(int from, int to, int length) {
    if (from > to)
      throw new IllegalArgumentException(from + " > " + to);
    if (from < 0 || from > length)
      throw new ArrayIndexOutOfBoundsException("arraycopy: " + (from < 0 ? "source index " + from + " is negative"
          : "length " + (length - from) + " is negative"));
    return Math.min(to, length) - from;
  }

  public static boolean[] copyOf(boolean[] array, int length) {
    boolean[] copy = new boolean[length];
    System.arraycopy(array, 0, copy, 0, Math.min(length, array.length));
    return copy;
  }

  public static boolean[] copyOfRange(boolean[] array, int from, int to) {
    int count = part(from, to, array.length);
    boolean[] copy = new boolean[to - from];
    System.arraycopy(array, from, copy, 0, count);
    return copy;
  }

  public static void fill(boolean[] array, boolean value) {
    for (int i = 0; i < array.length; i++)
      array[i] = value;
  }

  public static void fill(boolean[] array, int from, int to, boolean value) {
    checkRange(from, to, array.length);
    for (int i = from; i < to; i++)
      array[i] = value;
  }

  public static boolean equals(boolean[] a, boolean[] b) {
    if (a == b)
      return true;
    if (a == null || b == null || a.length != b.length)
      return false;
    for (int i = 0; i < a.length; i++)
      if (a[i] != b[i])
        return false;
    return true;
  }

  public static int hashCode(boolean[] array) {
    if (array == null)
      return 0;
    int hash = 1;
    for (boolean element : array)
      hash = 31 * hash + Boolean.hashCode(element);
    return hash;
  }

  public static String toString(boolean[] array) {
    if (array == null)
      return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < array.length; i++)
      text.append(i > 0 ? ", " : "").append(array[i]);
    return text.append(']').toString();
  }

  public static byte[] copyOf(byte[] array, int length) {
    byte[] copy = new byte[length];
    System.arraycopy(array, 0, copy, 0, Math.min(length, array.length));
    return copy;
  }

  public static byte[] copyOfRange(byte[] array, int from, int to) {
    int count = part(from, to, array.length);
    byte[] copy = new byte[to - from];
    System.arraycopy(array, from, copy, 0, count);
    return copy;
  }

  public static void fill(byte[] array, byte value) {
    for (int i = 0; i < array.length; i++)
      array[i] = value;
  }

  public static void fill(byte[] array, int from, int to, byte value) {
    checkRange(from, to, array.length);
    for (int i = from; i < to; i++)
      array[i] = value;
  }

  public static boolean equals(byte[] a, byte[] b) {
    if (a == b)
      return true;
    if (a == null || b == null || a.length != b.length)
      return false;
    for (int i = 0; i < a.length; i++)
      if (a[i] != b[i])
        return false;
    return true;
  }

  public static int hashCode(byte[] array) {
    if (array == null)
      return 0;
    int hash = 1;
    for (byte element : array)
      hash = 31 * hash + Byte.hashCode(element);
    return hash;
  }

  public static String toString(byte[] array) {
    if (array == null)
      return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < array.length; i++)
      text.append(i > 0 ? ", " : "").append(array[i]);
    return text.append(']').toString();
  }

  public static void sort(byte[] array) {
    ArraySort.sort(array, 0, array.length);
  }

  public static void sort(byte[] array, int from, int to) {
    checkRange(from, to, array.length);
    ArraySort.sort(array, from, to);
  }

  public static int binarySearch(byte[] array, byte wanted) {
    return binarySearch(array, 0, array.length, wanted);
  }

  public static int binarySearch(byte[] array, int from, int to, byte wanted) {
    checkRange(from, to, array.length);
    int low = from;
    int high = to - 1;
    while (low <= high) {
      int middle = low + high >>> 1;
      int order = Byte.compare(array[middle], wanted);
      if (order == 0)
        return middle;
      if (order < 0)
        low = middle + 1;
      else
        high = middle - 1;
    }
    return -(low + 1);
  }

  public static char[] copyOf(char[] array, int length) {
    char[] copy = new char[length];
    System.arraycopy(array, 0, copy, 0, Math.min(length, array.length));
    return copy;
  }

  public static char[] copyOfRange(char[] array, int from, int to) {
    int count = part(from, to, array.length);
    char[] copy = new char[to - from];
    System.arraycopy(array, from, copy, 0, count);
    return copy;
  }

  public static void fill(char[] array, char value) {
    for (int i = 0; i < array.length; i++)
      array[i] = value;
  }

  public static void fill(char[] array, int from, int to, char value) {
    checkRange(from, to, array.length);
    for (int i = from; i < to; i++)
      array[i] = value;
  }

  public static boolean equals(char[] a, char[] b) {
    if (a == b)
      return true;
    if (a == null || b == null || a.length != b.length)
      return false;
    for (int i = 0; i < a.length; i++)
      if (a[i] != b[i])
        return false;
    return true;
  }

  public static int hashCode(char[] array) {
    if (array == null)
      return 0;
    int hash = 1;
    for (char element : array)
      hash = 31 * hash + Character.hashCode(element);
    return hash;
  }

  public static String toString(char[] array) {
    if (array == null)
      return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < array.length; i++)
      text.append(i > 0 ? ", " : "").append(array[i]);
    return text.append(']').toString();
  }

  public static void sort(char[] array) {
    ArraySort.sort(array, 0, array.length);
  }

  public static void sort(char[] array, int from, int to) {
    checkRange(from, to, array.length);
    ArraySort.sort(array, from, to);
  }

  public static int binarySearch(char[] array, char wanted) {
    return binarySearch(array, 0, array.length, wanted);
  }

  public static int binarySearch(char[] array, int from, int to, char wanted) {
    checkRange(from, to, array.length);
    int low = from;
    int high = to - 1;
    while (low <= high) {
      int middle = low + high >>> 1;
      int order = Character.compare(array[middle], wanted);
      if (order == 0)
        return middle;
      if (order < 0)
        low = middle + 1;
      else
        high = middle - 1;
    }
    return -(low + 1);
  }

  public static short[] copyOf(short[] array, int length) {
    short[] copy = new short[length];
    System.arraycopy(array, 0, copy, 0, Math.min(length, array.length));
    return copy;
  }

  public static short[] copyOfRange(short[] array, int from, int to) {
    int count = part(from, to, array.length);
    short[] copy = new short[to - from];
    System.arraycopy(array, from, copy, 0, count);
    return copy;
  }

  public static void fill(short[] array, short value) {
    for (int i = 0; i < array.length; i++)
      array[i] = value;
  }

  public static void fill(short[] array, int from, int to, short value) {
    checkRange(from, to, array.length);
    for (int i = from; i < to; i++)
      array[i] = value;
  }

  public static boolean equals(short[] a, short[] b) {
    if (a == b)
      return true;
    if (a == null || b == null || a.length != b.length)
      return false;
    for (int i = 0; i < a.length; i++)
      if (a[i] != b[i])
        return false;
    return true;
  }

  public static int hashCode(short[] array) {
    if (array == null)
      return 0;
    int hash = 1;
    for (short element : array)
      hash = 31 * hash + Short.hashCode(element);
    return hash;
  }

  public static String toString(short[] array) {
    if (array == null)
      return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < array.length; i++)
      text.append(i > 0 ? ", " : "").append(array[i]);
    return text.append(']').toString();
  }

  public static void sort(short[] array) {
    ArraySort.sort(array, 0, array.length);
  }

  public static void sort(short[] array, int from, int to) {
    checkRange(from, to, array.length);
    ArraySort.sort(array, from, to);
  }

  public static int binarySearch(short[] array, short wanted) {
    return binarySearch(array, 0, array.length, wanted);
  }

  public static int binarySearch(short[] array, int from, int to, short wanted) {
    checkRange(from, to, array.length);
    int low = from;
    int high = to - 1;
    while (low <= high) {
      int middle = low + high >>> 1;
      int order = Short.compare(array[middle], wanted);
      if (order == 0)
        return middle;
      if (order < 0)
        low = middle + 1;
      else
        high = middle - 1;
    }
    return -(low + 1);
  }

  public static int[] copyOf(int[] array, int length) {
    int[] copy = new int[length];
    System.arraycopy(array, 0, copy, 0, Math.min(length, array.length));
    return copy;
  }

  public static int[] copyOfRange(int[] array, int from, int to) {
    int count = part(from, to, array.length);
    int[] copy = new int[to - from];
    System.arraycopy(array, from, copy, 0, count);
    return copy;
  }

  public static void fill(int[] array, int value) {
    for (int i = 0; i < array.length; i++)
      array[i] = value;
  }

  public static void fill(int[] array, int from, int to, int value) {
    checkRange(from, to, array.length);
    for (int i = from; i < to; i++)
      array[i] = value;
  }

  public static boolean equals(int[] a, int[] b) {
    if (a == b)
      return true;
    if (a == null || b == null || a.length != b.length)
      return false;
    for (int i = 0; i < a.length; i++)
      if (a[i] != b[i])
        return false;
    return true;
  }

  public static int hashCode(int[] array) {
    if (array == null)
      return 0;
    int hash = 1;
    for (int element : array)
      hash = 31 * hash + Integer.hashCode(element);
    return hash;
  }

  public static String toString(int[] array) {
    if (array == null)
      return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < array.length; i++)
      text.append(i > 0 ? ", " : "").append(array[i]);
    return text.append(']').toString();
  }

  public static void sort(int[] array) {
    ArraySort.sort(array, 0, array.length);
  }

  public static void sort(int[] array, int from, int to) {
    checkRange(from, to, array.length);
    ArraySort.sort(array, from, to);
  }

  public static int binarySearch(int[] array, int wanted) {
    return binarySearch(array, 0, array.length, wanted);
  }

  public static int binarySearch(int[] array, int from, int to, int wanted) {
    checkRange(from, to, array.length);
    int low = from;
    int high = to - 1;
    while (low <= high) {
      int middle = low + high >>> 1;
      int order = Integer.compare(array[middle], wanted);
      if (order == 0)
        return middle;
      if (order < 0)
        low = middle + 1;
      else
        high = middle - 1;
    }
    return -(low + 1);
  }

  public static long[] copyOf(long[] array, int length) {
    long[] copy = new long[length];
    System.arraycopy(array, 0, copy, 0, Math.min(length, array.length));
    return copy;
  }

  public static long[] copyOfRange(long[] array, int from, int to) {
    int count = part(from, to, array.length);
    long[] copy = new long[to - from];
    System.arraycopy(array, from, copy, 0, count);
    return copy;
  }

  public static void fill(long[] array, long value) {
    for (int i = 0; i < array.length; i++)
      array[i] = value;
  }

  public static void fill(long[] array, int from, int to, long value) {
    checkRange(from, to, array.length);
    for (int i = from; i < to; i++)
      array[i] = value;
  }

  public static boolean equals(long[] a, long[] b) {
    if (a == b)
      return true;
    if (a == null || b == null || a.length != b.length)
      return false;
    for (int i = 0; i < a.length; i++)
      if (a[i] != b[i])
        return false;
    return true;
  }

  public static int hashCode(long[] array) {
    if (array == null)
      return 0;
    int hash = 1;
    for (long element : array)
      hash = 31 * hash + Long.hashCode(element);
    return hash;
  }

  public static String toString(long[] array) {
    if (array == null)
      return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < array.length; i++)
      text.append(i > 0 ? ", " : "").append(array[i]);
    return text.append(']').toString();
  }

  public static void sort(long[] array) {
    ArraySort.sort(array, 0, array.length);
  }

  public static void sort(long[] array, int from, int to) {
    checkRange(from, to, array.length);
    ArraySort.sort(array, from, to);
  }

  public static int binarySearch(long[] array, long wanted) {
    return binarySearch(array, 0, array.length, wanted);
  }

  public static int binarySearch(long[] array, int from, int to, long wanted) {
    checkRange(from, to, array.length);
    int low = from;
    int high = to - 1;
    while (low <= high) {
      int middle = low + high >>> 1;
      int order = Long.compare(array[middle], wanted);
      if (order == 0)
        return middle;
      if (order < 0)
        low = middle + 1;
      else
        high = middle - 1;
    }
    return -(low + 1);
  }

  public static float[] copyOf(float[] array, int length) {
    float[] copy = new float[length];
    System.arraycopy(array, 0, copy, 0, Math.min(length, array.length));
    return copy;
  }

  public static float[] copyOfRange(float[] array, int from, int to) {
    int count = part(from, to, array.length);
    float[] copy = new float[to - from];
    System.arraycopy(array, from, copy, 0, count);
    return copy;
  }

  public static void fill(float[] array, float value) {
    for (int i = 0; i < array.length; i++)
      array[i] = value;
  }

  public static void fill(float[] array, int from, int to, float value) {
    checkRange(from, to, array.length);
    for (int i = from; i < to; i++)
      array[i] = value;
  }

  public static boolean equals(float[] a, float[] b) {
    if (a == b)
      return true;
    if (a == null || b == null || a.length != b.length)
      return false;
    for (int i = 0; i < a.length; i++)
      if (Float.compare(a[i], b[i]) != 0)
        return false;
    return true;
  }

  public static int hashCode(float[] array) {
    if (array == null)
      return 0;
    int hash = 1;
    for (float element : array)
      hash = 31 * hash + Float.hashCode(element);
    return hash;
  }

  public static String toString(float[] array) {
    if (array == null)
      return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < array.length; i++)
      text.append(i > 0 ? ", " : "").append(array[i]);
    return text.append(']').toString();
  }

  public static void sort(float[] array) {
    ArraySort.sort(array, 0, array.length);
  }

  public static void sort(float[] array, int from, int to) {
    checkRange(from, to, array.length);
    ArraySort.sort(array, from, to);
  }

  public static int binarySearch(float[] array, float wanted) {
    return binarySearch(array, 0, array.length, wanted);
  }

  public static int binarySearch(float[] array, int from, int to, float wanted) {
    checkRange(from, to, array.length);
    int low = from;
    int high = to - 1;
    while (low <= high) {
      int middle = low + high >>> 1;
      int order = Float.compare(array[middle], wanted);
      if (order == 0)
        return middle;
      if (order < 0)
        low = middle + 1;
      else
        high = middle - 1;
    }
    return -(low + 1);
  }

  public static double[] copyOf(double[] array, int length) {
    double[] copy = new double[length];
    System.arraycopy(array, 0, copy, 0, Math.min(length, array.length));
    return copy;
  }

  public static double[] copyOfRange(double[] array, int from, int to) {
    int count = part(from, to, array.length);
    double[] copy = new double[to - from];
    System.arraycopy(array, from, copy, 0, count);
    return copy;
  }

  public static void fill(double[] array, double value) {
    for (int i = 0; i < array.length; i++)
      array[i] = value;
  }

  public static void fill(double[] array, int from, int to, double value) {
    checkRange(from, to, array.length);
    for (int i = from; i < to; i++)
      array[i] = value;
  }

  public static boolean equals(double[] a, double[] b) {
    if (a == b)
      return true;
    if (a == null || b == null || a.length != b.length)
      return false;
    for (int i = 0; i < a.length; i++)
      if (Double.compare(a[i], b[i]) != 0)
        return false;
    return true;
  }

  public static int hashCode(double[] array) {
    if (array == null)
      return 0;
    int hash = 1;
    for (double element : array)
      hash = 31 * hash + Double.hashCode(element);
    return hash;
  }

  public static String toString(double[] array) {
    if (array == null)
      return "null";
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < array.length; i++)
      text.append(i > 0 ? ", " : "").append(array[i]);
    return text.append(']').toString();
  }

  public static void sort(double[] array) {
    ArraySort.sort(array, 0, array.length);
  }

  public static void sort(double[] array, int from, int to) {
    checkRange(from, to, array.length);
    ArraySort.sort(array, from, to);
  }

  public static int binarySearch(double[] array, double wanted) {
    return binarySearch(array, 0, array.length, wanted);
  }

  public static int binarySearch(double[] array, int from, int to, double wanted) {
    checkRange(from, to, array.length);
    int low = from;
    int high = to - 1;
    while (low <= high) {
      int middle = low + high >>> 1;
      int order = Double.compare(array[middle], wanted);
      if (order == 0)
        return middle;
      if (order < 0)
        low = middle + 1;
      else
        high = middle - 1;
    }
    return -(low + 1);
  }

  public static <T> T[] copyOf(T[] array, int length) {
    if (length < 0)
      throw new NegativeArraySizeException(String.valueOf(length));
    T[] copy = sameType(array, length);
    System.arraycopy(array, 0, copy, 0, Math.min(length, array.length));
    return copy;
  }

  public static <T> T[] copyOfRange(T[] array, int from, int to) {
    int count = part(from, to, array.length);
    T[] copy = sameType(array, to - from);
    System.arraycopy(array, from, copy, 0, count);
    return copy;
  }

  /* A new array of the class of `array`. */
  private static native <T> T[] sameType(T[] array, int length);

  public static void fill(Object[] array, Object value) {
    fill(array, 0, array.length, value);
  }

  public static void fill(Object[] array, int from, int to, Object value) {
    checkRange(from, to, array.length);
    for (int i = from; i < to; i++)
      array[i] = value;
  }

  public static <T> void setAll(T[] array, IntFunction<? extends T> maker) {
    for (int i = 0; i < array.length; i++)
      array[i] = maker.apply(i);
  }

  public static void setAll(int[] array, java.util.function.IntUnaryOperator maker) {
    for (int i = 0; i < array.length; i++)
      array[i] = maker.applyAsInt(i);
  }

  public static void sort(Object[] array) {
    ArraySort.sort(array, 0, array.length, null);
  }

  public static void sort(Object[] array, int from, int to) {
    checkRange(from, to, array.length);
    ArraySort.sort(array, from, to, null);
  }

  public static <T> void sort(T[] array, Comparator<? super T> order) {
    ArraySort.sort(array, 0, array.length, order);
  }

  public static <T> void sort(T[] array, int from, int to, Comparator<? super T> order) {
    checkRange(from, to, array.length);
    ArraySort.sort(array, from, to, order);
  }

  public static int binarySearch(Object[] array, Object wanted) {
    return Collections.binarySearch(asList(array), wanted, null);
  }

  public static <T> int binarySearch(T[] array, T wanted, Comparator<? super T> order) {
    return Collections.binarySearch(asList(array), wanted, order);
  }

  public static boolean equals(Object[] a, Object[] b) {
    return a == b || a != null && b != null && asList(a).equals(asList(b));
  }

  public static boolean deepEquals(Object[] a, Object[] b) {
    if (a == b)
      return true;
    if (a == null || b == null || a.length != b.length)
      return false;
    for (int i = 0; i < a.length; i++)
      if (!Deep.equals(a[i], b[i]))
        return false;
    return true;
  }

  public static int hashCode(Object[] array) {
    return array == null ? 0 : asList(array).hashCode();
  }

  public static int deepHashCode(Object[] array) {
    if (array == null)
      return 0;
    int hash = 1;
    for (Object element : array)
      hash = 31 * hash + Deep.hashCode(element);
    return hash;
  }

  public static String toString(Object[] array) {
    if (array == null)
      return "null";
    StringJoiner text = new StringJoiner(", ", "[", "]");
    for (Object element : array)
      text.add(String.valueOf(element));
    return text.toString();
  }

  public static String deepToString(Object[] array) {
    if (array == null)
      return "null";
    StringBuilder text = new StringBuilder();
    Deep.show(array, text, new ArrayList<>());
    return text.toString();
  }

  @SafeVarargs
  public static <T> List<T> asList(T... elements) {
    return new View<>(elements);
  }

  /* An array as a list of fixed size. */
  private static final class View<E> extends AbstractList<E> implements RandomAccess {
    private final E[] elements;

    View(E[] elements) {
      this.elements = Objects.requireNonNull(elements);
    }

    @Override
    public int size() {
      return elements.length;
    }

    @Override
    public E get(int index) {
      return elements[index];
    }

    @Override
    public E set(int index, E element) {
      E old = elements[index];
      elements[index] = element;
      return old;
    }

    @Override
    public void sort(Comparator<? super E> order) {
      Arrays.sort(elements, order);
    }

    @Override
    public Object[] toArray() {
      Object[] copy = new Object[elements.length];
      System.arraycopy(elements, 0, copy, 0, copy.length);
      return copy;
    }
  }

  /* Where they differ first; -1 for nowhere. */
  public static int mismatch(boolean[] a, boolean[] b) {
    int common = Math.min(a.length, b.length);
    for (int i = 0; i < common; i++)
      if (a[i] != b[i])
        return i;
    return a.length == b.length ? -1 : common;
  }

  public static int compare(boolean[] a, boolean[] b) {
    if (a == b || a == null || b == null)
      return a == b ? 0 : a == null ? -1 : 1;
    int at = mismatch(a, b);
    return at < 0 || at >= Math.min(a.length, b.length) ? a.length - b.length : Boolean.compare(a[at], b[at]);
  }

  public static boolean equals(boolean[] a, int aFrom, int aTo, boolean[] b, int bFrom, int bTo) {
    checkRange(aFrom, aTo, a.length);
    checkRange(bFrom, bTo, b.length);
    if (aTo - aFrom != bTo - bFrom)
      return false;
    for (int i = aFrom, k = bFrom; i < aTo; i++, k++)
      if (a[i] != b[k])
        return false;
    return true;
  }

  /* Where they differ first; -1 for nowhere. */
  public static int mismatch(byte[] a, byte[] b) {
    int common = Math.min(a.length, b.length);
    for (int i = 0; i < common; i++)
      if (a[i] != b[i])
        return i;
    return a.length == b.length ? -1 : common;
  }

  public static int compare(byte[] a, byte[] b) {
    if (a == b || a == null || b == null)
      return a == b ? 0 : a == null ? -1 : 1;
    int at = mismatch(a, b);
    return at < 0 || at >= Math.min(a.length, b.length) ? a.length - b.length : Byte.compare(a[at], b[at]);
  }

  public static boolean equals(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
    checkRange(aFrom, aTo, a.length);
    checkRange(bFrom, bTo, b.length);
    if (aTo - aFrom != bTo - bFrom)
      return false;
    for (int i = aFrom, k = bFrom; i < aTo; i++, k++)
      if (a[i] != b[k])
        return false;
    return true;
  }

  /* Where they differ first; -1 for nowhere. */
  public static int mismatch(char[] a, char[] b) {
    int common = Math.min(a.length, b.length);
    for (int i = 0; i < common; i++)
      if (a[i] != b[i])
        return i;
    return a.length == b.length ? -1 : common;
  }

  public static int compare(char[] a, char[] b) {
    if (a == b || a == null || b == null)
      return a == b ? 0 : a == null ? -1 : 1;
    int at = mismatch(a, b);
    return at < 0 || at >= Math.min(a.length, b.length) ? a.length - b.length : Character.compare(a[at], b[at]);
  }

  public static boolean equals(char[] a, int aFrom, int aTo, char[] b, int bFrom, int bTo) {
    checkRange(aFrom, aTo, a.length);
    checkRange(bFrom, bTo, b.length);
    if (aTo - aFrom != bTo - bFrom)
      return false;
    for (int i = aFrom, k = bFrom; i < aTo; i++, k++)
      if (a[i] != b[k])
        return false;
    return true;
  }

  /* Where they differ first; -1 for nowhere. */
  public static int mismatch(short[] a, short[] b) {
    int common = Math.min(a.length, b.length);
    for (int i = 0; i < common; i++)
      if (a[i] != b[i])
        return i;
    return a.length == b.length ? -1 : common;
  }

  public static int compare(short[] a, short[] b) {
    if (a == b || a == null || b == null)
      return a == b ? 0 : a == null ? -1 : 1;
    int at = mismatch(a, b);
    return at < 0 || at >= Math.min(a.length, b.length) ? a.length - b.length : Short.compare(a[at], b[at]);
  }

  public static boolean equals(short[] a, int aFrom, int aTo, short[] b, int bFrom, int bTo) {
    checkRange(aFrom, aTo, a.length);
    checkRange(bFrom, bTo, b.length);
    if (aTo - aFrom != bTo - bFrom)
      return false;
    for (int i = aFrom, k = bFrom; i < aTo; i++, k++)
      if (a[i] != b[k])
        return false;
    return true;
  }

  /* Where they differ first; -1 for nowhere. */
  public static int mismatch(int[] a, int[] b) {
    int common = Math.min(a.length, b.length);
    for (int i = 0; i < common; i++)
      if (a[i] != b[i])
        return i;
    return a.length == b.length ? -1 : common;
  }

  public static int compare(int[] a, int[] b) {
    if (a == b || a == null || b == null)
      return a == b ? 0 : a == null ? -1 : 1;
    int at = mismatch(a, b);
    return at < 0 || at >= Math.min(a.length, b.length) ? a.length - b.length : Integer.compare(a[at], b[at]);
  }

  public static boolean equals(int[] a, int aFrom, int aTo, int[] b, int bFrom, int bTo) {
    checkRange(aFrom, aTo, a.length);
    checkRange(bFrom, bTo, b.length);
    if (aTo - aFrom != bTo - bFrom)
      return false;
    for (int i = aFrom, k = bFrom; i < aTo; i++, k++)
      if (a[i] != b[k])
        return false;
    return true;
  }

  /* Where they differ first; -1 for nowhere. */
  public static int mismatch(long[] a, long[] b) {
    int common = Math.min(a.length, b.length);
    for (int i = 0; i < common; i++)
      if (a[i] != b[i])
        return i;
    return a.length == b.length ? -1 : common;
  }

  public static int compare(long[] a, long[] b) {
    if (a == b || a == null || b == null)
      return a == b ? 0 : a == null ? -1 : 1;
    int at = mismatch(a, b);
    return at < 0 || at >= Math.min(a.length, b.length) ? a.length - b.length : Long.compare(a[at], b[at]);
  }

  public static boolean equals(long[] a, int aFrom, int aTo, long[] b, int bFrom, int bTo) {
    checkRange(aFrom, aTo, a.length);
    checkRange(bFrom, bTo, b.length);
    if (aTo - aFrom != bTo - bFrom)
      return false;
    for (int i = aFrom, k = bFrom; i < aTo; i++, k++)
      if (a[i] != b[k])
        return false;
    return true;
  }

  /* Where they differ first; -1 for nowhere. */
  public static int mismatch(float[] a, float[] b) {
    int common = Math.min(a.length, b.length);
    for (int i = 0; i < common; i++)
      if (Float.compare(a[i], b[i]) != 0)
        return i;
    return a.length == b.length ? -1 : common;
  }

  public static int compare(float[] a, float[] b) {
    if (a == b || a == null || b == null)
      return a == b ? 0 : a == null ? -1 : 1;
    int at = mismatch(a, b);
    return at < 0 || at >= Math.min(a.length, b.length) ? a.length - b.length : Float.compare(a[at], b[at]);
  }

  public static boolean equals(float[] a, int aFrom, int aTo, float[] b, int bFrom, int bTo) {
    checkRange(aFrom, aTo, a.length);
    checkRange(bFrom, bTo, b.length);
    if (aTo - aFrom != bTo - bFrom)
      return false;
    for (int i = aFrom, k = bFrom; i < aTo; i++, k++)
      if (Float.compare(a[i], b[k]) != 0)
        return false;
    return true;
  }

  /* Where they differ first; -1 for nowhere. */
  public static int mismatch(double[] a, double[] b) {
    int common = Math.min(a.length, b.length);
    for (int i = 0; i < common; i++)
      if (Double.compare(a[i], b[i]) != 0)
        return i;
    return a.length == b.length ? -1 : common;
  }

  public static int compare(double[] a, double[] b) {
    if (a == b || a == null || b == null)
      return a == b ? 0 : a == null ? -1 : 1;
    int at = mismatch(a, b);
    return at < 0 || at >= Math.min(a.length, b.length) ? a.length - b.length : Double.compare(a[at], b[at]);
  }

  public static boolean equals(double[] a, int aFrom, int aTo, double[] b, int bFrom, int bTo) {
    checkRange(aFrom, aTo, a.length);
    checkRange(bFrom, bTo, b.length);
    if (aTo - aFrom != bTo - bFrom)
      return false;
    for (int i = aFrom, k = bFrom; i < aTo; i++, k++)
      if (Double.compare(a[i], b[k]) != 0)
        return false;
    return true;
  }

  public static int mismatch(Object[] a, Object[] b) {
    int common = Math.min(a.length, b.length);
    for (int i = 0; i < common; i++)
      if (!Objects.equals(a[i], b[i]))
        return i;
    return a.length == b.length ? -1 : common;
  }

  public static <T extends Comparable<? super T>> int compare(T[] a, T[] b) {
    return compare(a, b, (x, y) -> x == null || y == null ? x == y ? 0 : x == null ? -1 : 1 : x.compareTo(y));
  }

  public static <T> int compare(T[] a, T[] b, Comparator<? super T> order) {
    if (a == b || a == null || b == null)
      return a == b ? 0 : a == null ? -1 : 1;
    for (int i = 0; i < Math.min(a.length, b.length); i++) {
      int result = a[i] == b[i] ? 0 : order.compare(a[i], b[i]);
      if (result != 0)
        return result;
    }
    return a.length - b.length;
  }

  public static void setAll(long[] array, java.util.function.IntToLongFunction maker) {
    for (int i = 0; i < array.length; i++)
      array[i] = maker.applyAsLong(i);
  }

  public static void setAll(double[] array, java.util.function.IntToDoubleFunction maker) {
    for (int i = 0; i < array.length; i++)
      array[i] = maker.applyAsDouble(i);
  }

  public static <T> int binarySearch(T[] array, int from, int to, T wanted, Comparator<? super T> order) {
    checkRange(from, to, array.length);
    int at = Collections.binarySearch(asList(array).subList(from, to), wanted, order);
    return at < 0 ? at - from : at + from;
  }
}
