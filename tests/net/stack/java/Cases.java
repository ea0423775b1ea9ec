/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the stack does with packets right and wrong, one case a method. Prints `ok NAME' or `not ok NAME REASON'. */
import java.util.Arrays;
import java.util.List;
import java.util.Random;

final class Cases {
  private static boolean failed;

  private Cases() {
  }

  private interface Case {
    void run(Bench bench);
  }

  private static void check(boolean holds, String what) {
    if (!holds)
      throw new IllegalStateException(what);
  }

  private static void same(long is, long should, String what) {
    check(is == should, what + " is " + is + ", not " + should);
  }

  private static void one(String name, boolean configured, Case what) {
    try {
      Bench bench = new Bench(configured);
      what.run(bench);
      check(bench.stack.lastFault() == null, "a layer failed: " + bench.stack.lastFault());
      System.out.println("ok " + name);
    } catch (IllegalStateException e) {
      failed = true;
      System.out.println("not ok " + name + " " + e.getMessage());
    }
  }

  static boolean run() {
    one("big_endian", true, BigEndianCases::run);
    one("arp_reply", true, Cases::arpReply);
    one("arp_request_for_others", true, Cases::arpForOthers);
    one("arp_asks_then_sends", true, Cases::arpAsks);
    one("arp_gives_up", true, Cases::arpGivesUp);
    one("arp_malformed", true, Cases::arpMalformed);
    one("arp_cache_bounded", true, Cases::arpBounded);
    one("ether_filter", true, Cases::etherFilter);
    one("ip_bad_headers", true, Cases::ipBad);
    one("ip_options_and_padding", true, Cases::ipOptions);
    one("ip_gateway", true, Cases::ipGateway);
    one("icmp_echo", true, Cases::icmpEcho);
    one("icmp_others", true, Cases::icmpOthers);
    one("udp_sizes", true, Cases::udpSizes);
    one("udp_bad", true, Cases::udpBad);
    one("udp_echo_loops", true, Cases::udpEchoLoops);
    one("udp_to_everybody", true, Cases::udpToEverybody);
    one("udp_without_checksum", true, Cases::udpWithoutChecksum);
    one("udp_port_unreachable", true, Cases::udpUnreachable);
    one("fragments_any_order", true, Cases::anyOrder);
    one("fragments_overlap", true, Cases::overlap);
    one("fragments_contradict", true, Cases::contradict);
    one("fragments_missing", true, Cases::missing);
    one("fragments_bad", true, Cases::badFragments);
    one("fragments_too_long", true, Cases::tooLong);
    one("fragments_time_out", true, Cases::timeOut);
    one("fragments_bounded", true, Cases::boundedFragments);
    one("bootp", false, BootpCases::answered);
    one("bootp_retries", false, BootpCases::retries);
    one("bootp_bad_replies", false, BootpCases::badReplies);
    one("sockets_receive", true, SocketCases::receives);
    one("sockets_send", true, SocketCases::sends);
    one("sockets_routes", true, SocketCases::routes);
    one("sockets_flood", true, SocketCases::flood);
    one("sockets_full", true, SocketCases::full);
    return !failed;
  }

  /* ---- ARP ---- */

  private static void arpReply(Bench b) {
    b.give(Packets.arp(Packets.EVERYBODY, 1, Packets.OUR_IP, Packets.THEIR_IP));
    List<byte[]> sent = b.take();
    same(sent.size(), 1, "number of replies");
    byte[] expected = Packets.join(Packets.pack("662", Packets.THEIRS, Packets.OURS, Packets.ARP),
      Packets.pack("221126464", 1, Packets.IP, 6, 4, 2, Packets.OURS, Packets.OUR_IP, Packets.THEIRS,
        Packets.THEIR_IP));
    check(Arrays.equals(sent.get(0), expected), "the reply is wrong");
  }

