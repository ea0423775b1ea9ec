/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Writes XDR (RFC 4506) into a part of a byte array. What does not fit is not written, and full() says so from then
 * on: a caller may write a whole reply and ask once. Positions are indices into the array. */
package jx.rpc;

public final class XdrWriter {
  private byte[] bytes;
  private int at;
  private int end;
  private boolean full;

  public void open(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.at = offset;
    this.end = offset + length;
    this.full = false;
  }

  public int position() {
    return at;
  }

  public int remaining() {
    return end - at;
  }

  public boolean full() {
    return full;
  }

  /* Forgets what was written from `position' on, and that it did not fit. */
  public void rewind(int position) {
    at = position;
    full = false;
  }

  public void int32(int value) {
    int start = take(4);
    if (start >= 0)
      put(start, value);
  }

  public void int64(long value) {
    int32((int) (value >>> 32));
    int32((int) value);
  }

  public void bool(boolean value) {
    int32(value ? 1 : 0);
  }

  /* Writes over four bytes that have been written. */
  public void patch(int position, int value) {
    put(position, value);
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
    if (full || count > end - at) {
      full = true;
      return -1;
    }
    int start = at;
    at += count;
    return start;
  }

  private void put(int start, int value) {
    bytes[start] = (byte) (value >> 24);
    bytes[start + 1] = (byte) (value >> 16);
    bytes[start + 2] = (byte) (value >> 8);
    bytes[start + 3] = (byte) value;
  }
}
