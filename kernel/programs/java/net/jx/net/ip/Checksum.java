/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The Internet checksum (RFC 1071): a one's complement sum of 16-bit words. Sums of parts can be added up when every
 * part but the last has an even length. */
package jx.net.ip;

import jx.mem.BigEndian;

public final class Checksum {
  private Checksum() {
  }

  /* Adds up b[at .. at + length), at most 64 KB, an odd last byte as if a zero followed. Thousands of such sums can be
   * added. */
  public static long sum(byte[] b, int at, int length) {
    return BigEndian.sum16(b, at, length);
  }

  /* The two words of `both', for sums of what is not in an array yet. */
  public static long words(int both) {
    return (both >>> 16) + (both & 0xffff);
  }

  /* What UDP's checksum covers besides the datagram (RFC 768). */
  public static long pseudoHeader(int source, int destination, int protocol, int length) {
    return (source & 0xffffffffL) + (destination & 0xffffffffL) + ((long) protocol << 16 | length);
  }

  /* The 16 bits that go into the packet. Over a packet that has its right checksum in it: 0. */
  public static int fold(long sum) {
    while (sum >>> 16 != 0)
      sum = (sum & 0xffff) + (sum >>> 16);
    return (int) ~sum & 0xffff;
  }
}
