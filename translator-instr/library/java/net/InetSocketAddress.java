/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An address and a port; or a name that has no address, and a port. */
package java.net;

import jx.sockets.Sockets;

public class InetSocketAddress extends SocketAddress {
  private final String host;                 /* as it was given; null: by its address */
  private final InetAddress address;         /* null: none is known of `host' */
  private final int port;

  public InetSocketAddress(int port) {
    this((InetAddress) null, port);
  }

  /* Null is any of this machine's addresses. */
  public InetSocketAddress(InetAddress address, int port) {
    host = null;
    this.address = address == null ? InetAddress.of(Sockets.ANY) : address;
    this.port = checked(port);
  }

  public InetSocketAddress(String host, int port) {
    this(checked(host), find(host), checked(port));
  }

  private InetSocketAddress(String host, InetAddress address, int port) {
    this.host = address == null ? host : null;
    this.address = address;
    this.port = port;
  }

  public static InetSocketAddress createUnresolved(String host, int port) {
    return new InetSocketAddress(checked(host), null, checked(port));
  }

  static int checked(int port) {
    if (port < 0 || port > 65535)
      throw new IllegalArgumentException("port out of range:" + port);
    return port;
  }

  private static String checked(String host) {
    if (host == null)
      throw new IllegalArgumentException("hostname can't be null");
    return host;
  }

  private static InetAddress find(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      return null;
    }
  }

  public final int getPort() {
    return port;
  }

  /* null: none is known. */
  public final InetAddress getAddress() {
    return address;
  }

  public final String getHostName() {
    return host != null ? host : address.getHostName();
  }

  public final String getHostString() {
    if (host != null)
      return host;
    String text = address.toString();
    int slash = text.indexOf('/');
    return slash > 0 ? text.substring(0, slash) : address.getHostAddress();
  }

  public final boolean isUnresolved() {
    return address == null;
  }

  @Override
  public final int hashCode() {
    return (address == null ? host.toLowerCase().hashCode() : address.hashCode()) + port;
  }

  @Override
  public final boolean equals(Object object) {
    if (!(object instanceof InetSocketAddress))
      return false;
    InetSocketAddress other = (InetSocketAddress) object;
    return port == other.port
      && (address == null ? other.address == null && host.equalsIgnoreCase(other.host) : address.equals(other.address));
  }

  @Override
  public String toString() {
    return (address == null ? host + "/<unresolved>" : address.toString()) + ":" + port;
  }
}
