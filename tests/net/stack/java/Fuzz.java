/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Feeds the stack frames that were right before something happened to them. No layer may fail; a good datagram must
 * come back, whatever has gone before; what was counted is printed, so that two runs can be compared. */
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

final class Fuzz {
  private static final int CHECK_EVERY = 1000;

  private final Random random;
  private final Bench bench = new Bench(true);
  private final List<byte[]> seeds = new ArrayList<>();

  Fuzz(long seed) {
    random = new Random(seed);
    byte[] big = Packets.udp(Packets.THEIR_IP, Packets.OUR_IP, 4000, Bench.PORT, Packets.random(random, 4000));
    seeds.add(Packets.arp(Packets.EVERYBODY, 1, Packets.OUR_IP, Packets.THEIR_IP));
    seeds.add(Packets.arp(Packets.OURS, 2, Packets.OUR_IP, Packets.THEIR_IP));
    seeds.add(Packets.datagram(Bench.PORT, Packets.random(random, 100)));
    seeds.add(Packets.datagram(68, Packets.random(random, 300)));
    seeds.add(Packets.datagram(4711, Packets.random(random, 30)));
    seeds.add(Packets.fragments(1, 1, Packets.icmp(8, 0, Packets.random(random, 60)), 1480)[0]);
    for (byte[] frame : Packets.fragments(17, 77, big, 1480))
      seeds.add(frame);
    addCalls();
  }

  /* Calls of the superuser to port mapper, mount daemon and NFS, as it has the public handle (RFC 2054): nobody listens
   * there, but in the machine in QEMU (WireFuzz). */
  private void addCalls() {
    seeds.add(call(111, 100000, 2, 3, 100003, 3, 17, 0));                          /* GETPORT */
    seeds.add(call(20048, 100005, 3, 1, 7, 0x2f657870, 0x6f727400));               /* MNT "/export" */
    seeds.add(call(2049, 100003, 3, 1, 0));                                        /* GETATTR */
    seeds.add(call(2049, 100003, 3, 3, 0, 6, 0x6578706f, 0x72740000));             /* LOOKUP "export" */
    seeds.add(call(2049, 100003, 3, 8, 0, 4, 0x66757a7a, 0, 0, 0, 0, 0, 0, 0));    /* CREATE "fuzz" */
    seeds.add(call(2049, 100003, 3, 7, 0, 0, 0, 4, 2, 4, 0x66757a7a));             /* WRITE */
    seeds.add(call(2049, 100003, 3, 17, 0, 0, 0, 0, 0, 1024, 4096));               /* READDIRPLUS */
    seeds.add(call(2049, 100003, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0));                   /* GETATTR of version 2 */
  }

  private static byte[] call(int port, int program, int version, int procedure, long... arguments) {
    byte[] header = Packets.pack("4".repeat(15), 1, 0, 2, program, version, procedure, 1, 20, 0, 0, 0, 0, 0, 0, 0);
    return Packets.datagram(port, Packets.join(header, Packets.pack("4".repeat(arguments.length), arguments)));
  }

  static boolean run(int count, long seed) {
    Fuzz fuzz = new Fuzz(seed);
    boolean right = true;
    for (int i = 0; i < count && right; i++) {
      byte[] frame = fuzz.frame();
      fuzz.bench.give(frame);
      fuzz.bench.take();
      right = i % CHECK_EVERY != 0 || fuzz.isAlive();
    }
    for (String line : fuzz.bench.counters.lines())
      System.out.println(line);
    if (fuzz.bench.stack.lastFault() != null)
      fuzz.bench.stack.lastFault().printStackTrace();
    return right && fuzz.bench.stack.lastFault() == null;
  }

  /* Time goes by, and with it what was held; then our own address is still answered for. */
  private boolean isAlive() {
    bench.pass(20_000);
    bench.give(Packets.arp(Packets.OURS, 2, Packets.OUR_IP, Packets.THEIR_IP));
    bench.take();
    byte[] data = Packets.random(random, 1 + random.nextInt(1400));
    bench.give(Packets.datagram(Bench.PORT, data));
    return Arrays.equals(Packets.data(bench.take()), data);
  }

  /* The next frame. */
  byte[] frame() {
    byte[] frame = seeds.get(random.nextInt(seeds.size())).clone();
    for (int changes = random.nextInt(4); changes >= 0; changes--)
      frame = change(frame);
    if (random.nextInt(4) != 0)
      mendChecksums(frame);
    return frame;
  }

  /* Most changes hit the headers. */
  private byte[] change(byte[] frame) {
    int at = frame.length == 0 ? 0 : random.nextInt(random.nextBoolean() ? Math.min(frame.length, 50) : frame.length);
    switch (random.nextInt(6)) {
      case 0:
        return Packets.part(frame, 0, at);
      case 1:
        return Arrays.copyOf(frame, Math.min(1514, frame.length + random.nextInt(200)));
      case 2:
        return Packets.random(random, random.nextInt(1515));
      case 3:
        if (frame.length > 0)
          frame[at] = (byte) (random.nextBoolean() ? 0 : 255);
        return frame;
      case 4:
        if (frame.length > 0)
          frame[at] ^= (byte) (1 << random.nextInt(8));
        return frame;
      default:
        if (frame.length > 0)
          frame[at] = (byte) random.nextInt(256);
        return frame;
    }
  }

  /* So that what lies behind a checksum is reached; UDP's may be absent. */
  private void mendChecksums(byte[] frame) {
    if (frame.length < 34 || frame[12] != 8 || frame[13] != 0)
      return;
    int header = Math.max(20, (frame[14] & 15) * 4);
    if (frame.length < 14 + header)
      return;
    Packets.setChecksum(frame, 24, 0);
    Packets.setChecksum(frame, 24, Packets.checksum(Packets.part(frame, 14, 14 + header)));
    if (frame[23] == 17 && frame.length >= 14 + header + 8 && random.nextBoolean())
      Packets.setChecksum(frame, 14 + header + 6, 0);
  }
}
