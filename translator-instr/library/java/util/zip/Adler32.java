/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The checksum of zlib (RFC 1950): the sum of the bytes, and the sum of those sums. */
package java.util.zip;

public class Adler32 implements Checksum {
  /* The largest prime below 65536. */
  private static final int BASE = 65521;
  /* So many bytes may be added before a sum could exceed 31 bits: 255 n (n + 1) / 2 + (n + 1) (BASE - 1) < 2^31. */
  private static final int AT_ONCE = 3000;

  private int low = 1;
  private int high;

  public Adler32() {
  }

  @Override
  public void update(int b) {
    low = (low + (b & 0xff)) % BASE;
    high = (high + low) % BASE;
  }

  @Override
  public void update(byte[] bytes, int offset, int count) {
    if (offset < 0 || count < 0 || offset > bytes.length - count)
      throw new ArrayIndexOutOfBoundsException();
    int end = offset + count;
    for (int at = offset; at < end;) {
      int part = Math.min(end, at + AT_ONCE);
      for (; at < part; at++) {
        low += bytes[at] & 0xff;
        high += low;
      }
      low %= BASE;
      high %= BASE;
    }
  }

  @Override
  public long getValue() {
    return (long) high << 16 | low;
  }

  @Override
  public void reset() {
    low = 1;
    high = 0;
  }
}
