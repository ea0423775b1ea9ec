/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The Internet checksum (RFC 1071): a one's complement sum of 16-bit words. Sums of parts can be added up when every
 * part but the last has an even length. */
package jx.net.ip;

import jx.net.Bytes;

public final class Checksum {
  private Checksum() {
  }

  /* Adds up b[at .. at + length), an odd last byte as if a zero followed. The result is not folded: of at most 64 KB
   * each, thousands of parts can be added. */
  public static long sum(byte[] b, int at, int length) {
    long sum = 0;
    int end = at + (length & ~3);
    for (; at < end; at += 4)
      sum += (b[at] << 24 | (b[at + 1] & 0xff) << 16 | (b[at + 2] & 0xff) << 8 | b[at + 3] & 0xff) & 0xffffffffL;
    if ((length & 2) != 0) {
      sum += (long) Bytes.get16(b, at) << 16;
      at += 2;
    }
    if ((length & 1) != 0)
      sum += (long) Bytes.get8(b, at) << 24;
    return sum;
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
