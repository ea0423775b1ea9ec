/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Datagrams that sockets send, on their way to the packet thread, which is woken for them: a ring of buffers. Who
 * finds it full waits, so that a sender is no faster than the card. */
package jx.net.stack;

import java.util.concurrent.locks.LockSupport;
import jx.net.Datagram;
import jx.net.ip.Ip;
import jx.net.udp.Udp;
import jx.sockets.Link;

final class Outbox implements Link {
  /* A datagram of 64 KB goes out in 45 frames; 16 of them are more than a switch takes at once. */
  private static final int SLOTS = 16;
  private static final int LAST = SLOTS - 1;

  /* The smallest buffer, which is kept: for a frame's worth. Longer ones are made as they are needed. */
  private static final int BUFFER = 2048;

  private final Ip ip;
  private final Udp udp;
  private final Datagram[] ring = new Datagram[SLOTS];
  private volatile int filled;               /* under the monitor to write */
  private volatile int sent;                 /* the packet thread's to write, under the monitor */
  private volatile Thread sender;

  Outbox(Ip ip, Udp udp) {
    this.ip = ip;
    this.udp = udp;
    for (int i = 0; i < SLOTS; i++) {
      ring[i] = new Datagram();
      ring[i].buffer = new byte[BUFFER];
      ring[i].offset = Udp.HEADROOM;
    }
  }

  /* The packet thread, before it starts. */
  void setSender(Thread thread) {
    sender = thread;
  }

  @Override
  public int address() {
    return ip.address();
  }

  @Override
  public boolean reaches(int address) {
    return ip.reaches(address);
  }

  @Override
  public boolean serves(int port) {
    return udp.serves(port);
  }

  @Override
  public void send(byte[] b, int at, int count, int address, int port, int localPort) {
    if (Thread.currentThread() == sender)
      drain();
    put(b, at, count, address, port, localPort);
    LockSupport.unpark(sender);
  }

  private synchronized void put(byte[] b, int at, int count, int address, int port, int localPort) {
    awaitRoom();
    Datagram datagram = ring[filled & LAST];
    if (datagram.buffer.length < Udp.HEADROOM + count || count <= BUFFER && datagram.buffer.length > BUFFER)
      datagram.buffer = new byte[Math.max(BUFFER, Udp.HEADROOM + count)];
    System.arraycopy(b, at, datagram.buffer, Udp.HEADROOM, count);
    datagram.length = count;
    datagram.address = address;
    datagram.port = port;
    datagram.localPort = localPort;
    filled++;
  }

  /* As with other sockets, an interrupt does not end it. */
  private void awaitRoom() {
    boolean interrupted = false;
    while (filled - sent == SLOTS) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted)
      Thread.currentThread().interrupt();
  }

  /* Sends what is there; in the packet thread. */
  void drain() {
    while (sent != filled) {
      Datagram datagram = ring[sent & LAST];
      try {
        udp.send(datagram.buffer, Udp.HEADROOM, datagram.length, datagram.address, datagram.port, datagram.localPort);
      } finally {
        release();
      }
    }
  }

  private synchronized void release() {
    sent++;
    notify();
  }
}