  private static void arpForOthers(Bench b) {
    b.give(Packets.arp(Packets.EVERYBODY, 1, Packets.OUR_IP + 1, Packets.THEIR_IP));
    same(b.take().size(), 0, "number of replies");
  }

  /* Somebody whom we do not know yet sends: the answer waits for theirs. */
  private static void arpAsks(Bench b) {
    int stranger = Packets.THEIR_IP + 3;
    byte[] data = Packets.random(new Random(1), 5000);
    byte[] udp = Packets.udp(stranger, Packets.OUR_IP, 4099, Bench.PORT, data);
    for (int at = 0; at < udp.length; at += 1480) {
      int end = Math.min(udp.length, at + 1480);
      b.give(Packets.ether(Packets.OURS, Packets.IP, Packets.ip(stranger, Packets.OUR_IP, 17, 9,
        at / 8 | (end < udp.length ? 0x2000 : 0), Packets.part(udp, at, end))));
    }
    List<byte[]> asked = b.take();
    same(asked.size(), 1, "number of questions");
    same(Packets.number(asked.get(0), 0, 6), Packets.EVERYBODY, "who is asked");
    same(Packets.number(asked.get(0), 38, 4), stranger, "who is asked for");
    b.give(Packets.arp(Packets.OURS, 2, Packets.OUR_IP, stranger));
    same(b.take().size(), 4, "number of fragments after the answer");
  }

  private static void arpGivesUp(Bench b) {
    int stranger = Packets.THEIR_IP + 3;
    byte[] udp = Packets.udp(stranger, Packets.OUR_IP, 4099, Bench.PORT, new byte[3]);
    b.give(Packets.ether(Packets.OURS, Packets.IP, Packets.ip(stranger, Packets.OUR_IP, 17, 9, 0, udp)));
    b.pass(10_000);
    same(b.take().size(), 3, "number of questions");
    same(b.count("arp dropped, address unknown"), 1, "number of packets dropped");
  }

  private static void arpMalformed(Bench b) {
    byte[] good = Packets.arp(Packets.EVERYBODY, 1, Packets.OUR_IP, Packets.THEIR_IP);
    for (int at : new int[] {14, 16, 18, 19, 20, 22}) {
      byte[] bad = good.clone();
      bad[at] ^= 0x41;
      b.give(bad);
    }
    b.give(Packets.part(good, 0, 41));
    same(b.take().size(), 0, "number of replies");
    same(b.count("arp malformed"), 7, "number of malformed ones");
  }

  private static void arpBounded(Bench b) {
    for (int i = 3; i < 250; i++) {
      int stranger = Packets.THEIR_IP + i;
      byte[] udp = Packets.udp(stranger, Packets.OUR_IP, 4099, Bench.PORT, new byte[3]);
      b.give(Packets.ether(Packets.OURS, Packets.IP, Packets.ip(stranger, Packets.OUR_IP, 17, 9, 0, udp)));
    }
    b.take();
    b.give(Packets.arp(Packets.OURS, 2, Packets.OUR_IP, Packets.THEIR_IP));
    check(Arrays.equals(echo(b, new byte[] {1, 2, 3}), new byte[] {1, 2, 3}), "no echo after a flood of strangers");
  }

  /* ---- Ethernet, IP ---- */

  private static void etherFilter(Bench b) {
    byte[] good = Packets.datagram(Bench.PORT, new byte[5]);
    byte[] other = good.clone();
    other[5] ^= 1;
    byte[] group = good.clone();
    group[6] |= 1;
    byte[] type = good.clone();
    type[12] = 0x55;
    b.give(other, group, type, Packets.part(good, 0, 13), new byte[0]);
    same(b.take().size(), 0, "number of replies");
    same(b.count("ether not for us"), 1, "number for others");
    same(b.count("ether malformed"), 3, "number of malformed ones");
    same(b.count("ether unknown type"), 1, "number of unknown type");
  }

