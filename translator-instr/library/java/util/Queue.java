/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Elements that are taken from the head. */
package java.util;

public interface Queue<E> extends Collection<E> {
  boolean offer(E element);

  E remove();

  E poll();

  E element();

  E peek();
}
