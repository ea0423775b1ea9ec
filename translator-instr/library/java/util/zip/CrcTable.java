/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Cyclic redundancy checks of 32 bits whose lowest bit is the first: how a byte changes the remainder, and how each of
 * eight bytes does that are taken at once (slicing by 8, Kounavis and Berry 2005). */
package java.util.zip;

final class CrcTable {
  private static final int SLICES = 8;

  private final int[] table = new int[SLICES * 256];

  /* `polynomial` without its highest term, the lowest bit first. */
  CrcTable(int polynomial) {
    for (int i = 0; i < 256; i++) {
      int rest = i;
      for (int bit = 0; bit < 8; bit++)
        rest = (rest & 1) != 0 ? rest >>> 1 ^ polynomial : rest >>> 1;
      table[i] = rest;
    }
    for (int i = 256; i < table.length; i++)
      table[i] = table[table[i - 256] & 0xff] ^ table[i - 256] >>> 8;
  }

  int update(int rest, int b) {
    return table[(rest ^ b) & 0xff] ^ rest >>> 8;
  }

  private static int word(byte[] bytes, int at) {
    return bytes[at] & 0xff | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff) << 16 | bytes[at + 3] << 24;
  }

  int update(int start, byte[] bytes, int offset, int count) {
    if (offset < 0 || count < 0 || offset > bytes.length - count)
      throw new ArrayIndexOutOfBoundsException();
    int[] t = table;
    int rest = start;
    int at = offset;
    int end = offset + count;
    for (; end - at >= SLICES; at += SLICES) {
      int low = rest ^ word(bytes, at);
      int high = word(bytes, at + 4);
      rest = t[0x700 + (low & 0xff)] ^ t[0x600 + (low >>> 8 & 0xff)] ^ t[0x500 + (low >>> 16 & 0xff)]
          ^ t[0x400 + (low >>> 24)] ^ t[0x300 + (high & 0xff)] ^ t[0x200 + (high >>> 8 & 0xff)]
          ^ t[0x100 + (high >>> 16 & 0xff)] ^ t[high >>> 24];
    }
    for (; at < end; at++)
      rest = update(rest, bytes[at]);
    return rest;
  }
}
