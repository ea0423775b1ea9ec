/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What is done with the datagrams that come to a port. */
package jx.net;

public interface DatagramHandler {
  /* Called in the packet thread, which handles nothing else meanwhile. `in' is a whole datagram, its fragments put
   * together, its checksum right; its content is the sender's and may be anything. A reply is written to out.buffer
   * from out.offset on, at most out.length bytes (at least 60 KB); its length is returned, 0 for none. It is sent to
   * where `in' came from, in fragments if it must be, and out.buffer is the stack's again then. */
  int handle(Datagram in, Datagram out);
}
