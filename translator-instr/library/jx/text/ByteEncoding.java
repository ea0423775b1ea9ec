/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * To a byte a character, which is its code, up to `largest`. */
package jx.text;

public final class ByteEncoding extends Encoding {
  private final int largest;

  public ByteEncoding(int largest) {
    this.largest = largest;
  }

  @Override
  public int length(int codePoint) {
    return codePoint <= largest ? 1 : 0;
  }

  @Override
  public int put(byte[] to, int at, int codePoint) {
    to[at] = (byte) codePoint;
    return 1;
  }

  @Override
  public byte[] encode(char[] text, int offset, int count) {
    byte[] bytes = new byte[count];
    int length = 0;
    int end = offset + count;
    for (int i = offset; i < end; i++) {
      bytes[length++] = (byte) (text[i] <= largest ? text[i] : '?');
      if (isPair(text, i, end))
        i++;
    }
    return length == count ? bytes : java.util.Arrays.copyOf(bytes, length);
  }
}
