/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * To UTF-16, with a mark before the first character or without one. */
package jx.text;

public final class Utf16Encoding extends Encoding {
  private static final char MARK = 0xfeff;

  private final boolean little;
  private final boolean marked;
  private boolean begun;

  public Utf16Encoding(boolean little, boolean marked) {
    this.little = little;
    this.marked = marked;
  }

  @Override
  public void restart() {
    begun = false;
  }

  @Override
  public int beginLength() {
    return marked && !begun ? Character.BYTES : 0;
  }

  @Override
  public int begin(byte[] to, int at) {
    int length = beginLength();
    begun = true;
    return length > 0 ? putUnit(to, at, MARK) - at : 0;
  }

  @Override
  public int length(int codePoint) {
    return Character.charCount(codePoint) * Character.BYTES;
  }

  private int putUnit(byte[] to, int at, char c) {
    to[little ? at + 1 : at] = (byte) (c >> 8);
    to[little ? at : at + 1] = (byte) c;
    return at + Character.BYTES;
  }

  @Override
  public int put(byte[] to, int at, int codePoint) {
    if (Character.isBmpCodePoint(codePoint))
      return putUnit(to, at, (char) codePoint) - at;
    int next = putUnit(to, at, Character.highSurrogate(codePoint));
    return putUnit(to, next, Character.lowSurrogate(codePoint)) - at;
  }

  @Override
  public byte[] replacement() {
    byte[] bytes = new byte[Character.BYTES];
    putUnit(bytes, 0, Decoding.REPLACEMENT);
    return bytes;
  }
}
