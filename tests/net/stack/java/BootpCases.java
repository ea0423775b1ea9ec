/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * BOOTP: a server that plays along, is silent, or sends nonsense. */
import java.util.Arrays;
import java.util.List;

final class BootpCases {
  private BootpCases() {
  }

  private static void check(boolean holds, String what) {
    if (!holds)
      throw new IllegalStateException(what);
  }

  /* The transaction of the one request that was sent. */
  private static int request(Bench b) {
    List<byte[]> sent = b.take();
    check(sent.size() == 1, sent.size() + " requests, not one");
    byte[] frame = sent.get(0);
    check(Packets.number(frame, 0, 6) == Packets.EVERYBODY && Packets.number(frame, 26, 4) == 0
      && Packets.number(frame, 30, 4) == 0xffffffffL, "it does not go from nobody to everybody");
    check(Packets.number(frame, 34, 4) == (68L << 16 | 67) && frame.length == 14 + 20 + 8 + 300, "ports or length");
    check(Packets.number(frame, 42, 4) == 0x01010600 && Packets.number(frame, 70, 6) == Packets.OURS, "its header");
    return (int) Packets.number(frame, 46, 4);
  }

  private static byte[] reply(int operation, int transaction, long card, int address, byte[] options) {
    byte[] head = Packets.pack("11114444446", operation, 1, 6, 0, transaction, 0, 0, address, Packets.THEIR_IP, 0,
      card);
    byte[] message = Packets.join(head, new byte[10 + 64 + 128], options);
    byte[] udp = Packets.udp(Packets.THEIR_IP, -1, 67, 68, message);
    return Packets.ether(Packets.EVERYBODY, Packets.IP, Packets.ip(Packets.THEIR_IP, -1, 17, 1, 0, udp));
  }

  private static byte[] options() {
    return Packets.pack("4114114111", 0x63825363L, 1, 4, 0xffffff00L, 3, 4, Packets.THEIR_IP, 0, 0, 255);
  }

  static void answered(Bench b) {
    b.pass(0);
    b.give(reply(2, request(b), Packets.OURS, Packets.OUR_IP, options()));
    check(b.stack.address() == Packets.OUR_IP, "it has no address");
    check(b.stack.addressText().equals("10.0.2.15/255.255.255.0, gateway 10.0.2.2"), b.stack.addressText());
    b.give(Packets.arp(Packets.OURS, 2, Packets.OUR_IP, Packets.THEIR_IP));
    b.give(Packets.datagram(Bench.PORT, new byte[] {8}));
    check(Arrays.equals(Packets.data(b.take()), new byte[] {8}), "no echo afterwards");
    b.pass(100_000);
    check(b.take().isEmpty(), "it goes on asking");
  }

  static void retries(Bench b) {
    b.pass(20_000);
    int asked = b.take().size();
    check(asked == 5, asked + " requests in 20 s, not 5");
  }

  static void badReplies(Bench b) {
    b.pass(0);
    int transaction = request(b);
    byte[] noMask = options();
    noMask[9] = 1;
    byte[] tooLong = options();
    tooLong[5] = (byte) 200;
    b.give(reply(1, transaction, Packets.OURS, Packets.OUR_IP, options()));
    b.give(reply(2, transaction + 1, Packets.OURS, Packets.OUR_IP, options()));
    b.give(reply(2, transaction, Packets.OURS + 1, Packets.OUR_IP, options()));
    b.give(reply(2, transaction, Packets.OURS, 0, options()), reply(2, transaction, Packets.OURS, -1, options()));
    b.give(reply(2, transaction, Packets.OURS, Packets.OUR_IP, noMask));
    b.give(reply(2, transaction, Packets.OURS, Packets.OUR_IP, tooLong));
    check(b.stack.address() == 0, "it has taken one");
    check(b.count("bootp replies not for us") == 7, "not all were counted");
    b.give(reply(2, transaction, Packets.OURS, Packets.OUR_IP, options()));
    check(b.stack.address() == Packets.OUR_IP, "it has not taken the right one");
  }
}
