/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where a socket is, in whatever protocol. */
package java.net;

public abstract class SocketAddress implements java.io.Serializable {
  public SocketAddress() {
  }
}
