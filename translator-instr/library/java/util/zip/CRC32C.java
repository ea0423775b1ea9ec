/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Castagnoli's check, of iSCSI (RFC 3720). */
package java.util.zip;

public final class CRC32C implements Checksum {
  private static final CrcTable TABLE = new CrcTable(0x82f63b78);

  private int rest = -1;

  public CRC32C() {
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
