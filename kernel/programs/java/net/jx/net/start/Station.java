/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A machine on a network: its NE2000 card, all layers on it, and what its program says of them. What cannot be had,
 * and what went wrong, ends the program with status 1 and a message.
 *
 * Use: open() it, register handlers with its stack, begin(); at the end report() and end(). */
package jx.net.start;

import jx.net.Address;
import jx.net.Counters;
import jx.net.FrameQueue;
import jx.net.ne2k.Ne2k;
import jx.net.ne2k.NicThread;
import jx.net.stack.NetStack;

public final class Station {
  private static final int FRAMES = 128;             /* that wait for the packet thread: four rings of the card */
  private static final long ADDRESS_MS = 60_000;

  public final Counters counters = new Counters();
  public final NetStack stack;

  private final String program;
  private final Ne2k nic;

  private Station(String program, Arguments arguments) {
    this.program = program;
    FrameQueue queue = new FrameQueue(FRAMES, counters);
    nic = find(queue);
    stack = new NetStack(nic, queue, counters);
    if (arguments.address != Address.ANY)
      stack.setAddress(arguments.address, arguments.mask, arguments.gateway);
  }

  /* `program' is called so in messages. */
  public static Station open(String program, Arguments arguments) {
    return new Station(program, arguments);
  }

  private Ne2k find(FrameQueue queue) {
    Ne2k nic = null;
    try {
      nic = Ne2k.find(queue, counters);
    } catch (IllegalStateException e) {
      fail(e.getMessage());
    }
    if (nic == null)
      fail("this machine has no NE2000 PCI card; make run-net gives each node one, and with QEMU:"
        + " -netdev user,id=n -device ne2k_pci,netdev=n");
    System.out.println("net: " + nic + ", address " + Address.etherText(nic.address()));
    return nic;
  }

  /* Starts the threads of the card and of the layers, and waits until we have an address. */
  public void begin() throws InterruptedException {
    try {
      new NicThread(nic).begin();
    } catch (IllegalStateException e) {
      fail(e.getMessage());
    }
    stack.start();
    if (!stack.awaitAddress(ADDRESS_MS))
      fail("no BOOTP server has answered for " + ADDRESS_MS / 1000 + " s; address=A/BITS gateway=A say who we are");
    System.out.println("net: we are " + stack.addressText());
    System.out.println("net: ready");
    System.out.flush();
  }

  /* Prints what each layer has counted. */
  public void report() {
    for (String line : counters.lines())
      System.out.println("result: " + line);
    System.out.flush();
  }

  /* Ends the program: well, unless a layer or a handler has failed, or the card. */
  public void end() {
    if (stack.lastFault() != null)
      fail("a layer or a handler failed: " + stack.lastFault());
    if (counters.value("nic frames not sent") > 0)
      fail("the card did not send all frames");
    System.exit(0);
  }

  public void fail(String what) {
    System.out.flush();
    System.err.println("error: " + program + ": " + what);
    System.exit(1);
  }
}
