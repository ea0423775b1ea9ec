/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Sends datagrams back (RFC 862), but to no one who may answer the answer: two services of this kind, brought together
 * by one datagram with a forged sender, keep each other and the network busy for ever (CERT CA-1996-01). As in
 * OpenBSD's inetd (dg_badinput()) these are all ports below 1024, where servers are, and NFS's. Udp sends nothing back
 * that came to everybody. */
package jx.net.udp;

import jx.net.Counter;
import jx.net.Counters;
import jx.net.Datagram;
import jx.net.DatagramHandler;

public final class Echo implements DatagramHandler {
  public static final int PORT = 7;

  private static final int RESERVED = 1024;
  private static final int NFS = 2049;

  private final Counter refused;

  public Echo(Counters counters) {
    refused = counters.make("udp echo to servers refused");
  }

  @Override
  public int handle(Datagram in, Datagram out) {
    if (in.port < RESERVED || in.port == NFS) {
      refused.add();
      return 0;
    }
    System.arraycopy(in.buffer, in.offset, out.buffer, out.offset, in.length);
    return in.length;
  }
}
