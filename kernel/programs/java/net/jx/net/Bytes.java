/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Numbers in packets of other sizes than jx.mem.BigEndian has: big-endian, unsigned where they have fewer bits than the
 * type. */
package jx.net;

import jx.mem.BigEndian;

public final class Bytes {
  private Bytes() {
  }

  public static int get8(byte[] b, int at) {
    return b[at] & 0xff;
  }

  public static long get48(byte[] b, int at) {
    return (long) BigEndian.get16(b, at) << 32 | BigEndian.get32(b, at + 2) & 0xffffffffL;
  }

  public static void put8(byte[] b, int at, int value) {
    b[at] = (byte) value;
  }

  public static void put48(byte[] b, int at, long value) {
    BigEndian.put16(b, at, (int) (value >> 32));
    BigEndian.put32(b, at + 2, (int) value);
  }
}
