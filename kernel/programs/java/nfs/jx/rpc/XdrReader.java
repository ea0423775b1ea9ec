/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reads XDR (RFC 4506) from a part of a byte array. Nothing is read beyond that part, whatever it says: what does not
 * fit is BadXdr. Bytes that fill up to a multiple of four may have any value, as with other implementations. */
package jx.rpc;

import jx.mem.BigEndian;

public final class XdrReader {
  private byte[] bytes;
  private int at;
  private int end;

  public void open(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.at = offset;
    this.end = offset + length;
  }

  public int remaining() {
    return end - at;
  }

  public int int32() throws BadXdr {
    int start = at;
    if (end - start < 4)
      throw BadXdr.INSTANCE;
    at = start + 4;
    return BigEndian.get32(bytes, start);
  }

  /* Reads `count' words into words[0 .. count). When there are not so many, none. */
  public void int32s(int[] words, int count) throws BadXdr {
    int start = at;
    if (end - start < 4 * count)
      throw BadXdr.INSTANCE;
    at = start + 4 * count;
    BigEndian.get32s(bytes, start, words, count);
  }

  public long uint32() throws BadXdr {
    return int32() & 0xffffffffL;
  }

  public long int64() throws BadXdr {
    long high = int32();
    return high << 32 | uint32();
  }

  public boolean bool() throws BadXdr {
    return choice(2) == 1;
  }

  /* An enumeration's value, or a union's discriminant, from 0 to `count' - 1. */
  public int choice(int count) throws BadXdr {
    int value = int32();
    if (value < 0 || value >= count)
      throw BadXdr.INSTANCE;
    return value;
  }

  /* Variable-length opaque data or a string, at most `most' bytes. */
  public void opaque(Slice into, int most) throws BadXdr {
    int length = int32();
    if (length < 0 || length > most)
      throw BadXdr.INSTANCE;
    fixed(into, length);
  }

  public void fixed(Slice into, int length) throws BadXdr {
    int start = at;
    if (length > end - start || (length + 3 & ~3) > end - start)
      throw BadXdr.INSTANCE;
    at = start + (length + 3 & ~3);
    into.bytes = bytes;
    into.offset = start;
    into.length = length;
  }

  /* What is left, unread. */
  public void rest(Slice into) {
    into.set(bytes, at, remaining());
  }
}
