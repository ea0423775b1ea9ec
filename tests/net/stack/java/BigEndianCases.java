/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx.mem.BigEndian at every place of arrays of every small length, those outside included, against the same byte by
 * byte. */
import java.util.Arrays;
import java.util.Random;

import jx.mem.BigEndian;

final class BigEndianCases {
  private static final int MOST = 21;
  private static final int OUTSIDE = 5;
  private static final int[] FAR = {Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE - 3, 0x40000000};

  private final Random random = new Random(1);
  private byte[] b;
  private byte[] before;

  private interface Access {
    void run();
  }

  private BigEndianCases() {
  }

  static void run(Bench bench) {
    new BigEndianCases().lengths();
  }

  private void lengths() {
    for (int length = 0; length <= MOST; length++) {
      b = new byte[length];
      for (int at = -OUTSIDE; at <= length + OUTSIDE; at++)
        place(at);
      for (int at : FAR)
        place(at);
    }
    b = null;
    refused(NullPointerException.class, () -> BigEndian.get32(b, 0));
    b = new byte[8];
    refused(NullPointerException.class, () -> BigEndian.put32s(b, 0, null, 1));
    sums();
  }

  private void place(int at) {
    random.nextBytes(b);
    before = b.clone();
    int value = random.nextInt();
    if (fits(at, 2)) {
      same(BigEndian.get16(b, at), (b[at] & 255) << 8 | b[at + 1] & 255, "get16");
      BigEndian.put16(b, at, value);
      same(BigEndian.get16(b, at), value & 0xffff, "put16");
      unchangedBut(at, 2);
    } else {
      outside(() -> BigEndian.get16(b, at));
      outside(() -> BigEndian.put16(b, at, value));
    }
    if (fits(at, 4)) {
      BigEndian.put32(b, at, value);
      same(BigEndian.get32(b, at), value, "put32");
      same(BigEndian.get16(b, at), value >>> 16, "put32's upper half");
      unchangedBut(at, 4);
    } else {
      outside(() -> BigEndian.get32(b, at));
      outside(() -> BigEndian.put32(b, at, value));
    }
    for (int count = -1; count <= 3; count++)
      several(at, count);
  }

  private void several(int at, int count) {
    before = b.clone();
    int[] words = {random.nextInt(), random.nextInt()};
    int[] read = new int[2];
    if (count < 0 || count > words.length || !fits(at, 4 * count)) {
      outside(() -> BigEndian.put32s(b, at, words, count));
      outside(() -> BigEndian.get32s(b, at, read, count));
      same(read[0] | read[1], 0, "what a refused get32s leaves");
      return;
    }
    BigEndian.put32s(b, at, words, count);
    BigEndian.get32s(b, at, read, count);
    for (int i = 0; i < count; i++)
      same(read[i], words[i], "get32s");
    unchangedBut(at, 4 * count);
  }

  private void sums() {
    for (int length = 0; length <= 200; length++) {
      b = new byte[length + 3];
      random.nextBytes(b);
      for (int at = 0; at < 3; at++)
        same(BigEndian.sum16(b, at, length), sum(at, length), "sum16 of " + length + " bytes");
    }
    b = new byte[65535];
    same(BigEndian.sum16(b, 0, b.length), 0, "sum16 of zeros");
    Arrays.fill(b, (byte) 0xff);
    same(BigEndian.sum16(b, 0, b.length), sum(0, b.length), "sum16 of 64 KB");
    outside(() -> BigEndian.sum16(b, 0, b.length + 1));
    outside(() -> BigEndian.sum16(b, 1, -1));
    outside(() -> BigEndian.sum16(b, 2, Integer.MAX_VALUE));
  }

  private int sum(int at, int length) {
    int sum = 0;
    for (int i = 0; i < length; i++) {
      sum += (b[at + i] & 255) << (i % 2 == 0 ? 8 : 0);
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return sum;
  }

  private boolean fits(int at, int count) {
    return at >= 0 && at <= b.length && count <= b.length - at;
  }

  private void outside(Access access) {
    before = b.clone();
    refused(ArrayIndexOutOfBoundsException.class, access);
    unchangedBut(0, 0);
  }

  private static void refused(Class<?> how, Access access) {
    try {
      access.run();
    } catch (RuntimeException e) {
      if (e.getClass() == how)
        return;
    }
    throw new IllegalStateException("an access outside is not refused");
  }

  private void unchangedBut(int at, int count) {
    for (int i = 0; i < b.length; i++)
      if ((i < at || i >= at + count) && b[i] != before[i])
        throw new IllegalStateException("byte " + i + " changes with " + count + " at " + at);
    before = b.clone();
  }

  private static void same(long is, long should, String what) {
    if (is != should)
      throw new IllegalStateException(what + " is " + is + ", not " + should);
  }
}
