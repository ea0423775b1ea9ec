/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A server on the network, on a card's bare ports: UDP echo.
 *
 * What its profile shows (JX paper, figures 5 to 8): the NIC's interrupt, NIC-IRQThread that acknowledges it and
 * queues the packet, Ether-packet-queue that works through all layers up to the reply; the events of each layer
 * between them.
 *
 * Needs a machine with an NE2000 PCI card and a network behind it, with QEMU:
 * -netdev user,id=n -device ne2k_pci,netdev=n.
 *
 * Arguments, all optional: seconds=N ends it after so long; idle=N when nothing has come for so long after the first
 * datagram; address=A/BITS and gateway=A say who we are, instead of a BOOTP server.
 *
 * Results: what each layer has counted. How they are checked: who sends compares; a fault, or a frame that the card
 * did not send, is an error. */
package nfs;

import jx.net.Address;
import jx.net.Counters;
import jx.net.FrameQueue;
import jx.net.ne2k.Ne2k;
import jx.net.ne2k.NicThread;
import jx.net.stack.NetStack;

public final class Main {
  private static final int FRAMES = 128;             /* that wait for the packet thread: four rings of the card */
  private static final long ADDRESS_MS = 60_000;
  private static final long LOOK_MS = 100;

  private Main() {
  }

  public static void main(String[] args) throws InterruptedException {
    Options options = Options.parse(args);
    Counters counters = new Counters();
    FrameQueue queue = new FrameQueue(FRAMES, counters);
    Ne2k nic = openNic(queue, counters);
    NetStack stack = new NetStack(nic, queue, counters);
    if (options.address != Address.ANY)
      stack.setAddress(options.address, options.mask, options.gateway);
    stack.udp().listen(Echo.PORT, new Echo());
    begin(new NicThread(nic), stack);
    serve(options, counters);
    report(stack, counters);
  }

  private static Ne2k openNic(FrameQueue queue, Counters counters) {
    Ne2k nic = null;
    try {
      nic = Ne2k.find(queue, counters);
    } catch (IllegalStateException e) {
      fail(e.getMessage());
    }
    if (nic == null)
      fail("this machine has no NE2000 PCI card; with QEMU: -netdev user,id=n -device ne2k_pci,netdev=n");
    System.out.println("net: " + nic + ", address " + Address.etherText(nic.address()));
    return nic;
  }

  private static void begin(NicThread handler, NetStack stack) throws InterruptedException {
    try {
      handler.begin();
    } catch (IllegalStateException e) {
      fail(e.getMessage());
    }
    stack.start();
    if (!stack.awaitAddress(ADDRESS_MS))
      fail("no BOOTP server has answered for " + ADDRESS_MS / 1000 + " s; address=A/BITS gateway=A say who we are");
    System.out.println("net: we are " + stack.addressText());
    System.out.println("net: ready");
  }

  /* Until the time is over. */
  private static void serve(Options options, Counters counters) throws InterruptedException {
    long begun = System.nanoTime();
    long last = begun;
    long first = counters.value("udp in");           /* BOOTP's */
    long datagrams = first;
    for (;;) {
      Thread.sleep(LOOK_MS);
      long now = System.nanoTime();
      long received = counters.value("udp in");
      if (received != datagrams)
        last = now;
      datagrams = received;
      boolean served = datagrams != first;
      if (options.seconds > 0 && now - begun >= options.seconds * 1_000_000_000L
        || options.idle > 0 && served && now - last >= options.idle * 1_000_000_000L)
        return;
    }
  }

  private static void report(NetStack stack, Counters counters) {
    for (String line : counters.lines())
      System.out.println("result: " + line);
    System.out.flush();
    if (stack.lastFault() != null)
      fail("a layer or a handler failed: " + stack.lastFault());
    if (counters.value("nic frames not sent") > 0)
      fail("the card did not send all frames");
    System.exit(0);
  }

  private static void fail(String what) {
    System.out.flush();
    System.err.println("error: nfs: " + what);
    System.exit(1);
  }
}
