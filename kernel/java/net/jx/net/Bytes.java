/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Numbers in packets: big-endian, unsigned where they have fewer bits than the type. Who calls has made sure that the
 * bytes are there. */
package jx.net;

public final class Bytes {
  private Bytes() {
  }

  public static int get8(byte[] b, int at) {
    return b[at] & 0xff;
  }

  public static int get16(byte[] b, int at) {
    return (b[at] & 0xff) << 8 | b[at + 1] & 0xff;
  }

  public static int get32(byte[] b, int at) {
    return get16(b, at) << 16 | get16(b, at + 2);
  }

  public static long get48(byte[] b, int at) {
    return (long) get16(b, at) << 32 | get32(b, at + 2) & 0xffffffffL;
  }

  public static void put8(byte[] b, int at, int value) {
    b[at] = (byte) value;
  }

  public static void put16(byte[] b, int at, int value) {
    b[at] = (byte) (value >> 8);
    b[at + 1] = (byte) value;
  }

  public static void put32(byte[] b, int at, int value) {
    put16(b, at, value >> 16);
    put16(b, at + 2, value);
  }

  public static void put48(byte[] b, int at, long value) {
    put16(b, at, (int) (value >> 32));
    put32(b, at + 2, (int) value);
  }
}
