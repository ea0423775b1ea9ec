/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A UDP payload in a buffer: buffer[offset .. offset + length), and who it is from or for.
 *
 * Addresses are IPv4, as an int in network order: 10.0.2.15 is 0x0a00020f. Ports are 0 to 65535. Objects of this
 * class are used again and again: what a handler wants to keep it copies. */
package jx.net;

public final class Datagram {
  public byte[] buffer;
  public int offset;
  public int length;

  /* Of the other machine. */
  public int address;
  public int port;

  /* Ours. */
  public int localAddress;
  public int localPort;
}
