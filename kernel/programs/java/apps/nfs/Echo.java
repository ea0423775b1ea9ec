/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Sends every datagram back (RFC 862). */
package nfs;

import jx.net.Datagram;
import jx.net.DatagramHandler;

final class Echo implements DatagramHandler {
  static final int PORT = 7;

  @Override
  public int handle(Datagram in, Datagram out) {
    System.arraycopy(in.buffer, in.offset, out.buffer, out.offset, in.length);
    return in.length;
  }
}
