/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An Ethernet frame that has come, without its checksum. Belongs to a FrameQueue, which hands it round. */
package jx.net;

public final class Frame {
  /* The longest, without the checksum: 14 bytes of header, 1500 of content (IEEE 802.3); and to a multiple of 4, for
   * cards that are read in words. */
  public static final int MOST = 1514;
  static final int ROOM = 1516;

  public final byte[] bytes = new byte[ROOM];
  public int length;
}
