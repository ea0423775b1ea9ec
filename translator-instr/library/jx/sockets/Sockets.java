/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The UDP ports of this machine, as the sockets of java.net have them: which mailbox is at which port, and the way to
 * others. Within the machine, at 127.0.0.1 and at its own address, datagrams go from mailbox to mailbox; for all other
 * addresses there is a Link, where the program's network has set one. Without it the machine knows itself only.
 *
 * Any thread may call. No monitor is held while the link sends, or while a mailbox is waited for. */
package jx.sockets;

import java.util.ArrayList;
import java.util.List;

public final class Sockets {
  public static final int ANY = 0;
  public static final int LOOPBACK = 0x7f000001;
  public static final int BROADCAST = -1;

  /* The longest payload: 65535 less the headers of IP and UDP. */
  public static final int MOST_BYTES = 65507;

  /* Ports for those who do not care which (RFC 6335, section 6). */
  private static final int FIRST_FREE = 49152;
  private static final int FREE = 65536 - FIRST_FREE;

  private static final List<Mailbox> boxes = new ArrayList<>();
  private static volatile Link link;
  private static int turn;

  private Sockets() {
  }

  /* For the start of a program whose machine has a network; once. */
  public static void setLink(Link link) {
    Sockets.link = link;
    turn = (int) System.nanoTime() >>> 1;      /* a machine that starts again uses other ports */
  }

  /* Our own, or that of the loopback where there is no network, or none yet. */
  public static int address() {
    Link link = Sockets.link;
    int address = link == null ? ANY : link.address();
    return address == ANY ? LOOPBACK : address;
  }

  private static boolean isOwn(int address) {
    return address >>> 24 == 127 || address == address();
  }

  /* Whether a socket may be bound to `address'. */
  public static boolean has(int address) {
    return address == ANY || isOwn(address);
  }

  /* Is the address this machine's own, and nothing at its port? What is sent there has no answer. */
  public static synchronized boolean isSilent(int address, int port) {
    return isOwn(address) && !isTaken(address, port);
  }

  /* A mailbox at `port' of `address', one that has() is true for; ANY: of all. Port 0: at a free one. null: the port
   * is taken, or all are. */
  public static synchronized Mailbox open(int address, int port) {
    int found = port == 0 ? freePort(address) : port;
    if (found < 0 || isTaken(address, found))
      return null;
    Mailbox box = new Mailbox(address, found);
    boxes.add(box);
    return box;
  }

  private static int freePort(int address) {
    for (int i = 0; i < FREE; i++) {
      int port = FIRST_FREE + (turn++ & 0x7fffffff) % FREE;
      if (!isTaken(address, port))
        return port;
    }
    return -1;
  }

  private static boolean isTaken(int address, int port) {
    Link link = Sockets.link;
    if (link != null && address >>> 24 != 127 && link.serves(port))
      return true;
    for (Mailbox box : boxes)
      if (box.port == port && (box.address == ANY || address == ANY || box.address == address))
        return true;
    return false;
  }

  /* Nothing comes to it any more; its port is free. Closing twice does nothing. */
  public static synchronized void close(Mailbox box) {
    boxes.remove(box);
    box.close();
  }

  private static synchronized Mailbox find(int address, int port) {
    for (Mailbox box : boxes)
      if (box.port == port && (box.address == ANY || address == BROADCAST || box.address == address))
        return box;
    return null;
  }

  /* Whether there is a way to `address'. */
  public static boolean reaches(int address) {
    Link link = Sockets.link;
    return isOwn(address) || link != null && link.address() != ANY && link.reaches(address);
  }

  /* Sends b[at .. at + count), at most MOST_BYTES, from the mailbox's port to one that reaches() is true for. */
  public static void send(Mailbox from, byte[] b, int at, int count, int address, int port) {
    if (!isOwn(address)) {
      link.send(b, at, count, address, port, from.port);
    } else {
      int source = from.address != ANY ? from.address : address >>> 24 == 127 ? LOOPBACK : address;
      deliver(address, port, b, at, count, source, from.port);
    }
  }

  /* Gives b[at .. at + count), that has come to `port' of `address', to the mailbox there; false: there is none. */
  public static boolean deliver(int address, int port, byte[] b, int at, int count, int source, int sourcePort) {
    Mailbox box = find(address, port);
    if (box == null)
      return false;
    box.put(b, at, count, source, sourcePort);
    return true;
  }
}
