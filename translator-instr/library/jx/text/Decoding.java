/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From bytes to characters, piece by piece. What is malformed becomes U+FFFD, one for each length that next() tells. */
package jx.text;

public abstract class Decoding {
  public static final char REPLACEMENT = 0xfffd;

  /* Of next(): the bytes are no character, but a mark for the decoder. */
  public static final int NOTHING = 1 << 23;
  /* Of next(): there are too few bytes to tell. */
  public static final int UNFINISHED = 0;

  private static final int LENGTH_SHIFT = 24;

  private int unread;

  /* What begins at bytes[at], where `at` is below `end`: a code point, and its bytes (length()); NOTHING, and its
   * bytes; -n where n bytes are malformed; UNFINISHED. */
  public abstract int next(byte[] bytes, int at, int end);

  /* Forgets what the bytes before have told. */
  public void restart() {
  }

  static int found(int codePoint, int length) {
    return length << LENGTH_SHIFT | codePoint;
  }

  /* The bytes of a positive result of next(). */
  public static int length(int found) {
    return found >>> LENGTH_SHIFT;
  }

  /* The code point of a positive result of next(), which is not NOTHING. */
  public static int codePoint(int found) {
    return found & NOTHING - 1;
  }

  /* Decodes bytes[offset, offset + count). Where more bytes will follow, not `last`, a character that is not whole is
   * left: unread() bytes, with which the caller begins the next time. */
  public char[] decode(byte[] bytes, int offset, int count, boolean last) {
    return decodeRest(new char[count], 0, bytes, offset, offset + count, last);
  }

  /* As decode(), where `length` characters of `text` are there already. `text` has a place for each byte. */
  final char[] decodeRest(char[] text, int length, byte[] bytes, int from, int end, boolean last) {
    int at = from;
    while (at < end) {
      int found = next(bytes, at, end);
      if (found == UNFINISHED && !last)
        break;
      if (found <= 0) {
        text[length++] = REPLACEMENT;
        at = found < 0 ? at - found : end;
        continue;
      }
      at += length(found);
      if ((found & NOTHING) == 0)
        length += Character.toChars(codePoint(found), text, length);
    }
    unread = end - at;
    return length == text.length ? text : java.util.Arrays.copyOf(text, length);
  }

  /* The bytes at the end of what decode() was given last that are not decoded yet. */
  public int unread() {
    return unread;
  }

  void setUnread(int count) {
    unread = count;
  }
}
