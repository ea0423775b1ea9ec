/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Asks the network who we are (BOOTP, RFC 951; options by RFC 2132): our address, the mask of our network, its
 * gateway.
 *
 * Asks again until a server answers, at growing intervals. In the packet thread, except for the waiting. */
package jx.net.bootp;

import java.util.Arrays;

import jx.mem.BigEndian;
import jx.net.Address;
import jx.net.Bytes;
import jx.net.Counter;
import jx.net.Counters;
import jx.net.Datagram;
import jx.net.DatagramHandler;
import jx.net.ip.Ip;
import jx.net.udp.Udp;
import jx.prof.EventLog;

public final class Bootp implements DatagramHandler {
  public static final int SERVER_PORT = 67;
  public static final int CLIENT_PORT = 68;

  private static final int LENGTH = 300;
  private static final int REQUEST = 1;
  private static final int REPLY = 2;
  private static final int ETHERNET = 1 << 8 | 6;           /* kind and length of the hardware address */

  private static final int TRANSACTION = 4;
  private static final int SECONDS = 8;
  private static final int YOUR_ADDRESS = 16;
  private static final int HARDWARE_ADDRESS = 28;
  private static final int OPTIONS = 236;
  private static final int COOKIE = 0x63825363;             /* RFC 1497: what begins the options */

  private static final int PAD = 0;
  private static final int MASK = 1;
  private static final int ROUTER = 3;
  private static final int END = 255;

  private static final long FIRST_RETRY_NS = 1_000_000_000L;
  private static final long LONGEST_RETRY_NS = 32_000_000_000L;

  private final Udp udp;
  private final Ip ip;
  private final long ether;
  private final byte[] request = new byte[Udp.HEADROOM + LENGTH];
  private int transaction;
  private long begun;
  private long next;
  private long interval;                                    /* 0: not begun */
  private boolean done;

  private int mask;
  private int gateway;

  private final Counter requests;
  private final Counter replies;
  private final Counter others;
  private final int requestEvent = EventLog.register("bootp request");
  private final int replyEvent = EventLog.register("bootp reply");

  public Bootp(Udp udp, Ip ip, long ether, Counters counters) {
    this.udp = udp;
    this.ip = ip;
    this.ether = ether;
    requests = counters.make("bootp requests");
    replies = counters.make("bootp replies");
    others = counters.make("bootp replies not for us");
    udp.listen(CLIENT_PORT, this);
  }

  /* Waits until we have an address; false after `millis'. Any thread but the packet thread. */
  public synchronized boolean await(long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    while (!done) {
      long left = (end - System.nanoTime() + 999_999) / 1_000_000;
      if (left <= 0)
        return false;
      wait(left);
    }
    return true;
  }

  /* Several times a second. */
  public void tick(long nanos) {
    if (done)
      return;
    if (interval == 0) {
      begun = nanos;
      transaction = (int) (ether ^ nanos);
      interval = FIRST_RETRY_NS;
    } else if (nanos - next < 0) {
      return;
    } else {
      interval = Math.min(2 * interval, LONGEST_RETRY_NS);
    }
    next = nanos + interval;
    ask((int) ((nanos - begun) / 1_000_000_000));
  }

  private void ask(int seconds) {
    int at = Udp.HEADROOM;
    Arrays.fill(request, (byte) 0);
    Bytes.put8(request, at, REQUEST);
    BigEndian.put16(request, at + 1, ETHERNET);
    BigEndian.put32(request, at + TRANSACTION, transaction);
    BigEndian.put16(request, at + SECONDS, Math.min(seconds, 0xffff));
    Bytes.put48(request, at + HARDWARE_ADDRESS, ether);
    BigEndian.put32(request, at + OPTIONS, COOKIE);
    Bytes.put8(request, at + OPTIONS + 4, END);
    requests.add();
    EventLog.log(requestEvent, seconds);
    udp.send(request, at, LENGTH, Address.BROADCAST, SERVER_PORT, CLIENT_PORT);
  }

  @Override
  public int handle(Datagram in, Datagram out) {
    if (done || !isForUs(in.buffer, in.offset, in.length) || !readOptions(in.buffer, in.offset, in.length)) {
      others.add();
      return 0;
    }
    replies.add();
    EventLog.log(replyEvent, in.length);
    ip.configure(BigEndian.get32(in.buffer, in.offset + YOUR_ADDRESS), mask, gateway);
    synchronized (this) {
      done = true;
      notifyAll();
    }
    return 0;
  }

  private boolean isForUs(byte[] b, int at, int length) {
    if (interval == 0 || length < OPTIONS || Bytes.get8(b, at) != REPLY || BigEndian.get16(b, at + 1) != ETHERNET)
      return false;
    int address = BigEndian.get32(b, at + YOUR_ADDRESS);
    return BigEndian.get32(b, at + TRANSACTION) == transaction && Bytes.get48(b, at + HARDWARE_ADDRESS) == ether
      && address != Address.ANY && !Address.isMulticast(address) && address >>> 24 != 127;
  }

  /* Mask and gateway, as far as they are told; false when the options are damaged. */
  private boolean readOptions(byte[] b, int begin, int length) {
    int end = begin + length;
    mask = naturalMask(BigEndian.get32(b, begin + YOUR_ADDRESS));
    gateway = Address.ANY;
    int at = begin + OPTIONS + 4;
    if (at > end || BigEndian.get32(b, at - 4) != COOKIE)
      return true;
    while (at < end && Bytes.get8(b, at) != END) {
      int option = Bytes.get8(b, at++);
      if (option == PAD)
        continue;
      if (at == end || at + 1 + Bytes.get8(b, at) > end)
        return false;
      if (!takeOption(option, b, at + 1, Bytes.get8(b, at)))
        return false;
      at += 1 + Bytes.get8(b, at);
    }
    return true;
  }

  private boolean takeOption(int option, byte[] b, int at, int length) {
    if (option != MASK && option != ROUTER)
      return true;
    if (length < 4 || length % 4 != 0)
      return false;
    int value = BigEndian.get32(b, at);
    if (option == ROUTER)
      gateway = value;
    else if ((~value & ~value + 1) == 0)
      mask = value;
    else
      return false;
    return true;
  }

  /* By the class of the address (RFC 791), where the server tells no other. */
  private static int naturalMask(int address) {
    return Address.mask(address >>> 31 == 0 ? 8 : address >>> 30 == 2 ? 16 : 24);
  }

  public int mask() {
    return mask;
  }

  public int gateway() {
    return gateway;
  }
}
