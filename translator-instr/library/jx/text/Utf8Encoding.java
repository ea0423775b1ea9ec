/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * To UTF-8. */
package jx.text;

public final class Utf8Encoding extends Encoding {
  private static final int[] LEAD = {0, 0xc0, 0xe0, 0xf0};

  @Override
  public int length(int c) {
    return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  }

  @Override
  public int put(byte[] bytes, int at, int c) {
    return write(bytes, at, c) - at;
  }

  private static int write(byte[] bytes, int at, int c) {
    int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    bytes[at++] = (byte) (more == 0 ? c : LEAD[more] | c >> 6 * more);
    while (more-- > 0)
      bytes[at++] = (byte) (0x80 | c >> 6 * more & 0x3f);
    return at;
  }

  @Override
  public byte[] encode(char[] text, int offset, int count) {
    return encodeAll(text, offset, count);
  }

  public static byte[] encodeAll(char[] text, int offset, int count) {
    byte[] bytes = new byte[encodedLength(text, offset, count)];
    int at = 0;
    for (; at < count && text[offset + at] < 0x80; at++)
      bytes[at] = (byte) text[offset + at];
    for (int i = offset + at; i < offset + count; i++) {
      int c = text[i];
      if (c < 0x80) {
        bytes[at++] = (byte) c;
        continue;
      }
      if (isPair(text, i, offset + count))
        c = Character.toCodePoint(text[i], text[++i]);
      else if (Character.isSurrogate((char) c))
        c = '?';
      at = write(bytes, at, c);
    }
    return bytes;
  }

  private static int encodedLength(char[] text, int offset, int count) {
    int length = count;
    for (int i = offset; i < offset + count; i++) {
      char c = text[i];
      if (c < 0x80)
        continue;
      if (isPair(text, i, offset + count)) {
        length += 2;
        i++;
      } else if (!Character.isSurrogate(c)) {
        length += c < 0x800 ? 1 : 2;
      }
    }
    return length;
  }
}
