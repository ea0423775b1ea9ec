/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Bytes: a check sum by table, runs packed and unpacked, a histogram. */
class Bytes extends Bench {
  private static final int[] TABLE = new int[256];

  static {
    for (int i = 0; i < TABLE.length; i++) {
      int c = i;
      for (int bit = 0; bit < 8; bit++)
        c = (c & 1) != 0 ? c >>> 1 ^ 0xedb88320 : c >>> 1;
      TABLE[i] = c;
    }
  }

  private final byte[] plain = new byte[20_000], packed = new byte[40_000], again = new byte[20_000];

  private static int sum(byte[] bytes, int length) {
    int c = -1;
    for (int i = 0; i < length; i++)
      c = TABLE[(c ^ bytes[i]) & 255] ^ c >>> 8;
    return ~c;
  }

  private static int pack(byte[] from, byte[] to) {
    int end = 0;
    for (int i = 0; i < from.length;) {
      int run = 1;
      while (i + run < from.length && run < 127 && from[i + run] == from[i])
        run++;
      to[end++] = (byte) run;
      to[end++] = from[i];
      i += run;
    }
    return end;
  }

  private static int unpack(byte[] from, int length, byte[] to) {
    int end = 0;
    for (int i = 0; i < length; i += 2)
      for (int k = from[i]; k > 0; k--)
        to[end++] = from[i + 1];
    return end;
  }

  @Override
  long run() {
    for (int i = 0; i < plain.length; i++)
      plain[i] = (byte) (i >>> (i & 7));
    int length = pack(plain, packed);
    int end = unpack(packed, length, again);
    int[] histogram = new int[256];
    for (byte b : again)
      histogram[b & 255]++;
    long sum = sum(packed, length);
    for (int count : histogram)
      sum = sum * 31 + count;
    return sum + end;
  }

  public static void main(String[] args) {
    new Bytes().measure(-2243027638647102103L);
  }
}