  private static byte[] withHeader(int at, int value) {
    byte[] udp = Packets.udp(Packets.THEIR_IP, Packets.OUR_IP, 4000, Bench.PORT, new byte[40]);
    byte[] packet = Packets.ip(Packets.THEIR_IP, Packets.OUR_IP, 17, 1, 0, udp);
    packet[at] = (byte) value;
    Packets.setChecksum(packet, 10, 0);
    Packets.setChecksum(packet, 10, Packets.checksum(Packets.part(packet, 0, 20)));
    return Packets.ether(Packets.OURS, Packets.IP, packet);
  }

  private static void ipBad(Bench b) {
    b.give(withHeader(0, 0x65), withHeader(0, 0x44), withHeader(0, 0x4f), withHeader(2, 0xff), withHeader(3, 19),
      withHeader(12, 0xe0), withHeader(12, 127), withHeader(19, 1), withHeader(16, 0xe0), withHeader(9, 6));
    byte[] flipped = withHeader(8, 64);
    flipped[22] ^= 4;
    b.give(flipped, Packets.ether(Packets.OURS, Packets.IP, new byte[0]));
    same(b.take().size(), 0, "number of replies");
    same(b.count("udp in"), 0, "number of datagrams");
    b.give(withHeader(8, 64));
    same(b.take().size(), 1, "number of replies to a good one");
  }

  private static void ipOptions(Bench b) {
    byte[] data = {1, 2, 3};
    byte[] udp = Packets.udp(Packets.THEIR_IP, Packets.OUR_IP, 4000, Bench.PORT, data);
    byte[] packet = Packets.ip(Packets.THEIR_IP, Packets.OUR_IP, 17, 1, 0, udp);
    byte[] longer = Packets.join(Packets.part(packet, 0, 20), new byte[] {1, 1, 1, 0}, udp, new byte[11]);
    longer[0] = 0x46;
    longer[3] += 4;
    Packets.setChecksum(longer, 10, 0);
    Packets.setChecksum(longer, 10, Packets.checksum(Packets.part(longer, 0, 24)));
    b.give(Packets.ether(Packets.OURS, Packets.IP, longer));
    check(Arrays.equals(Packets.data(b.take()), data), "the echo differs");
  }

  /* What is not in our network goes to the gateway's card. */
  private static void ipGateway(Bench b) {
    int far = 0x08080808;
    byte[] udp = Packets.udp(far, Packets.OUR_IP, 4053, Bench.PORT, new byte[7]);
    b.give(Packets.ether(Packets.OURS, Packets.IP, Packets.ip(far, Packets.OUR_IP, 17, 1, 0, udp)));
    byte[] reply = b.take().get(0);
    same(Packets.number(reply, 0, 6), Packets.THEIRS, "whose card it is sent to");
    same(Packets.number(reply, 30, 4), far, "where it is sent to");
  }

  /* ---- ICMP ---- */

  private static void icmpEcho(Bench b) {
    Random random = new Random(2);
    for (int length : new int[] {0, 1, 56, 1472, 1473, 8000, 65000}) {
      byte[] rest = Packets.join(Packets.pack("22", 77, length), Packets.random(random, length));
      b.give(Packets.fragments(1, length, Packets.icmp(8, 0, rest), 1480));
      byte[] echo = Packets.content(b.take(), 1);
      check(Arrays.equals(echo, Packets.icmp(0, 0, rest)), "the echo of " + length + " bytes differs");
    }
  }

  private static void icmpOthers(Bench b) {
    byte[] bad = Packets.icmp(8, 0, new byte[12]);
    bad[5] ^= 1;
    b.give(Packets.fragments(1, 1, bad, 1480)[0], Packets.fragments(1, 1, Packets.icmp(3, 1, new byte[32]), 1480)[0],
      Packets.fragments(1, 1, new byte[7], 1480)[0]);
    byte[] everybody = Packets.ip(Packets.THEIR_IP, -1, 1, 1, 0, Packets.icmp(8, 0, new byte[12]));
    b.give(Packets.ether(Packets.EVERYBODY, Packets.IP, everybody));
    same(b.take().size(), 0, "number of replies");
    same(b.count("icmp malformed"), 2, "number of malformed ones");
  }

