/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * ICMP (RFC 792): answers echo requests, and says so where none listens at a UDP port. What others report about our
 * own packets is counted: replies are not sent again. */
package jx.net.icmp;

import jx.mem.BigEndian;
import jx.net.Address;
import jx.net.Bytes;
import jx.net.Counter;
import jx.net.Counters;
import jx.net.ip.Checksum;
import jx.net.ip.Ip;
import jx.net.ip.IpHandler;

public final class Icmp implements IpHandler {
  private static final int HEADER = 8;
  private static final int ECHO_REPLY = 0;
  private static final int UNREACHABLE = 3;
  private static final int ECHO = 8;
  private static final int PORT_UNREACHABLE = 3;
  private static final int QUOTED = 8;             /* bytes of the packet's content in an error message */
  private static final int HEADER_MOST = 60;       /* of IP, with options */

  /* Error messages between two ticks (RFC 1812, section 4.3.2.8, wants a limit). */
  private static final int ERRORS = 10;

  private final Ip ip;
  private final byte[] reply = new byte[Ip.HEADROOM + Ip.MOST];
  private final byte[] error = new byte[Ip.HEADROOM + HEADER + HEADER_MOST + QUOTED];
  private int errorsLeft = ERRORS;

  private final Counter malformed;
  private final Counter echoes;
  private final Counter others;
  private final Counter unreachable;

  public Icmp(Ip ip, Counters counters) {
    this.ip = ip;
    malformed = counters.make("icmp malformed");
    echoes = counters.make("icmp echoes answered");
    others = counters.make("icmp others");
    unreachable = counters.make("icmp port unreachable sent");
  }

  @Override
  public void receive(byte[] b, int at, int length, int header, int source, int destination) {
    if (length < HEADER || Checksum.fold(Checksum.sum(b, at, length)) != 0)
      malformed.add();
    else if (Bytes.get8(b, at) != ECHO || destination != ip.address() || length > Ip.MOST)
      others.add();
    else
      answer(b, at, length, source);
  }

  private void answer(byte[] b, int at, int length, int source) {
    echoes.add();
    System.arraycopy(b, at, reply, Ip.HEADROOM, length);
    Bytes.put8(reply, Ip.HEADROOM, ECHO_REPLY);
    send(reply, length, source);
  }

  private void send(byte[] b, int length, int destination) {
    BigEndian.put16(b, Ip.HEADROOM + 2, 0);
    BigEndian.put16(b, Ip.HEADROOM + 2, Checksum.fold(Checksum.sum(b, Ip.HEADROOM, length)));
    ip.send(b, Ip.HEADROOM, length, Ip.ICMP, destination);
  }

  /* Answers the packet whose IP header is at b[header .. content) with `no program listens at that port'. One that was
   * for everybody gets no answer (RFC 1122, section 3.2.2). */
  public void portUnreachable(byte[] b, int header, int content, int source, int destination) {
    if (destination != ip.address() || source == Address.ANY || errorsLeft == 0)
      return;
    errorsLeft--;
    unreachable.add();
    int quoted = content - header + QUOTED;
    BigEndian.put16(error, Ip.HEADROOM, UNREACHABLE << 8 | PORT_UNREACHABLE);
    BigEndian.put32(error, Ip.HEADROOM + 4, 0);
    System.arraycopy(b, header, error, Ip.HEADROOM + HEADER, quoted);
    send(error, HEADER + quoted, source);
  }

  /* Several times a second. */
  public void tick() {
    errorsLeft = ERRORS;
  }
}
