/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Arrays within arrays, for the deep methods of Arrays. */
package java.util;

final class Deep {
  private Deep() {
  }

  static boolean equals(Object a, Object b) {
    if (a instanceof Object[] && b instanceof Object[])
      return Arrays.deepEquals((Object[]) a, (Object[]) b);
    if (a instanceof boolean[] && b instanceof boolean[])
      return Arrays.equals((boolean[]) a, (boolean[]) b);
    if (a instanceof byte[] && b instanceof byte[])
      return Arrays.equals((byte[]) a, (byte[]) b);
    if (a instanceof char[] && b instanceof char[])
      return Arrays.equals((char[]) a, (char[]) b);
    if (a instanceof short[] && b instanceof short[])
      return Arrays.equals((short[]) a, (short[]) b);
    if (a instanceof int[] && b instanceof int[])
      return Arrays.equals((int[]) a, (int[]) b);
    if (a instanceof long[] && b instanceof long[])
      return Arrays.equals((long[]) a, (long[]) b);
    if (a instanceof float[] && b instanceof float[])
      return Arrays.equals((float[]) a, (float[]) b);
    if (a instanceof double[] && b instanceof double[])
      return Arrays.equals((double[]) a, (double[]) b);
    return Objects.equals(a, b);
  }

  static int hashCode(Object element) {
    if (element instanceof Object[])
      return Arrays.deepHashCode((Object[]) element);
    if (element instanceof boolean[])
      return Arrays.hashCode((boolean[]) element);
    if (element instanceof byte[])
      return Arrays.hashCode((byte[]) element);
    if (element instanceof char[])
      return Arrays.hashCode((char[]) element);
    if (element instanceof short[])
      return Arrays.hashCode((short[]) element);
    if (element instanceof int[])
      return Arrays.hashCode((int[]) element);
    if (element instanceof long[])
      return Arrays.hashCode((long[]) element);
    if (element instanceof float[])
      return Arrays.hashCode((float[]) element);
    if (element instanceof double[])
      return Arrays.hashCode((double[]) element);
    return Objects.hashCode(element);
  }

  private static String show(Object element) {
    if (element instanceof boolean[])
      return Arrays.toString((boolean[]) element);
    if (element instanceof byte[])
      return Arrays.toString((byte[]) element);
    if (element instanceof char[])
      return Arrays.toString((char[]) element);
    if (element instanceof short[])
      return Arrays.toString((short[]) element);
    if (element instanceof int[])
      return Arrays.toString((int[]) element);
    if (element instanceof long[])
      return Arrays.toString((long[]) element);
    if (element instanceof float[])
      return Arrays.toString((float[]) element);
    if (element instanceof double[])
      return Arrays.toString((double[]) element);
    return String.valueOf(element);
  }

  private static boolean containsSame(ArrayList<Object[]> list, Object wanted) {
    for (Object[] each : list)
      if (each == wanted)
        return true;
    return false;
  }

  /* `open` are the arrays that contain this one. */
  static void show(Object[] array, StringBuilder text, ArrayList<Object[]> open) {
    open.add(array);
    text.append('[');
    for (int i = 0; i < array.length; i++) {
      text.append(i > 0 ? ", " : "");
      if (!(array[i] instanceof Object[]))
        text.append(show(array[i]));
      else if (containsSame(open, array[i]))
        text.append("[...]");
      else
        show((Object[]) array[i], text, open);
    }
    text.append(']');
    open.remove(open.size() - 1);
  }
}