  /* ---- UDP ---- */

  private static byte[] echo(Bench b, byte[] data) {
    byte[] udp = Packets.udp(Packets.THEIR_IP, Packets.OUR_IP, 4000, Bench.PORT, data);
    b.give(Packets.fragments(17, data.length, udp, 1480));
    return Packets.data(b.take());
  }

  private static void udpSizes(Bench b) {
    Random random = new Random(3);
    int[] lengths = {1, 2, 3, 17, 18, 19, 1471, 1472, 1473, 1480, 2952, 2953, 8192, 60000, 65506, 65507};
    for (int length : lengths) {
      byte[] data = Packets.random(random, length);
      check(Arrays.equals(echo(b, data), data), "the echo of " + length + " bytes differs");
    }
    same(b.count("udp bad checksum") + b.count("udp malformed"), 0, "number of bad ones");
  }

  private static void udpBad(Bench b) {
    byte[] good = Packets.udp(Packets.THEIR_IP, Packets.OUR_IP, 4000, Bench.PORT, new byte[30]);
    for (int[] change : new int[][] {{4, 0x40}, {5, 0x40}, {5, 7}, {2, 0}, {20, 1}, {7, 1}}) {
      byte[] bad = good.clone();
      bad[change[0]] = change[0] == 7 || change[0] == 20 ? (byte) (bad[change[0]] ^ change[1]) : (byte) change[1];
      if (change[0] == 2)
        bad[3] = 0;
      b.give(Packets.fragments(17, 1, bad, 1480));
    }
    b.give(Packets.fragments(17, 1, new byte[7], 1480));
    same(b.take().size(), 0, "number of replies");
    same(b.count("udp malformed") + b.count("udp bad checksum"), 7, "number of bad ones");
  }

  /* Servers answer whatever comes, and echo would answer them. */
  private static void udpEchoLoops(Bench b) {
    for (int port : new int[] {0, 1, 7, 11, 13, 17, 19, 37, 53, 69, 111, 123, 1023, 2049}) {
      byte[] udp = Packets.udp(Packets.THEIR_IP, Packets.OUR_IP, port, Bench.PORT, new byte[] {1});
      b.give(Packets.fragments(17, 1, udp, 1480));
      same(b.take().size(), 0, "number of replies to port " + port);
    }
    for (int port : new int[] {1024, 2048, 65535}) {
      byte[] udp = Packets.udp(Packets.THEIR_IP, Packets.OUR_IP, port, Bench.PORT, new byte[] {1});
      b.give(Packets.fragments(17, 1, udp, 1480));
      same(b.take().size(), 1, "number of replies to port " + port);
    }
  }

  /* One datagram to everybody, with a forged sender, would bury the sender in answers (CERT CA-1998-01). */
  private static void udpToEverybody(Bench b) {
    for (int destination : new int[] {-1, Packets.OUR_IP | 255}) {
      byte[] udp = Packets.udp(Packets.THEIR_IP, destination, 4000, Bench.PORT, new byte[] {1});
      b.give(Packets.ether(Packets.EVERYBODY, Packets.IP, Packets.ip(Packets.THEIR_IP, destination, 17, 1, 0, udp)));
    }
    same(b.count("udp in"), 2, "number of datagrams");
    same(b.take().size(), 0, "number of replies");
    for (int source : new int[] {Packets.OUR_IP, -1, Packets.OUR_IP | 255, 0x7f000001, 0xe0000001, 0}) {
      byte[] udp = Packets.udp(source, Packets.OUR_IP, 4000, Bench.PORT, new byte[] {1});
      b.give(Packets.ether(Packets.OURS, Packets.IP, Packets.ip(source, Packets.OUR_IP, 17, 1, 0, udp)));
    }
    same(b.count("udp in"), 2, "number of datagrams");
    same(b.take().size(), 0, "number of replies");
  }

