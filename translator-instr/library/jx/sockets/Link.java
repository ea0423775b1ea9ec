/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The way to other machines, as the sockets of java.net see it: what a network's code offers them (Sockets.setLink()).
 * Addresses are IPv4, as an int in network order: 10.0.2.15 is 0x0a00020f. Any thread calls these methods. */
package jx.sockets;

public interface Link {
  /* This machine's own address; 0: it has none yet. */
  int address();

  /* Whether there is a route to `address', another machine's or everybody's. */
  boolean reaches(int address);

  /* Whether a port, 1 to 65535, is served beside the sockets, so that no socket can have it. */
  boolean serves(int port);

  /* Sends the datagram b[at .. at + count) from `localPort', or keeps a copy to send it soon: the array is the
   * caller's again. Waits while too many are kept. `count' is at most Sockets.MOST_BYTES. */
  void send(byte[] b, int at, int count, int address, int port, int localPort);
}
