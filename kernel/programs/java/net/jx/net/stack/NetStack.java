/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * All layers of the network on one card, and the thread that they run in (JX paper, section 4: Ether-packet-queue).
 *
 * What always holds: only that thread calls into a layer, so none needs a lock; whatever comes in, it goes on.
 * Packets that are wrong are counted by the layer that finds out; an exception that one causes in a layer or in a
 * handler above is a fault of that program, counted as such, and the last of them can be asked for.
 *
 * A program that begins to talk itself does so in that thread, too: from a handler, or from what onTick() is given; or
 * from any thread through a socket of java.net, after openSockets().
 *
 * Use: make it, register handlers, setAddress() or leave it to BOOTP, start(). */
package jx.net.stack;

import jx.net.Address;
import jx.net.Counter;
import jx.net.Counters;
import jx.net.Frame;
import jx.net.FrameQueue;
import jx.net.Nic;
import jx.net.arp.Arp;
import jx.net.bootp.Bootp;
import jx.net.ether.Ethernet;
import jx.net.icmp.Icmp;
import jx.net.ip.Ip;
import jx.net.udp.Udp;
import jx.sockets.Sockets;

public final class NetStack implements Runnable {
  private static final int TICK_MS = 100;
  private static final long TICK_NS = TICK_MS * 1_000_000L;

  private final FrameQueue queue;
  private final Ethernet ether;
  private final Arp arp;
  private final Ip ip;
  private final Icmp icmp;
  private final Udp udp;
  private final Bootp bootp;

  private Outbox outbox;                     /* null: no sockets */
  private Runnable ticked;
  private boolean asks = true;
  private volatile boolean stopped;
  private volatile Throwable lastFault;
  private final Counter faults;

  public NetStack(Nic nic, FrameQueue queue, Counters counters) {
    this.queue = queue;
    ether = new Ethernet(nic, counters);
    arp = new Arp(ether, counters);
    ip = new Ip(ether, arp, counters);
    icmp = new Icmp(ip, counters);
    udp = new Udp(ip, icmp, counters);
    bootp = new Bootp(udp, ip, ether.address(), counters);
    faults = counters.make("faults");
    ether.setHandlers(ip, arp);
    ip.setHandlers(icmp, udp);
  }

  /* For handlers, before start(). */
  public Udp udp() {
    return udp;
  }

  /* Sets our address, so that no server is asked for it. Before start(). */
  public void setAddress(int address, int mask, int gateway) {
    asks = false;
    ip.configure(address, mask, gateway);
  }

  /* Gives the sockets of java.net, which the whole program shares, this network. Before start(). */
  public void openSockets() {
    outbox = new Outbox(ip, udp);
    udp.openSockets();
    Sockets.setLink(outbox);
  }

  /* Has `what' run in the packet thread several times a second, where it may send. Before start(). */
  public void onTick(Runnable what) {
    ticked = what;
  }

  /* Starts the packet thread, a daemon. */
  public void start() {
    Thread thread = new Thread(this, "Ether-packet-queue");
    thread.setDaemon(true);
    if (outbox != null)
      outbox.setSender(thread);
    thread.start();
  }

  /* Ends it within a tick. */
  public void stop() {
    stopped = true;
  }

  /* Waits until we have an address; false after `millis'. */
  public boolean awaitAddress(long millis) throws InterruptedException {
    return !asks || bootp.await(millis);
  }

  public int address() {
    return ip.address();
  }

  /* `10.0.2.15/255.255.255.0, gateway 10.0.2.2', after awaitAddress(). */
  public String addressText() {
    if (!asks)
      return Address.text(ip.address());
    return Address.text(ip.address()) + "/" + Address.text(bootp.mask())
      + (bootp.gateway() == Address.ANY ? "" : ", gateway " + Address.text(bootp.gateway()));
  }

  /* What went wrong last in a layer or a handler; null: nothing. */
  public Throwable lastFault() {
    return lastFault;
  }

  @Override
  public void run() {
    long next = System.nanoTime();
    while (!stopped) {
      Frame frame = queue.take(TICK_MS);
      if (frame != null) {
        receive(frame.bytes, frame.length);
        queue.release();
      }
      drain();
      long now = System.nanoTime();
      if (now - next >= 0) {
        tick(now);
        next = now + TICK_NS;
      }
    }
  }

  /* Handles the frame b[0 .. length). In the packet thread, or, where there is none, in the one that plays it. */
  public void receive(byte[] b, int length) {
    try {
      ether.receive(b, length);
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      faults.add();
      lastFault = e;
    }
  }

  /* Sends what sockets want sent. In the packet thread, or, where there is none, in the one that plays it. */
  public void drain() {
    if (outbox == null)
      return;
    try {
      outbox.drain();
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      faults.add();
      lastFault = e;
    }
  }

  /* What is due by the clock; several times a second, in the packet thread. */
  public void tick(long nanos) {
    arp.tick(nanos);
    ip.tick(nanos);
    icmp.tick();
    if (asks)
      bootp.tick(nanos);
    if (ticked != null)
      runTicked();
  }

  private void runTicked() {
    try {
      ticked.run();
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      faults.add();
      lastFault = e;
    }
  }
}