  private static void udpWithoutChecksum(Bench b) {
    byte[] datagram = Packets.udp(Packets.THEIR_IP, Packets.OUR_IP, 4000, Bench.PORT, new byte[] {9});
    Packets.setChecksum(datagram, 6, 0);
    b.give(Packets.fragments(17, 1, datagram, 1480));
    check(Arrays.equals(Packets.data(b.take()), new byte[] {9}), "the echo differs");
  }

  private static void udpUnreachable(Bench b) {
    byte[] frame = Packets.datagram(4711, new byte[20]);
    b.give(frame);
    byte[] message = Packets.content(b.take(), 1);
    byte[] expected = Packets.icmp(3, 3, Packets.join(new byte[4], Packets.part(frame, 14, 14 + 28)));
    check(Arrays.equals(message, expected), "the message is wrong");
    for (int i = 0; i < 100; i++)
      b.give(frame);
    check(b.take().size() < 20, "messages are sent without limit");
    b.pass(200);
    b.give(frame);
    same(b.take().size(), 1, "number of messages after a while");
  }

  /* ---- fragments ---- */

  private static void anyOrder(Bench b) {
    Random random = new Random(4);
    for (int round = 0; round < 50; round++) {
      byte[] data = Packets.random(random, 1 + random.nextInt(20000));
      byte[] udp = Packets.udp(Packets.THEIR_IP, Packets.OUR_IP, 4000, Bench.PORT, data);
      byte[][] frames = Packets.fragments(17, round, udp, 8 * (1 + random.nextInt(185)));
      for (int i = frames.length - 1; i > 0; i--) {
        int other = random.nextInt(i + 1);
        byte[] frame = frames[i];
        frames[i] = frames[other];
        frames[other] = frame;
      }
      for (int i = 0; i < frames.length; i++) {
        b.give(frames[i]);
        if (i < frames.length - 1)
          b.give(frames[random.nextInt(i + 1)]);      /* once more */
      }
      check(Arrays.equals(Packets.data(b.take()), data), "the echo differs in round " + round);
    }
  }

  private static byte[] piece(int id, int from, int to, boolean more, byte[] of) {
    return Packets.ether(Packets.OURS, Packets.IP, Packets.ip(Packets.THEIR_IP, Packets.OUR_IP, 17, id,
      from / 8 | (more ? 0x2000 : 0), Packets.part(of, from, to)));
  }

  private static void overlap(Bench b) {
    byte[] udp = Packets.udp(Packets.THEIR_IP, Packets.OUR_IP, 4000, Bench.PORT, new byte[3000]);
    b.give(piece(1, 0, 1480, true, udp), piece(1, 1472, 2400, true, udp), piece(1, 2400, 3008, false, udp));
    same(b.take().size(), 0, "number of replies");
    check(b.count("ip fragments malformed") > 0, "nobody has noticed");
  }

  /* The same part once more, with another byte; without a checksum nothing else would tell. */
  private static void contradict(Bench b) {
    byte[] udp = Packets.udp(Packets.THEIR_IP, Packets.OUR_IP, 4000, Bench.PORT, new byte[3000]);
    Packets.setChecksum(udp, 6, 0);
    byte[] other = udp.clone();
    other[1000] = 1;
    b.give(piece(1, 0, 1480, true, udp), piece(1, 0, 1480, true, other), piece(1, 1480, 2960, true, udp),
      piece(1, 2960, 3008, false, udp));
    same(b.take().size(), 0, "number of replies");
    same(b.count("ip fragments malformed"), 1, "number of malformed ones");
    b.give(piece(2, 2960, 3008, false, udp), piece(2, 2960, 3008, false, udp), piece(2, 1480, 2960, true, udp),
      piece(2, 1480, 2960, true, udp), piece(2, 0, 1480, true, udp));
    check(Packets.data(b.take()).length == 3000, "no echo where all came twice, the last first");
  }

