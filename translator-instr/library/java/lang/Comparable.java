/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Objects with an order of their own. */
package java.lang;

public interface Comparable<T> {
  int compareTo(T other);
}
