/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A network card, as the layers above see it. What comes in goes into the FrameQueue that its driver was given. */
package jx.net;

public interface Nic {
  /* Its Ethernet address, 48 bits. */
  long address();

  /* Sends bytes[offset .. offset + length), a frame without its checksum, of 14 to Frame.MOST bytes; a short one is
   * filled up with zeros. When this returns the array is the caller's again. False: the card did not take it, which
   * the driver has counted. One thread calls it, that of the layers. */
  boolean transmit(byte[] bytes, int offset, int length);
}
