/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Texts as code points: a high surrogate and the low one behind it are one, any other character is one, too. */
package java.lang;

final class Surrogates {
  private Surrogates() {
  }

  private static boolean isPair(CharSequence text, int at, int end) {
    return at >= 0 && at + 1 < end && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
  }

  static int codePointAt(CharSequence text, int index, int end) {
    char c = text.charAt(index);
    return isPair(text, index, end) ? Character.toCodePoint(c, text.charAt(index + 1)) : c;
  }

  static int codePointBefore(CharSequence text, int index) {
    char c = text.charAt(index - 1);
    return isPair(text, index - 2, index) ? Character.toCodePoint(text.charAt(index - 2), c) : c;
  }

  static int codePointCount(CharSequence text, int begin, int end) {
    if (begin < 0 || begin > end || end > text.length())
      throw new IndexOutOfBoundsException();
    int count = 0;
    for (int i = begin; i < end; count++)
      i += isPair(text, i, end) ? 2 : 1;
    return count;
  }

  static int offsetByCodePoints(CharSequence text, int index, int codePoints) {
    int length = text.length();
    if (index < 0 || index > length)
      throw new IndexOutOfBoundsException();
    int at = index;
    for (int i = 0; i < codePoints; i++) {
      if (at >= length)
        throw new IndexOutOfBoundsException();
      at += isPair(text, at, length) ? 2 : 1;
    }
    for (int i = 0; i > codePoints; i--) {
      if (at <= 0)
        throw new IndexOutOfBoundsException();
      at -= isPair(text, at - 2, at) ? 2 : 1;
    }
    return at;
  }
}
