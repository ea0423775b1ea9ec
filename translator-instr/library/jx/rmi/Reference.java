/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where a remote object is: machine, port, and its number there. */
package jx.rmi;

import java.net.InetAddress;
import java.rmi.server.RemoteRef;
import jx.mem.BigEndian;

public final class Reference implements RemoteRef, java.io.Serializable {
  private static final long serialVersionUID = 1;

  public static final long REGISTRY = 0;

  final int address;
  final int port;
  final long number;

  Reference(int address, int port, long number) {
    this.address = address;
    this.port = port;
    this.number = number;
  }

  public static Reference to(InetAddress address, int port, long number) {
    return new Reference(BigEndian.get32(address.getAddress(), 0), port, number);
  }

  static String host(int address) {
    return (address >>> 24) + "." + (address >> 16 & 255) + "." + (address >> 8 & 255) + "." + (address & 255);
  }

  InetAddress inet() throws java.net.UnknownHostException {
    return InetAddress.getByName(host(address));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Reference && address == ((Reference) other).address && port == ((Reference) other).port
      && number == ((Reference) other).number;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number) ^ address ^ port;
  }

  @Override
  public boolean remoteEquals(RemoteRef other) {
    return equals(other);
  }

  @Override
  public int remoteHashCode() {
    return hashCode();
  }

  @Override
  public String remoteToString() {
    return "UnicastRef [liveRef: [endpoint:[" + host(address) + ":" + port + "],objID:[" + number + "]]]";
  }
}
