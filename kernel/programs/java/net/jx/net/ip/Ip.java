/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * IPv4 (RFC 791) of a machine with one card, that forwards nothing: takes packets for us, puts fragments together,
 * hands the content to its protocol; sends, in fragments where it must, to a neighbour or by way of the gateway.
 *
 * Options are ignored; a packet with a source route that ends here is like any other. Who sends leaves HEADROOM bytes
 * free before the content. Everything happens in the packet thread. */
package jx.net.ip;

import jx.mem.BigEndian;
import jx.net.Address;
import jx.net.Bytes;
import jx.net.Counter;
import jx.net.Counters;
import jx.net.arp.Arp;
import jx.net.ether.EtherHandler;
import jx.net.ether.Ethernet;

public final class Ip implements EtherHandler {
  public static final int ICMP = 1;
  public static final int UDP = 17;

  public static final int HEADER = 20;
  public static final int HEADROOM = Ethernet.HEADER + HEADER;

  /* The longest content: the length field has 16 bits. */
  public static final int MOST = 65535 - HEADER;

  private static final int TTL = 64;                       /* RFC 1700 */
  private static final int PIECE = Ethernet.MTU - HEADER & ~7;
  private static final int VERSION_AND_LENGTH = 0x45000000;  /* 4, five words */
  private static final int DONT_FRAGMENT = 0x4000;
  private static final int MORE = 0x2000;
  private static final int OFFSET = 0x1fff;                /* in units of 8 bytes */

  private final Ethernet ether;
  private final Arp arp;
  private final Reassembly reassembly;
  private IpHandler icmp;
  private IpHandler udp;

  private int own = Address.ANY;
  private int mask;
  private int gateway = Address.ANY;
  private int identification;                              /* of the packet that was sent last */
  private int receivedIdentification;

  private final Counter malformed;
  private final Counter badChecksum;
  private final Counter foreign;
  private final Counter unknown;
  private final Counter unreachable;
  private final Counter fragmented;

  public Ip(Ethernet ether, Arp arp, Counters counters) {
    this.ether = ether;
    this.arp = arp;
    malformed = counters.make("ip malformed");
    badChecksum = counters.make("ip bad checksum");
    foreign = counters.make("ip not for us");
    unknown = counters.make("ip unknown protocol");
    unreachable = counters.make("ip out without a route");
    fragmented = counters.make("ip out in fragments");
    reassembly = new Reassembly(counters);
  }

  public void setHandlers(IpHandler icmp, IpHandler udp) {
    this.icmp = icmp;
    this.udp = udp;
  }

  /* Who we are: ANY until that is known. `gateway' ANY: there is none. */
  public void configure(int address, int mask, int gateway) {
    own = address;
    this.mask = mask;
    this.gateway = gateway;
    arp.setAddress(address);
  }

  public int address() {
    return own;
  }

  /* Of the packet that is being handed to its protocol. */
  public int identification() {
    return receivedIdentification;
  }

  /* That the next packet will have which is sent. */
  public int nextIdentification() {
    return identification + 1 & 0xffff;
  }

  /* ---- in ---- */

  @Override
  public void receive(byte[] b, int at, int available, boolean broadcast) {
    if (!isSound(b, at, available)) {
      malformed.add();
      return;
    }
    int header = (b[at] & 15) * 4;
    if (Checksum.fold(Checksum.sum(b, at, header)) != 0) {
      badChecksum.add();
      return;
    }
    int source = BigEndian.get32(b, at + 12);
    int destination = BigEndian.get32(b, at + 16);
    if (!isPossibleSource(source))
      malformed.add();
    else if (source == Address.ANY || !isForUs(destination, broadcast))
      foreign.add();
    else
      takeWhole(b, at, header, source, destination);
  }

  private static boolean isSound(byte[] b, int at, int available) {
    if (available < HEADER || (b[at] & 0xf0) != 0x40)
      return false;
    int header = (b[at] & 15) * 4;
    int total = BigEndian.get16(b, at + 2);
    return header >= HEADER && header <= total && total <= available;
  }

  /* No host sends from a group's address or from 127.* (RFC 1122, section 3.2.1.3), nor from ours. From ANY send those
   * who have no address yet, to servers of which we are none. */
  private boolean isPossibleSource(int source) {
    return !Address.isMulticast(source) && source >>> 24 != 127 && (source != own || own == Address.ANY)
      && !isDirectedBroadcast(source);
  }

