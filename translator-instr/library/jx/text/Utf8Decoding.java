/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From UTF-8. */
package jx.text;

public final class Utf8Decoding extends Decoding {
  @Override
  public int next(byte[] bytes, int at, int end) {
    int first = bytes[at] & 0xff;
    if (first < 0x80)
      return found(first, 1);
    int more = first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
    int c = first & 0x3f >> more;
    for (int i = 0; i < more; i++) {
      if (at + 1 + i == end)
        return UNFINISHED;
      if (!continues(first, i, bytes[at + 1 + i]))
        return -(i + 1);
      c = c << 6 | bytes[at + 1 + i] & 0x3f;
    }
    if (more < 0)
      return -1;
    return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? -3 : found(c, more + 1);
  }

  /* The byte after E0, F0 and F4 is confined: no overlong forms, nothing beyond U+10FFFF. A surrogate is read, and is
   * then malformed as a whole, as the JDK has it. */
  private static boolean continues(int first, int index, byte next) {
    int b = next & 0xff;
    int low = index > 0 ? 0x80 : first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    int high = index == 0 && first == 0xf4 ? 0x8f : 0xbf;
    return b >= low && b <= high;
  }

  /* Copies the bytes that are ASCII into `text`, up to the first that is not; returns how many they are. */
  private static int copyAscii(byte[] bytes, int offset, char[] text) {
    for (int i = 0; i < text.length; i++) {
      byte b = bytes[offset + i];
      if (b < 0)
        return i;
      text[i] = (char) b;
    }
    return text.length;
  }

  @Override
  public char[] decode(byte[] bytes, int offset, int count, boolean last) {
    char[] text = new char[count];
    int ascii = copyAscii(bytes, offset, text);
    return decodeRest(text, ascii, bytes, offset + ascii, offset + count, last);
  }

  /* All of bytes[offset, offset + count). */
  public static char[] decodeAll(byte[] bytes, int offset, int count) {
    char[] text = new char[count];
    int ascii = copyAscii(bytes, offset, text);
    return ascii == count ? text
        : new Utf8Decoding().decodeRest(text, ascii, bytes, offset + ascii, offset + count, true);
  }
}
