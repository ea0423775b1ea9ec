/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the stack does for the sockets of java.net, on the JDK, too: there jx.sockets is compiled beside the stack, and
 * its mailboxes are used by hand. There is no packet thread: drain() and receive() are called here. */
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import jx.net.Counters;
import jx.net.FrameQueue;
import jx.net.stack.NetStack;
import jx.sockets.Letter;
import jx.sockets.Mailbox;
import jx.sockets.Sockets;

final class SocketCases {
  private static final int OTHERS_PORT = 4000;

  private SocketCases() {
  }

  private static void check(boolean holds, String what) {
    if (!holds)
      throw new IllegalStateException(what);
  }

  private static byte[] from(int port, int ourPort, byte[] data) {
    return Packets.fragments(17, 1, Packets.udp(Packets.THEIR_IP, Packets.OUR_IP, port, ourPort, data), 1480)[0];
  }

  /* What comes is the socket's whose port it came to, and else is refused as before. */
  static void receives(Bench b) {
    b.stack.openSockets();
    Mailbox box = Sockets.open(Sockets.ANY, 0);
    b.give(from(OTHERS_PORT, box.port(), new byte[] {7, 8}));
    Letter letter = box.take(1);
    check(letter != null && Arrays.equals(letter.bytes, new byte[] {7, 8}), "the datagram has not come whole");
    check(letter.address == Packets.THEIR_IP && letter.port == OTHERS_PORT, "it is from somewhere else");
    check(b.take().isEmpty(), "something was sent");
    Sockets.close(box);
    b.give(from(OTHERS_PORT, box.port(), new byte[] {7, 8}));
    check(box.take(1) == null, "a closed box has a letter");
    check(b.count("udp to a port where nobody listens") == 1 && b.take().size() == 1, "a closed port is not refused");
  }

  /* All sizes leave, in fragments where they must. */
  static void sends(Bench b) {
    b.stack.openSockets();
    Random random = new Random(8);
    Mailbox box = Sockets.open(Sockets.ANY, 0);
    for (int length : new int[] {0, 1, 1472, 1473, 2006, 2048, 2049, 9000, 65507, 100}) {
      byte[] data = Packets.random(random, length);
      Sockets.send(box, data, 0, length, Packets.THEIR_IP, OTHERS_PORT);
      check(b.take().isEmpty(), "something has left before its time");
      b.stack.drain();
      List<byte[]> frames = b.take();
      check(Arrays.equals(Packets.data(frames), data), length + " bytes have not left whole");
      check(frames.size() == Math.max(1, (length + 8 + 1479) / 1480), length + " bytes left in " + frames.size());
    }
    Sockets.close(box);
  }

  /* What is for us stays with us; where there is no way to, reaches() says so; ports of handlers are taken. */
  static void routes(Bench b) {
    b.stack.openSockets();
    check(Sockets.address() == Packets.OUR_IP, "we have another address");
    Mailbox box = Sockets.open(Sockets.ANY, 0);
    Mailbox other = Sockets.open(Sockets.ANY, 0);
    Sockets.send(box, new byte[] {1}, 0, 1, Packets.OUR_IP, other.port());
    Sockets.send(box, new byte[] {2}, 0, 1, Sockets.LOOPBACK, other.port());
    b.stack.drain();
    check(b.take().isEmpty(), "what is for us has left");
    check(other.take(1).address == Packets.OUR_IP && other.take(1).address == Sockets.LOOPBACK,
      "it is from another one");
    check(Sockets.reaches(Packets.THEIR_IP) && Sockets.reaches(0x08080808) && Sockets.reaches(Sockets.LOOPBACK)
      && Sockets.reaches(Sockets.BROADCAST), "there is no way where there is one");
    check(!Sockets.reaches(0xe0000001), "there is a way to a group");
    check(Sockets.open(Sockets.ANY, Bench.PORT) == null, "a socket has the port of a handler");
    check(Sockets.open(Sockets.ANY, box.port()) == null, "two sockets have a port");
    check(!Sockets.has(Packets.THEIR_IP) && Sockets.has(Packets.OUR_IP), "whose address is whose?");
    Sockets.close(box);
    Sockets.close(other);
  }

  /* A flood of datagrams that nobody receives costs a bounded number of bytes, and empty ones, too. */
  static void flood(Bench b) {
    b.stack.openSockets();
    for (int length : new int[] {1000, 0}) {
      Mailbox box = Sockets.open(Sockets.ANY, 0);
      byte[] frame = from(OTHERS_PORT, box.port(), new byte[length]);
      for (int i = 0; i < 10_000; i++)
        b.give(frame);
      long kept = 10_000 - box.dropped();
      check(kept == box.mostBytes() / (length + 64), kept + " are kept");
      for (long i = 0; i < kept; i++)
        check(box.take(1) != null, "one is missing");
      check(box.take(1) == null, "there are more");
      b.give(frame);
      check(box.take(1) != null, "an empty box takes none");
      Sockets.close(box);
    }
  }

  /* Who finds the ring full waits for the packet thread, and goes on with it; nothing is lost, the order is kept. */
  static void full(Bench b) {
    FakeNic nic = new FakeNic(Packets.OURS);
    Counters counters = new Counters();
    NetStack stack = new NetStack(nic, new FrameQueue(4, counters), counters);
    stack.setAddress(Packets.OUR_IP, 0xffffff00, Packets.THEIR_IP);
    byte[] reply = Packets.arp(Packets.OURS, 2, Packets.OUR_IP, Packets.THEIR_IP);
    stack.receive(reply, reply.length);
    stack.openSockets();
    Mailbox box = Sockets.open(Sockets.ANY, 0);
    Thread sender = new Thread(() -> {
      for (int i = 0; i < 200; i++)
        Sockets.send(box, new byte[] {(byte) i}, 0, 1, Packets.THEIR_IP, OTHERS_PORT);
    });
    sender.start();
    int seen = 0;
    while (seen < 200) {
      stack.drain();
      for (byte[] frame : nic.takeSent())
        check(frame[42] == (byte) seen, "number " + seen++ + " is " + frame[42]);
      Thread.yield();
    }
    try {
      sender.join();
    } catch (InterruptedException e) {
      check(false, "interrupted");
    }
    Sockets.close(box);
  }
}
