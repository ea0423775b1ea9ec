/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which Ethernet address an IP address has (RFC 826): answers others, asks them, remembers what they say for a while.
 *
 * What is to be sent to an address that is not known yet is held until the answer comes, up to HELD frames in all;
 * after TRIES questions without an answer it is dropped. Only who speaks to us gets a new place in the cache, so that
 * the talk of others does not fill it. All of this happens in the packet thread. */
package jx.net.arp;

import jx.mem.BigEndian;
import jx.net.Address;
import jx.net.Bytes;
import jx.net.Counter;
import jx.net.Counters;
import jx.net.ether.EtherHandler;
import jx.net.ether.Ethernet;

public final class Arp implements EtherHandler {
  private static final int PACKET = 28;
  private static final int HARDWARE_ETHERNET = 1;
  private static final int REQUEST = 1;
  private static final int REPLY = 2;
  private static final long UNKNOWN = -1;

  private static final int ENTRIES = 32;
  private static final int HELD = 64;                        /* enough for a datagram of 64 KB */
  private static final long LIFE_NS = 600_000_000_000L;
  private static final long RETRY_NS = 1_000_000_000L;       /* RFC 1122, section 2.3.2.1: at most one a second */
  private static final int TRIES = 3;

  private static final class Entry {
    int ip;                      /* 0: free */
    long ether = UNKNOWN;
    long when;                   /* learnt, or last asked for */
    int tries;
  }

  private static final class Held {
    int ip;                      /* 0: free */
    int length;
    final byte[] bytes = new byte[Ethernet.HEADER + Ethernet.MTU];
  }

  private final Ethernet ether;
  private int own;
  private long now;
  private final Entry[] entries = new Entry[ENTRIES];
  private Entry latest;                                      /* that was looked for: mostly it is the same again */
  private final Held[] held = new Held[HELD];
  private int heldCount;
  private final byte[] packet = new byte[Ethernet.HEADER + PACKET];

  private final Counter malformed;
  private final Counter requests;
  private final Counter replies;
  private final Counter dropped;

  public Arp(Ethernet ether, Counters counters) {
    this.ether = ether;
    malformed = counters.make("arp malformed");
    requests = counters.make("arp requests answered");
    replies = counters.make("arp replies");
    dropped = counters.make("arp dropped, address unknown");
    for (int i = 0; i < ENTRIES; i++)
      entries[i] = new Entry();
    latest = entries[0];
  }

  /* Our own IP address. */
  public void setAddress(int ip) {
    own = ip;
  }

  @Override
  public void receive(byte[] b, int at, int length, boolean broadcast) {
    if (!isSound(b, at, length)) {
      malformed.add();
      return;
    }
    boolean forUs = own != Address.ANY && BigEndian.get32(b, at + 24) == own;
    learn(BigEndian.get32(b, at + 14), Bytes.get48(b, at + 8), forUs);
    if (!forUs)
      return;
    if (BigEndian.get16(b, at + 6) == REPLY) {
      replies.add();
    } else {
      requests.add();
      send(REPLY, Bytes.get48(b, at + 8), Bytes.get48(b, at + 8), BigEndian.get32(b, at + 14));
    }
  }

  private boolean isSound(byte[] b, int at, int length) {
    if (length < PACKET || BigEndian.get16(b, at) != HARDWARE_ETHERNET || BigEndian.get16(b, at + 2) != Ethernet.TYPE_IP
      || Bytes.get8(b, at + 4) != 6 || Bytes.get8(b, at + 5) != 4)
      return false;
    int operation = BigEndian.get16(b, at + 6);
    long sender = Bytes.get48(b, at + 8);
    int ip = BigEndian.get32(b, at + 14);
    return (operation == REQUEST || operation == REPLY) && !Address.isEtherGroup(sender) && sender != 0
      && !Address.isMulticast(ip);
  }

