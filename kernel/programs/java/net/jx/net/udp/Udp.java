/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * UDP (RFC 768): hands datagrams to who listens at their port, and sends the reply, unless the datagram was to
 * everybody: with a forged sender, all machines of a network would bury that one in replies (CERT CA-1998-01). Ports
 * without a handler may be those of sockets. Everything happens in the packet thread, except that handlers are
 * registered before it begins. */
package jx.net.udp;

import jx.mem.BigEndian;
import jx.net.Counter;
import jx.net.Counters;
import jx.net.Datagram;
import jx.net.DatagramHandler;
import jx.net.icmp.Icmp;
import jx.net.ip.Checksum;
import jx.net.ip.Ip;
import jx.net.ip.IpHandler;
import jx.prof.MessageLog;
import jx.sockets.Sockets;

public final class Udp implements IpHandler {
  public static final int HEADER = 8;
  public static final int HEADROOM = Ip.HEADROOM + HEADER;

  /* The longest payload. */
  public static final int MOST = Ip.MOST - HEADER;

  private static final int LISTENERS = 16;

  private final Ip ip;
  private final Icmp icmp;
  private final int[] ports = new int[LISTENERS];
  private final DatagramHandler[] handlers = new DatagramHandler[LISTENERS];
  private int listeners;
  private boolean hasSockets;

  private final Datagram in = new Datagram();
  private final Datagram out = new Datagram();
  private final byte[] reply = new byte[HEADROOM + MOST];

  private final Counter received;
  private final Counter sent;
  private final Counter malformed;
  private final Counter badChecksum;
  private final Counter unheard;

  public Udp(Ip ip, Icmp icmp, Counters counters) {
    this.ip = ip;
    this.icmp = icmp;
    received = counters.make("udp in");
    sent = counters.make("udp out");
    malformed = counters.make("udp malformed");
    badChecksum = counters.make("udp bad checksum");
    unheard = counters.make("udp to a port where nobody listens");
  }

  /* `handler' gets what comes to `port', 1 to 65535, which has no handler yet. */
  public void listen(int port, DatagramHandler handler) {
    if (port < 1 || port > 65535 || listeners == LISTENERS || find(port) != null)
      throw new IllegalArgumentException("cannot listen at UDP port " + port);
    ports[listeners] = port;
    handlers[listeners++] = handler;
  }

  /* What comes to a port without a handler goes to the socket that is bound to it. Before the packet thread begins. */
  public void openSockets() {
    hasSockets = true;
  }

  /* Whether a handler has the port. Any thread may ask, once the packet thread has begun. */
  public boolean serves(int port) {
    return find(port) != null;
  }

  private DatagramHandler find(int port) {
    for (int i = 0; i < listeners; i++)
      if (ports[i] == port)
        return handlers[i];
    return null;
  }

  @Override
  public void receive(byte[] b, int at, int available, int header, int source, int destination) {
    int length = available < HEADER ? 0 : BigEndian.get16(b, at + 4);
    if (length < HEADER || length > available || BigEndian.get16(b, at + 2) == 0) {
      malformed.add();
      return;
    }
    if (BigEndian.get16(b, at + 6) != 0 && !isRight(b, at, length, source, destination)) {
      badChecksum.add();
      return;
    }
    received.add();
    if (MessageLog.isOn())
      tell(0, ip.identification(), b, at, source, BigEndian.get16(b, at), BigEndian.get16(b, at + 2), length);
    DatagramHandler handler = find(BigEndian.get16(b, at + 2));
    if (handler != null)
      handle(handler, b, at, length, source, destination);
    else if (!hasSockets || !Sockets.deliver(destination, BigEndian.get16(b, at + 2), b, at + HEADER, length - HEADER,
        source, BigEndian.get16(b, at)))
      refuse(b, at, header, source, destination);
  }

  private static boolean isRight(byte[] b, int at, int length, int source, int destination) {
    long sum = Checksum.pseudoHeader(source, destination, Ip.UDP, length) + Checksum.sum(b, at, length);
    return Checksum.fold(sum) == 0;
  }

  private void refuse(byte[] b, int at, int header, int source, int destination) {
    unheard.add();
    if (header >= 0)
      icmp.portUnreachable(b, header, at, source, destination);
  }

  private void handle(DatagramHandler handler, byte[] b, int at, int length, int source, int destination) {
    Datagram in = this.in;
    Datagram out = this.out;
    in.buffer = b;
    in.offset = at + HEADER;
    in.length = length - HEADER;
    in.address = source;
    in.port = BigEndian.get16(b, at);
    in.localAddress = ip.address();
    in.localPort = BigEndian.get16(b, at + 2);
    out.buffer = reply;
    out.offset = HEADROOM;
    out.length = MOST;
    int count = handler.handle(in, out);
    if (count > 0 && in.port != 0 && destination == ip.address())
      send(reply, HEADROOM, count, source, in.port, in.localPort);
  }

  /* Sends b[at .. at + count), which has HEADROOM bytes free before it and is not kept whole. */
  public void send(byte[] b, int at, int count, int address, int port, int localPort) {
    int datagram = at - HEADER;
    int length = HEADER + count;
    BigEndian.put16(b, datagram, localPort);
    BigEndian.put16(b, datagram + 2, port);
    BigEndian.put16(b, datagram + 4, length);
    BigEndian.put16(b, datagram + 6, 0);
    int sum = Checksum.fold(Checksum.pseudoHeader(ip.address(), address, Ip.UDP, length)
      + Checksum.sum(b, datagram, length));
    BigEndian.put16(b, datagram + 6, sum == 0 ? 0xffff : sum);
    sent.add();
    if (MessageLog.isOn())
      tell(MessageLog.SENT, ip.nextIdentification(), b, datagram, address, port, localPort, length);
    ip.send(b, datagram, length, Ip.UDP, address);
  }

  /* Tells the profiler of a datagram. Both ends know it by its packet's identification, its length and its checksum.
   * */
  private void tell(int flags, int identification, byte[] b, int at, int peer, int peerPort, int localPort,
                    int length) {
    long key = (long) identification << 32 | BigEndian.get32(b, at + 4) & 0xffffffffL;
    MessageLog.log(MessageLog.UDP, flags, ip.address(), localPort, peer, peerPort, 0, 0, key, length);
  }
}