  /* Without an address of our own, whatever was sent to our card is: a server's answer goes to the address that it
   * gives (RFC 951, section 4). */
  private boolean isForUs(int destination, boolean broadcast) {
    if (destination == Address.BROADCAST || isDirectedBroadcast(destination))
      return true;
    return !broadcast && (own == Address.ANY ? !Address.isMulticast(destination) : destination == own);
  }

  private boolean isDirectedBroadcast(int ip) {
    return own != Address.ANY && mask >>> 1 != 0x7fffffff && ip == (own | ~mask);
  }

  private void takeWhole(byte[] b, int at, int header, int source, int destination) {
    int fragment = BigEndian.get16(b, at + 6) & (MORE | OFFSET);
    int length = BigEndian.get16(b, at + 2) - header;
    int protocol = Bytes.get8(b, at + 9);
    receivedIdentification = BigEndian.get16(b, at + 4);
    if (fragment == 0) {
      deliver(b, at + header, length, at, protocol, source, destination);
      return;
    }
    PartialDatagram whole = reassembly.add(b, at, header, length, (fragment & OFFSET) * 8, (fragment & MORE) != 0);
    if (whole == null)
      return;
    try {
      deliver(whole.bytes(), 0, whole.length(), -1, protocol, source, destination);
    } finally {
      whole.release();
    }
  }

  private void deliver(byte[] b, int at, int length, int header, int protocol, int source, int destination) {
    switch (protocol) {
      case ICMP:
        icmp.receive(b, at, length, header, source, destination);
        break;
      case UDP:
        udp.receive(b, at, length, header, source, destination);
        break;
      default:
        unknown.add();
        break;
    }
  }

  /* ---- out ---- */

  /* Sends b[at .. at + length) to `destination'. Headers are written before it and, where it goes in fragments, into
   * it: afterwards it is not what it was. */
  public void send(byte[] b, int at, int length, int protocol, int destination) {
    int hop = hop(destination);
    if (hop == Address.ANY || length > MOST) {
      unreachable.add();
      return;
    }
    identification++;
    if (length <= Ethernet.MTU - HEADER) {
      sendPiece(b, at, length, protocol, destination, hop, DONT_FRAGMENT);
      return;
    }
    fragmented.add();
    for (int offset = 0; offset < length; offset += PIECE) {
      int piece = Math.min(PIECE, length - offset);
      sendPiece(b, at + offset, piece, protocol, destination, hop, offset / 8 | (offset + piece < length ? MORE : 0));
    }
  }

  /* Whether there is a neighbour to give a packet to that is for `destination'. Any thread may ask. */
  public boolean reaches(int destination) {
    return hop(destination) != Address.ANY;
  }

  /* The neighbour that a packet is given to; ANY: there is none. */
  private int hop(int destination) {
    if (destination == Address.BROADCAST || isDirectedBroadcast(destination))
      return Address.BROADCAST;
    if (own == Address.ANY || destination == own || Address.isMulticast(destination))
      return Address.ANY;
    return (destination & mask) == (own & mask) ? destination : gateway;
  }

  private void sendPiece(byte[] b, int at, int length, int protocol, int destination, int hop, int fragment) {
    int packet = at - HEADER;
    int first = VERSION_AND_LENGTH | HEADER + length;
    int second = identification << 16 | fragment;
    int third = (TTL << 8 | protocol) << 16;
    long sum = Checksum.words(first) + Checksum.words(second) + Checksum.words(third) + Checksum.words(own)
      + Checksum.words(destination);
    BigEndian.put32(b, packet, first);
    BigEndian.put32(b, packet + 4, second);
    BigEndian.put32(b, packet + 8, third | Checksum.fold(sum));
    BigEndian.put32(b, packet + 12, own);
    BigEndian.put32(b, packet + 16, destination);
    if (hop == Address.BROADCAST)
      ether.send(b, packet, HEADER + length, Address.ETHER_BROADCAST, Ethernet.TYPE_IP);
    else
      arp.send(b, packet, HEADER + length, hop);
  }

  /* Several times a second: fragments whose others do not come are forgotten. */
  public void tick(long nanos) {
    reassembly.tick(nanos);
  }
}
