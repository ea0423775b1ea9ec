/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Writes XDR (RFC 4506) into a part of a byte array. What does not fit is not written, and full() says so from then
 * on: a caller may write a whole reply and ask once. Positions are indices into the array. */
package jx.rpc;

import jx.mem.BigEndian;

public final class XdrWriter {
  private byte[] bytes;
  private int at;
  private int end;
  private int roomEnd; /* `end'; less when something did not fit, and then nothing does any more */

  public void open(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.at = offset;
    this.end = offset + length;
    this.roomEnd = end;
  }

  public int position() {
    return at;
  }

  public int remaining() {
    return roomEnd - at;
  }

  public boolean full() {
    return roomEnd < end;
  }

  /* Forgets what was written from `position' on, and that it did not fit. */
  public void rewind(int position) {
    at = position;
    roomEnd = end;
  }

  public void int32(int value) {
    int start = at;
    if (roomEnd - start < 4) {
      overflow();
      return;
    }
    at = start + 4;
    BigEndian.put32(bytes, start, value);
  }

  /* words[0 .. count): for what has many words. All are written, or none. */
  public void int32s(int[] words, int count) {
    int start = at;
    if (roomEnd - start < 4 * count) {
      overflow();
      return;
    }
    at = start + 4 * count;
    BigEndian.put32s(bytes, start, words, count);
  }

  public void int64(long value) {
    int start = at;
    if (roomEnd - start < 8) {
      overflow();
      return;
    }
    at = start + 8;
    BigEndian.put32(bytes, start, (int) (value >>> 32));
    BigEndian.put32(bytes, start + 4, (int) value);
  }

  public void bool(boolean value) {
    int32(value ? 1 : 0);
  }

  /* Writes over four bytes that have been written. */
  public void patch(int position, int value) {
    BigEndian.put32(bytes, position, value);
  }

  /* Variable-length opaque data, or a string. */
  public void opaque(byte[] from) {
    int32(from.length);
    fixed(from, 0, from.length);
  }

  public void fixed(byte[] from, int offset, int length) {
    int start = room(length);
    if (start >= 0)
      System.arraycopy(from, offset, bytes, start, length);
  }

  public void zeros(int length) {
    int start = room(length);
    for (int i = 0; start >= 0 && i < length; i++)
      bytes[start + i] = 0;
  }

  /* Room for `length' bytes, filled up with zeros to a multiple of four: where it begins in array(), negative when it
   * does not fit. The caller fills it. */
  public int room(int length) {
    int start = take(length + 3 & ~3);
    for (int i = length; start >= 0 && i < (length + 3 & ~3); i++)
      bytes[start + i] = 0;
    return start;
  }

  public byte[] array() {
    return bytes;
  }

  private int take(int count) {
    if (count > roomEnd - at) {
      overflow();
      return -1;
    }
    int start = at;
    at += count;
    return start;
  }

  private void overflow() {
    roomEnd = Math.min(at, end - 1);
  }
}
