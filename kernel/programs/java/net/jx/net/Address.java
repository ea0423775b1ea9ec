/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Addresses as text, and what kind they are: IPv4 as an int, Ethernet as the low 48 bits of a long. */
package jx.net;

public final class Address {
  public static final int ANY = 0;
  public static final int BROADCAST = -1;
  public static final long ETHER_BROADCAST = 0xffffffffffffL;

  private Address() {
  }

  public static String text(int ip) {
    return (ip >>> 24) + "." + (ip >> 16 & 255) + "." + (ip >> 8 & 255) + "." + (ip & 255);
  }

  public static String etherText(long address) {
    StringBuilder text = new StringBuilder();
    for (int shift = 40; shift >= 0; shift -= 8) {
      int octet = (int) (address >> shift) & 255;
      text.append(Character.forDigit(octet >> 4, 16)).append(Character.forDigit(octet & 15, 16));
      if (shift > 0)
        text.append(':');
    }
    return text.toString();
  }

  /* `10.0.2.15' as a number; NumberFormatException when it is no address. */
  public static int parse(String text) {
    int ip = 0;
    int begin = 0;
    for (int i = 0; i < 4; i++) {
      int end = i < 3 ? text.indexOf('.', begin) : text.length();
      int octet = end < 0 ? -1 : Integer.parseInt(text.substring(begin, end));
      if (octet < 0 || octet > 255)
        throw new NumberFormatException("`" + text + "' is no IPv4 address");
      ip = ip << 8 | octet;
      begin = end + 1;
    }
    return ip;
  }

  /* The mask of a network whose addresses begin with `bits' common bits, 0 to 32. */
  public static int mask(int bits) {
    return bits == 0 ? 0 : -1 << 32 - bits;
  }

  /* Classes D and E (RFC 1112): never one machine's own. */
  public static boolean isMulticast(int ip) {
    return ip >>> 28 >= 14;
  }

  /* Of a group: broadcast is one. */
  public static boolean isEtherGroup(long address) {
    return (address >> 40 & 1) != 0;
  }
}