  /* The first, one in the middle, the last; then the same of another datagram, which must not fill the hole. */
  private static void missing(Bench b) {
    byte[] udp = Packets.udp(Packets.THEIR_IP, Packets.OUR_IP, 4000, Bench.PORT, new byte[4000]);
    byte[][] first = Packets.fragments(17, 1, udp, 1480), second = Packets.fragments(17, 2, udp, 1480);
    for (int hole = 0; hole < first.length; hole++) {
      for (int i = 0; i < first.length; i++)
        if (i != hole)
          b.give(first[i]);
      b.give(second[hole]);
      same(b.take().size(), 0, "number of replies without fragment " + hole);
      b.pass(20_000);
    }
    b.give(second);
    check(Packets.data(b.take()).length == 4000, "no echo afterwards");
  }

  private static void badFragments(Bench b) {
    byte[] udp = Packets.udp(Packets.THEIR_IP, Packets.OUR_IP, 4000, Bench.PORT, new byte[3000]);
    b.give(piece(1, 0, 1475, true, udp));                                          /* no multiple of 8 */
    b.give(piece(2, 0, 0, true, udp));                                             /* nothing */
    b.give(piece(3, 1480, 2000, false, udp), piece(3, 2000, 3008, false, udp));    /* two ends */
    b.give(piece(4, 1480, 2000, false, udp), piece(4, 2000, 3000, true, udp));     /* behind the end */
    byte[] far = Packets.ip(Packets.THEIR_IP, Packets.OUR_IP, 17, 5, 0x1fff, Packets.part(udp, 0, 64));
    b.give(Packets.ether(Packets.OURS, Packets.IP, far));                          /* beyond 64 KB */
    same(b.count("ip fragments malformed"), 5, "number of malformed ones");
    b.give(piece(6, 0, 1480, true, udp), piece(6, 1480, 3008, false, udp));
    same(b.take().size(), 0, "replies to a frame longer than frames are");
    byte[][] good = Packets.fragments(17, 7, udp, 1480);
    b.give(good);
    check(Packets.data(b.take()).length == 3000, "no echo afterwards");
  }

  /* Fragments can say that their datagram is longer than IP has datagrams; no layer has room for it. */
  private static void tooLong(Bench b) {
    for (int length : new int[] {65508, 65512, 65515, 65520, 65527}) {
      byte[] udp = Packets.udp(Packets.THEIR_IP, Packets.OUR_IP, 4000, Bench.PORT, new byte[length]);
      b.give(Packets.fragments(17, length, udp, 1480));
      same(b.take().size(), 0, "number of replies to " + length + " bytes");
    }
    same(b.count("ip fragments malformed"), 5, "number of malformed ones");
  }

  private static void timeOut(Bench b) {
    byte[] udp = Packets.udp(Packets.THEIR_IP, Packets.OUR_IP, 4000, Bench.PORT, new byte[3000]);
    byte[][] frames = Packets.fragments(17, 1, udp, 1480);
    b.give(frames[0], frames[1]);
    b.pass(16_000);
    b.give(frames[2]);
    same(b.take().size(), 0, "number of replies");
    same(b.count("ip datagrams incomplete after 15 s"), 1, "number that timed out");
  }

  /* One in time gets through a flood of first fragments. */
  private static void boundedFragments(Bench b) {
    byte[] udp = Packets.udp(Packets.THEIR_IP, Packets.OUR_IP, 4000, Bench.PORT, new byte[3000]);
    for (int id = 100; id < 1100; id++)
      b.give(Packets.fragments(17, id, udp, 1480)[0]);
    same(b.count("ip datagrams given up for others"), 1000 - 8, "number given up");
    b.give(Packets.fragments(17, 5, udp, 1480));
    check(Packets.data(b.take()).length == 3000, "no echo");
  }
}
