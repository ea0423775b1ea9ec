/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An address of version 4: all are. */
package java.net;

public final class Inet4Address extends InetAddress {
  Inet4Address(String name, int address) {
    super(name, address);
  }
}
