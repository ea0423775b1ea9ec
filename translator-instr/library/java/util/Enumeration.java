/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A walk through elements, as before Iterator. */
package java.util;

public interface Enumeration<E> {
  boolean hasMoreElements();

  E nextElement();

  default Iterator<E> asIterator() {
    return new Iterator<E>() {
      @Override
      public boolean hasNext() {
        return hasMoreElements();
      }

      @Override
      public E next() {
        return nextElement();
      }
    };
  }
}
