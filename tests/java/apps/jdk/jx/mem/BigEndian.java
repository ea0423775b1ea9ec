/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Stands for translator-instr/library/jx/mem/BigEndian.java where the programs run on the JDK, which has no such natives. */
package jx.mem;

import java.nio.ByteBuffer;

public final class BigEndian {
  private BigEndian() {
  }

  private static ByteBuffer view(byte[] b, int at, int count) {
    if (at < 0 || count < 0 || count > b.length - at)
      throw new ArrayIndexOutOfBoundsException(at);
    return ByteBuffer.wrap(b);
  }

  public static int get16(byte[] b, int at) {
    return view(b, at, 2).getShort(at) & 0xffff;
  }

  public static int get32(byte[] b, int at) {
    return view(b, at, 4).getInt(at);
  }

  public static void put16(byte[] b, int at, int value) {
    view(b, at, 2).putShort(at, (short) value);
  }

  public static void put32(byte[] b, int at, int value) {
    view(b, at, 4).putInt(at, value);
  }

  public static void get32s(byte[] b, int at, int[] words, int count) {
    ByteBuffer from = words(b, at, words, count);
    for (int i = 0; i < count; i++)
      words[i] = from.getInt(at + 4 * i);
  }

  public static void put32s(byte[] b, int at, int[] words, int count) {
    ByteBuffer to = words(b, at, words, count);
    for (int i = 0; i < count; i++)
      to.putInt(at + 4 * i, words[i]);
  }

  private static ByteBuffer words(byte[] b, int at, int[] words, int count) {
    if (count < 0 || count > words.length)
      throw new ArrayIndexOutOfBoundsException(count);
    return view(b, at, (int) Math.min(4L * count, Integer.MAX_VALUE));
  }

  public static int sum16(byte[] b, int at, int length) {
    ByteBuffer from = view(b, at, length);
    long sum = 0;
    for (int i = 0; i < length; i++)
      sum += (from.get(at + i) & 0xff) << (i % 2 == 0 ? 8 : 0);
    while (sum >>> 16 != 0)
      sum = (sum & 0xffff) + (sum >>> 16);
    return (int) sum;
  }
}
