/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A readable sequence of UTF-16 code units. */
package java.lang;

import java.util.stream.IntStream;

public interface CharSequence {
  int length();

  char charAt(int index);

  CharSequence subSequence(int start, int end);

  String toString();

  default boolean isEmpty() {
    return length() == 0;
  }

  default IntStream chars() {
    return IntStream.range(0, length()).map(this::charAt);
  }

  default IntStream codePoints() {
    return toString().codePoints();
  }

  static int compare(CharSequence first, CharSequence second) {
    int common = Math.min(first.length(), second.length());
    for (int i = 0; i < common; i++)
      if (first.charAt(i) != second.charAt(i))
        return first.charAt(i) - second.charAt(i);
    return first.length() - second.length();
  }
}
