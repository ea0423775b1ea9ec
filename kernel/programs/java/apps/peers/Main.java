/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A node of a network of kernels: asks its peers, each of which answers by UDP echo, and answers them.
 *
 * What its profile shows: on one network, the same round seen from both ends: the packet that one node sends, the
 * interrupt of the other, the reply; and, where the switch drops or delays frames, the time-out and the second try.
 *
 * Needs a machine with an NE2000 PCI card and a network behind it: make run-net NODES=4 APP=peers.
 *
 * Arguments: address=A/BITS who we are; peers=A,B,... whom we ask, and who asks us; servers=A,... whom we only ask;
 * rounds=N questions to each (200); bytes=N of each (64; more than 1472 travel in fragments); seconds=N after which a
 * node that has said nothing is given up (60). A node ends when all have answered, and all its peers have said that
 * they have their answers, too.
 *
 * Results: rounds and second tries for each peer, and what each layer has counted. How they are checked: each reply is
 * compared with what was asked; a wrong one, a fault of a layer, or a peer that is silent is an error. */
package peers;

import jx.net.Address;
import jx.net.Counters;
import jx.net.FrameQueue;
import jx.net.ne2k.Ne2k;
import jx.net.ne2k.NicThread;
import jx.net.stack.NetStack;
import jx.net.udp.Echo;

public final class Main {
  private static final int FRAMES = 128;             /* that wait for the packet thread: four rings of the card */
  private static final long LOOK_MS = 20;
  private static final long LINGER_MS = 1000;        /* for peers whose last reply from us was lost */

  private Main() {
  }

  public static void main(String[] args) throws InterruptedException {
    Options options = Options.parse(args);
    Counters counters = new Counters();
    FrameQueue queue = new FrameQueue(FRAMES, counters);
    Ne2k nic = openNic(queue, counters);
    NetStack stack = new NetStack(nic, queue, counters);
    stack.setAddress(options.address, options.mask, Address.ANY);
    Talk talk = new Talk(stack.udp(), options);
    stack.udp().listen(Talk.PORT, talk);
    stack.udp().listen(Echo.PORT, talk.listener(new Echo(counters)));
    stack.onTick(talk);
    begin(new NicThread(nic), stack);
    while (!talk.isOver())
      Thread.sleep(LOOK_MS);
    if (talk.failure() == null)
      Thread.sleep(LINGER_MS);
    report(stack, counters, talk);
  }

  private static Ne2k openNic(FrameQueue queue, Counters counters) {
    Ne2k nic = null;
    try {
      nic = Ne2k.find(queue, counters);
    } catch (IllegalStateException e) {
      fail(e.getMessage());
    }
    if (nic == null)
      fail("this machine has no NE2000 PCI card; make run-net gives each node one");
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
    System.out.println("net: we are " + stack.addressText());
    System.out.println("net: ready");
    System.out.flush();
  }

  private static void report(NetStack stack, Counters counters, Talk talk) {
    for (String line : talk.lines())
      System.out.println("result: " + line);
    for (String line : counters.lines())
      System.out.println("result: " + line);
    System.out.flush();
    if (stack.lastFault() != null)
      fail("a layer or a handler failed: " + stack.lastFault());
    if (talk.failure() != null)
      fail(talk.failure());
    if (counters.value("nic frames not sent") > 0)
      fail("the card did not send all frames");
    System.exit(0);
  }

  private static void fail(String what) {
    System.out.flush();
    System.err.println("error: peers: " + what);
    System.exit(1);
  }
}
