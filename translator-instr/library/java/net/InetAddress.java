/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An IP address, of version 4. There is no name server: names are `localhost' and addresses in digits, so a
 * name costs no time, and isReachable(), which would ask, is not offered. */
package java.net;

import jx.sockets.Sockets;

public class InetAddress implements java.io.Serializable {
  private static final String LOCALHOST = "localhost";

  private final String name;                 /* as it was asked for; null: in digits */
  final int address;                         /* in network order: 10.0.2.15 is 0x0a00020f */

  InetAddress(String name, int address) {
    this.name = name;
    this.address = address;
  }

  /* Null, and the empty name, are this machine's loopback. UnknownHostException where it is neither `localhost' nor
   * four numbers from 0 to 255. */
  public static InetAddress getByName(String host) throws UnknownHostException {
    if (host == null || host.isEmpty() || host.equals(LOCALHOST))
      return getLoopbackAddress();
    return new Inet4Address(null, parse(host));
  }

  public static InetAddress[] getAllByName(String host) throws UnknownHostException {
    return new InetAddress[] {getByName(host)};
  }

  private static int parse(String host) throws UnknownHostException {
    int address = 0;
    int begin = 0;
    for (int i = 0; i < 4; i++) {
      int end = i < 3 ? host.indexOf('.', begin) : host.length();
      int octet = end < 0 ? -1 : octet(host, begin, end);
      if (octet < 0)
        throw new UnknownHostException(host + ": Name or service not known");
      address = address << 8 | octet;
      begin = end + 1;
    }
    return address;
  }

  /* text[begin .. end) as a number from 0 to 255; negative: it is none. */
  private static int octet(String text, int begin, int end) {
    if (begin == end || end - begin > 3)
      return -1;
    int octet = 0;
    for (int i = begin; i < end; i++) {
      char digit = text.charAt(i);
      if (digit < '0' || digit > '9')
        return -1;
      octet = octet * 10 + digit - '0';
    }
    return octet < 256 ? octet : -1;
  }

  public static InetAddress getByAddress(byte[] octets) throws UnknownHostException {
    return getByAddress(null, octets);
  }

  public static InetAddress getByAddress(String host, byte[] octets) throws UnknownHostException {
    if (octets.length != 4)
      throw new UnknownHostException("addr is of illegal length");
    return new Inet4Address(host, jx.mem.BigEndian.get32(octets, 0));
  }

  static InetAddress of(int address) {
    return new Inet4Address(address == Sockets.ANY ? "0.0.0.0" : null, address);
  }

  public static InetAddress getLoopbackAddress() {
    return new Inet4Address(LOCALHOST, Sockets.LOOPBACK);
  }

  /* That of the network's card; the loopback where there is none. */
  public static InetAddress getLocalHost() throws UnknownHostException {
    int address = Sockets.address();
    return address == Sockets.LOOPBACK ? getLoopbackAddress() : of(address);
  }

  public byte[] getAddress() {
    return new byte[] {(byte) (address >> 24), (byte) (address >> 16), (byte) (address >> 8), (byte) address};
  }

  public String getHostAddress() {
    return (address >>> 24) + "." + (address >> 16 & 255) + "." + (address >> 8 & 255) + "." + (address & 255);
  }

  public String getHostName() {
    if (name != null)
      return name;
    return address == Sockets.LOOPBACK ? LOCALHOST : getHostAddress();
  }

  public String getCanonicalHostName() {
    return getHostName();
  }

  public boolean isAnyLocalAddress() {
    return address == Sockets.ANY;
  }

  public boolean isLoopbackAddress() {
    return address >>> 24 == 127;
  }

  /* Of a group (RFC 1112): class D. */
  public boolean isMulticastAddress() {
    return address >>> 28 == 14;
  }

  /* 169.254.0.0/16 (RFC 3927). */
  public boolean isLinkLocalAddress() {
    return address >>> 16 == 0xa9fe;
  }

  /* 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 (RFC 1918). */
  public boolean isSiteLocalAddress() {
    return address >>> 24 == 10 || address >>> 20 == 0xac1 || address >>> 16 == 0xc0a8;
  }

  @Override
  public int hashCode() {
    return address;
  }

  /* The name does not count. */
  @Override
  public boolean equals(Object other) {
    return other instanceof InetAddress && ((InetAddress) other).address == address;
  }

  @Override
  public String toString() {
    return (name == null ? "" : name) + "/" + getHostAddress();
  }
}
