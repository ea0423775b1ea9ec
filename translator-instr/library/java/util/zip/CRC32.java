/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The check of Ethernet, gzip and PNG (ISO 3309). */
package java.util.zip;

public class CRC32 implements Checksum {
  private static final CrcTable TABLE = new CrcTable(0xedb88320);

  private int rest = -1;

  public CRC32() {
  }

  @Override
  public void update(int b) {
    rest = TABLE.update(rest, b);
  }

  @Override
  public void update(byte[] bytes, int offset, int count) {
    rest = TABLE.update(rest, bytes, offset, count);
  }

  @Override
  public long getValue() {
    return ~rest & 0xffffffffL;
  }

  @Override
  public void reset() {
    rest = -1;
  }
}
