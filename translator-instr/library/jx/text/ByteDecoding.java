/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From a byte a character, whose code is the byte; those beyond `largest` are none. */
package jx.text;

public final class ByteDecoding extends Decoding {
  private final int largest;

  public ByteDecoding(int largest) {
    this.largest = largest;
  }

  @Override
  public int next(byte[] bytes, int at, int end) {
    int c = bytes[at] & 0xff;
    return c <= largest ? found(c, 1) : -1;
  }

  @Override
  public char[] decode(byte[] bytes, int offset, int count, boolean last) {
    char[] text = new char[count];
    for (int i = 0; i < count; i++) {
      int c = bytes[offset + i] & 0xff;
      text[i] = c <= largest ? (char) c : REPLACEMENT;
    }
    setUnread(0);
    return text;
  }
}
