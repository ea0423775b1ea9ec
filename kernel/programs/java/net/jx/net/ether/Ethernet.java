/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Ethernet II frames (RFC 894): takes received ones apart, puts ours together.
 *
 * Who sends leaves HEADER bytes free before the content. */
package jx.net.ether;

import jx.mem.BigEndian;
import jx.net.Address;
import jx.net.Bytes;
import jx.net.Counter;
import jx.net.Counters;
import jx.net.Frame;
import jx.net.Nic;
import jx.prof.EventLog;

public final class Ethernet {
  public static final int HEADER = 14;
  public static final int MTU = Frame.MOST - HEADER;

  public static final int TYPE_IP = 0x0800;
  public static final int TYPE_ARP = 0x0806;

  private static final int TYPE = 12;

  private final Nic nic;
  private final long address;
  private EtherHandler ip;
  private EtherHandler arp;

  private final Counter in;
  private final Counter out;
  private final Counter malformed;
  private final Counter foreign;
  private final Counter unknown;
  private final int inEvent = EventLog.register("packet in");

  public Ethernet(Nic nic, Counters counters) {
    this.nic = nic;
    address = nic.address();
    in = counters.make("ether in");
    out = counters.make("ether out");
    malformed = counters.make("ether malformed");
    foreign = counters.make("ether not for us");
    unknown = counters.make("ether unknown type");
  }

  public long address() {
    return address;
  }

  public void setHandlers(EtherHandler ip, EtherHandler arp) {
    this.ip = ip;
    this.arp = arp;
  }

  public void receive(byte[] b, int length) {
    in.add();
    EventLog.log(inEvent, length);
    if (length < HEADER || length > Frame.MOST || Address.isEtherGroup(Bytes.get48(b, 6))) {
      malformed.add();
      return;
    }
    long destination = Bytes.get48(b, 0);
    boolean broadcast = destination == Address.ETHER_BROADCAST;
    if (!broadcast && destination != address)
      foreign.add();
    else
      dispatch(b, length, broadcast);
  }

  private void dispatch(byte[] b, int length, boolean broadcast) {
    switch (BigEndian.get16(b, TYPE)) {
      case TYPE_IP:
        ip.receive(b, HEADER, length - HEADER, broadcast);
        break;
      case TYPE_ARP:
        arp.receive(b, HEADER, length - HEADER, broadcast);
        break;
      default:
        unknown.add();
        break;
    }
  }

  /* Sends b[at .. at + length), at most MTU bytes, with a header that is written before it. */
  public void send(byte[] b, int at, int length, long destination, int type) {
    int frame = at - HEADER;
    Bytes.put48(b, frame, destination);
    Bytes.put48(b, frame + 6, address);
    BigEndian.put16(b, frame + TYPE, type);
    if (nic.transmit(b, frame, HEADER + length))
      out.add();
  }
}
