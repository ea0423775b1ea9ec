/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The questions of a node: one to each peer at a time, the next when it has been answered; once more after RETRY_NS
 * without an answer. A question is a UDP datagram to the peer's echo port; the answer is the same bytes. When all are
 * answered each peer is told: question 0, which it echoes as any other.
 *
 * Everything happens in the packet thread: handle() and run() are called there. Main only asks how far it is. */
package peers;

import java.util.ArrayList;
import java.util.List;

import jx.mem.BigEndian;
import jx.net.Address;
import jx.net.Datagram;
import jx.net.DatagramHandler;
import jx.net.udp.Echo;
import jx.net.udp.Udp;
import jx.prof.EventLog;

final class Talk implements DatagramHandler, Runnable {
  static final int PORT = 5007;                              /* of ours, from which we ask */
  static final int HEAD = 12;                                /* our mark, who asks, which question */

  private static final int MARK = 0x4a585052;                /* JXPR: what else comes to the echo port is no peer's */
  private static final int FAREWELL = 0;
  private static final int FAREWELLS = 25;                   /* a peer that has ended answers none */
  private static final long RETRY_NS = 200_000_000L;

  private final Udp udp;
  private final Options options;
  private final List<Peer> peers = new ArrayList<>();
  private final byte[] packet;
  private final int askedEvent = EventLog.register("question sent");
  private final int answeredEvent = EventLog.register("answer came");
  private final int againEvent = EventLog.register("question sent again");

  private int late;                                          /* answers to questions that had been answered */
  private volatile boolean over;
  private volatile String failure;

  Talk(Udp udp, Options options) {
    this.udp = udp;
    this.options = options;
    packet = new byte[Udp.HEADROOM + options.bytes];
    long now = System.nanoTime();
    for (int address : options.peers)
      peers.add(new Peer(address, true, now));
    for (int address : options.servers)
      peers.add(new Peer(address, false, now));
  }

  boolean isOver() {
    return over;
  }

  /* Why it failed; null: it did not. */
  String failure() {
    return failure;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Peer peer : peers)
      lines.add("peer " + Address.text(peer.address) + " " + (peer.round - 1) + " rounds, " + peer.repeated
        + " repeated");
    lines.add("late answers " + late);
    return lines;
  }

  /* Hears what comes to the echo port, before it is sent back: whose question it is, and whether it was the last. */
  DatagramHandler listener(Echo echo) {
    return (in, out) -> {
      Peer peer = find(in.address);
      if (peer != null && in.length >= HEAD && BigEndian.get32(in.buffer, in.offset) == MARK) {
        peer.heardAt = System.nanoTime();
        peer.toldItsEnd |= BigEndian.get32(in.buffer, in.offset + 8) == FAREWELL;
      }
      return echo.handle(in, out);
    };
  }

  private Peer find(int address) {
    for (Peer peer : peers)
      if (peer.address == address)
        return peer;
    return null;
  }

  /* Fills the packet with a question: each byte follows from who asks, and from its number. */
  private void fill(int question) {
    int at = Udp.HEADROOM;
    BigEndian.put32(packet, at, MARK);
    BigEndian.put32(packet, at + 4, options.address);
    BigEndian.put32(packet, at + 8, question);
    for (int i = HEAD; i < options.bytes; i++)
      packet[at + i] = (byte) (question * 31 + i * 7 + (i >> 8));
  }

  private void ask(Peer peer, long now) {
    int question = peer.round <= options.rounds ? peer.round : FAREWELL;
    fill(question);
    peer.sentAt = now;
    peer.isAsked = true;
    EventLog.log(askedEvent, question);
    udp.send(packet, Udp.HEADROOM, options.bytes, peer.address, Echo.PORT, PORT);
  }

  private boolean isRight(Datagram in, int question) {
    fill(question);
    for (int i = 0; i < options.bytes; i++)
      if (in.buffer[in.offset + i] != packet[Udp.HEADROOM + i])
        return false;
    return true;
  }

  /* An answer. */
  @Override
  public int handle(Datagram in, Datagram out) {
    Peer peer = find(in.address);
    if (peer == null || in.port != Echo.PORT || in.length != options.bytes)
      return 0;
    long now = System.nanoTime();
    int question = BigEndian.get32(in.buffer, in.offset + 8);
    peer.heardAt = now;
    if (!isRight(in, question)) {
      failure = Address.text(peer.address) + " has answered question " + question + " with other bytes";
    } else if (question == FAREWELL) {
      peer.knowsOurs = true;
    } else if (question == peer.round) {
      EventLog.log(answeredEvent, question);
      peer.round++;
      if (peer.round <= options.rounds)
        ask(peer, now);
      else
        endRounds(now);
    } else {
      late++;
    }
    return 0;
  }

  private boolean allAnswered() {
    for (Peer peer : peers)
      if (peer.round <= options.rounds)
        return false;
    return true;
  }

  /* A peer has answered all: when all have, each is told. */
  private void endRounds(long now) {
    if (allAnswered())
      for (Peer peer : peers)
        bid(peer, now);
  }

  private void bid(Peer peer, long now) {
    if (!peer.asksUs || peer.knowsOurs || peer.farewells >= FAREWELLS)
      return;
    peer.farewells++;
    ask(peer, now);
  }

  private boolean isDone(Peer peer) {
    return peer.round > options.rounds
      && (!peer.asksUs || peer.toldItsEnd && (peer.knowsOurs || peer.farewells >= FAREWELLS));
  }

  /* Several times a second. */
  @Override
  public void run() {
    if (over)
      return;
    long now = System.nanoTime();
    boolean answered = allAnswered();
    boolean done = true;
    for (Peer peer : peers) {
      if (now - peer.sentAt >= RETRY_NS)
        askAgain(peer, answered, now);
      done &= isDone(peer);
      if (!isDone(peer) && now - peer.heardAt >= options.seconds * 1_000_000_000L)
        failure = Address.text(peer.address) + " has answered " + (peer.round - 1) + " of " + options.rounds
          + " questions, and says nothing for " + options.seconds + " s";
    }
    over = done || failure != null;
  }

  private void askAgain(Peer peer, boolean answered, long now) {
    if (answered) {
      bid(peer, now);
    } else if (peer.round <= options.rounds) {
      if (peer.isAsked) {
        peer.repeated++;
        EventLog.log(againEvent, peer.round);
      }
      ask(peer, now);
    }
  }
}
