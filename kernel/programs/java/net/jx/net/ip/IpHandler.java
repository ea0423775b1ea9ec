/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What is done with the packets of one protocol. */
package jx.net.ip;

public interface IpHandler {
  /* b[at .. at + length) is the whole content of a datagram for us, its fragments put together; `header' is where the
   * IP header of it, or of its first fragment, begins in b, or -1: it is not there. `destination' is our address or a
   * broadcast. */
  void receive(byte[] b, int at, int length, int header, int source, int destination);
}