  private void learn(int ip, long address, boolean forUs) {
    if (ip == Address.ANY || ip == own)
      return;
    Entry entry = find(ip);
    if (entry == null && forUs)
      entry = take(ip);
    if (entry == null)
      return;
    entry.ether = address;
    entry.when = now;
    entry.tries = 0;
    if (heldCount > 0)
      sendHeld(ip, address);
  }

  private Entry find(int ip) {
    if (latest.ip == ip)
      return latest;
    for (Entry entry : entries)
      if (entry.ip == ip)
        return latest = entry;
    return null;
  }

  /* A free place, or that of who has been silent for longest. */
  private Entry take(int ip) {
    Entry oldest = entries[0];
    for (Entry entry : entries)
      if (entry.ip == 0 || oldest.ip != 0 && entry.when < oldest.when)
        oldest = entry;
    if (oldest.ip != 0)
      forget(oldest);
    oldest.ip = ip;
    return oldest;
  }

  private void forget(Entry entry) {
    for (int i = 0; i < HELD && heldCount > 0; i++)
      if (held[i] != null && held[i].ip == entry.ip) {
        held[i].ip = 0;
        heldCount--;
        dropped.add();
      }
    entry.ip = 0;
    entry.ether = UNKNOWN;
    entry.tries = 0;
  }

  /* Sends the IP packet b[at .. at + length), with Ethernet.HEADER bytes free before it, to the neighbour `ip', now
   * or when it is known where that is. */
  public void send(byte[] b, int at, int length, int ip) {
    Entry entry = find(ip);
    if (entry != null && entry.ether != UNKNOWN) {
      ether.send(b, at, length, entry.ether, Ethernet.TYPE_IP);
      return;
    }
    if (entry == null)
      entry = take(ip);
    hold(b, at, length, ip);
    if (entry.tries == 0)
      ask(entry);
  }

  private void hold(byte[] b, int at, int length, int ip) {
    for (int i = 0; i < HELD; i++) {
      if (held[i] == null)
        held[i] = new Held();
      if (held[i].ip == 0) {
        held[i].ip = ip;
        held[i].length = length;
        System.arraycopy(b, at, held[i].bytes, Ethernet.HEADER, length);
        heldCount++;
        return;
      }
    }
    dropped.add();
  }

  private void sendHeld(int ip, long address) {
    for (int i = 0; i < HELD && heldCount > 0; i++)
      if (held[i] != null && held[i].ip == ip) {
        held[i].ip = 0;
        heldCount--;
        ether.send(held[i].bytes, Ethernet.HEADER, held[i].length, address, Ethernet.TYPE_IP);
      }
  }

  private void ask(Entry entry) {
    entry.tries++;
    entry.when = now;
    send(REQUEST, Address.ETHER_BROADCAST, 0, entry.ip);
  }

  private void send(int operation, long to, long target, int targetIp) {
    int at = Ethernet.HEADER;
    BigEndian.put16(packet, at, HARDWARE_ETHERNET);
    BigEndian.put16(packet, at + 2, Ethernet.TYPE_IP);
    Bytes.put8(packet, at + 4, 6);
    Bytes.put8(packet, at + 5, 4);
    BigEndian.put16(packet, at + 6, operation);
    Bytes.put48(packet, at + 8, ether.address());
    BigEndian.put32(packet, at + 14, own);
    Bytes.put48(packet, at + 18, target);
    BigEndian.put32(packet, at + 24, targetIp);
    ether.send(packet, at, PACKET, to, Ethernet.TYPE_ARP);
  }

  /* Several times a second: asks again, gives up, forgets what is old. */
  public void tick(long nanos) {
    now = nanos;
    for (Entry entry : entries)
      if (entry.ip != 0)
        age(entry);
  }

  private void age(Entry entry) {
    long age = now - entry.when;
    if (entry.ether != UNKNOWN) {
      if (age > LIFE_NS)
        forget(entry);
    } else if (age > RETRY_NS) {
      if (entry.tries < TRIES)
        ask(entry);
      else
        forget(entry);
    }
  }
}
