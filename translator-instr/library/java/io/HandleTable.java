/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Numbers of the objects that a stream has had, by identity. */
package java.io;

import java.util.Arrays;

final class HandleTable {
  private Object[] objects = new Object[16];
  private int[] next = new int[16];      /* with the same hash; -1: none */
  private int[] first = filled(32);      /* by hash */
  private int count;

  private static int[] filled(int length) {
    int[] array = new int[length];
    Arrays.fill(array, -1);
    return array;
  }

  private int place(Object object) {
    return System.identityHashCode(object) & first.length - 1;
  }

  /* null: a number for what cannot be found. */
  void add(Object object) {
    if (count == objects.length)
      grow();
    objects[count] = object;
    if (object != null)
      enter(count);
    count++;
  }

  private void enter(int number) {
    int at = place(objects[number]);
    next[number] = first[at];
    first[at] = number;
  }

  private void grow() {
    objects = Arrays.copyOf(objects, 2 * count);
    next = new int[2 * count];
    first = filled(4 * count);
    for (int i = 0; i < count; i++)
      if (objects[i] != null)
        enter(i);
  }

  /* -1: it has none. */
  int find(Object object) {
    for (int i = first[place(object)]; i >= 0; i = next[i])
      if (objects[i] == object)
        return i;
    return -1;
  }

  void clear() {
    Arrays.fill(objects, 0, count, null);
    Arrays.fill(first, -1);
    count = 0;
  }
}
