/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What has come for one socket and waits for its receiver: datagrams in their order, up to a number of bytes; what is
 * more is dropped, as UDP may. Any thread may call. */
package jx.sockets;

import java.util.ArrayDeque;

public final class Mailbox {
  /* As many bytes as on Linux (net.core.rmem_default of version 6.1). */
  private static final int BYTES = 212992;

  /* A datagram costs so much beside its bytes, so that a flood of empty ones ends, too. */
  private static final int OVERHEAD = 64;

  final int address;                       /* that it is bound to; 0: to all that the machine has */
  final int port;

  private final ArrayDeque<Letter> letters = new ArrayDeque<>();
  private int room = BYTES;
  private int mostBytes = BYTES;
  private int peer;                        /* from whom alone it takes letters; 0: from all */
  private int peerPort;
  private boolean closed;
  private long dropped;

  Mailbox(int address, int port) {
    this.address = address;
    this.port = port;
  }

  public int port() {
    return port;
  }

  /* 0: all that the machine has. */
  public int address() {
    return address;
  }

  /* From now on letters come from there alone, and those that have come from others are gone; 0: they come from all.
   * */
  public synchronized void connect(int address, int port) {
    peer = address;
    peerPort = port;
    for (int i = letters.size(); i > 0; i--) {
      Letter letter = letters.poll();
      if (isFromPeer(letter.address, letter.port))
        letters.add(letter);
      else
        room += cost(letter.bytes.length);
    }
  }

  private boolean isFromPeer(int address, int port) {
    return peer == 0 || peer == address && peerPort == port;
  }

  private static int cost(int bytes) {
    return bytes + OVERHEAD;
  }

  public synchronized int mostBytes() {
    return mostBytes;
  }

  /* `bytes' is positive. */
  public synchronized void setMostBytes(int bytes) {
    room += bytes - mostBytes;
    mostBytes = bytes;
  }

  /* How many letters found no room. */
  public synchronized long dropped() {
    return dropped;
  }

  /* Copies b[at .. at + count). An empty box takes one letter of any size. */
  synchronized void put(byte[] b, int at, int count, int address, int port) {
    if (closed || !isFromPeer(address, port))
      return;
    if (cost(count) > room && !letters.isEmpty()) {
      dropped++;
      return;
    }
    byte[] bytes = new byte[count];
    System.arraycopy(b, at, bytes, 0, count);
    letters.add(new Letter(bytes, address, port));
    room -= cost(count);
    notify();
  }

  /* The next letter; null after `millis' without one, or when the box is closed. 0 millis: for ever. An interrupt does
   * not end it, as it does not end DatagramSocket.receive(); the thread is interrupted still. */
  public Letter take(int millis) {
    boolean interrupted = false;
    long end = System.nanoTime() + millis * 1_000_000L;
    try {
      synchronized (this) {
        while (letters.isEmpty() && !closed) {
          long left = millis == 0 ? 0 : end - System.nanoTime();
          if (millis != 0 && left <= 0)
            return null;
          try {
            wait((left + 999_999) / 1_000_000);
          } catch (InterruptedException e) {
            interrupted = true;
          }
        }
        return closed ? null : next();
      }
    } finally {
      if (interrupted)
        Thread.currentThread().interrupt();
    }
  }

  private Letter next() {
    Letter letter = letters.poll();
    room += cost(letter.bytes.length);
    return letter;
  }

  /* Wakes all that wait in take(). */
  synchronized void close() {
    closed = true;
    letters.clear();
    notifyAll();
  }
}
