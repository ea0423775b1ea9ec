/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The Internet checksum (RFC 1071): a one's complement sum of 16-bit words. Sums of parts can be added up when every
 * part but the last has an even length. */
package jx.net.ip;

public final class Checksum {
  private Checksum() {
  }

  /* Adds up b[at .. at + length), at most 64 KB, an odd last byte as if a zero followed. The result is not folded:
   * thousands of parts can be added. High and low bytes are added apart, which takes fewest instructions. */
  public static long sum(byte[] b, int at, int length) {
    int high = 0;
    int low = 0;
    int end = at + (length & ~3);
    for (; at < end; at += 4) {
      high += (b[at] & 0xff) + (b[at + 2] & 0xff);
      low += (b[at + 1] & 0xff) + (b[at + 3] & 0xff);
    }
    for (end += length & 3; at < end; at += 2) {
      high += b[at] & 0xff;
      if (at + 1 < end)
        low += b[at + 1] & 0xff;
    }
    return ((long) high << 8) + low;
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
