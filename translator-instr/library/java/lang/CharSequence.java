/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A readable sequence of UTF-16 code units. */
package java.lang;

public interface CharSequence {
  int length();

  char charAt(int index);

  CharSequence subSequence(int start, int end);

  String toString();

  default boolean isEmpty() {
    return length() == 0;
  }

  static int compare(CharSequence first, CharSequence second) {
    int common = Math.min(first.length(), second.length());
    for (int i = 0; i < common; i++)
      if (first.charAt(i) != second.charAt(i))
        return first.charAt(i) - second.charAt(i);
    return first.length() - second.length();
  }
}
