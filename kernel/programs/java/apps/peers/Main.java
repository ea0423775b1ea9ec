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

import jx.net.start.Station;
import jx.net.udp.Echo;

public final class Main {
  private static final long LOOK_MS = 20;
  private static final long LINGER_MS = 1000;        /* for peers whose last reply from us was lost */

  private Main() {
  }

  public static void main(String[] args) throws InterruptedException {
    Options options = Options.parse(args);
    Station station = Station.open("peers", options);
    Talk talk = new Talk(station.stack.udp(), options);
    station.stack.udp().listen(Talk.PORT, talk);
    station.stack.udp().listen(Echo.PORT, talk.listener(new Echo(station.counters)));
    station.stack.onTick(talk);
    station.begin();
    while (!talk.isOver())
      Thread.sleep(LOOK_MS);
    if (talk.failure() == null)
      Thread.sleep(LINGER_MS);
    for (String line : talk.lines())
      System.out.println("result: " + line);
    station.report();
    if (talk.failure() != null)
      station.fail(talk.failure());
    station.end();
  }
}
