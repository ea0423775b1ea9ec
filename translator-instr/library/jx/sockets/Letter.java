/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A datagram that has come, and from where. */
package jx.sockets;

public final class Letter {
  public final byte[] bytes;
  public final int address;
  public final int port;

  Letter(byte[] bytes, int address, int port) {
    this.bytes = bytes;
    this.address = address;
    this.port = port;
  }
}
