/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Throws ruined calls at the server: those of a recording with bytes changed, words replaced by values that are
 * likely to hurt, cut short, grown, or spliced with another. The server answers in RPC's form or not at all, never
 * throws, takes no more memory than its file system may, and that stays sound. */
import java.util.Random;
import jx.net.Datagram;
import jx.nfs.Audit;

public final class Fuzz {
  private static final int MOST_BYTES = 9000;
  private static final int AUDIT_EVERY = 5000;
  private static final long CAPACITY = 4 << 20;
  private static final int REPLY = 1;

  private static final int[] WORDS = { 0, 1, 2, 3, 4, 5, 16, 17, 31, 32, 33, 64, 65, 255, 256, 400, 401, 1024, 8192,
    8193, 100000, 100003, 100005, 0x7ffffff0, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff };

  private final Random random;
  private final Recording recording;
  private final Machine machine;
  private boolean sound = true;

  private Fuzz(Recording recording, long seed) throws java.io.IOException {
    this.recording = recording;
    random = new Random(seed);
    machine = new Machine(recording.tar, CAPACITY);
  }

  /* False when something was wrong, which it has said then. */
  static boolean run(Recording recording, int rounds, long seed) throws java.io.IOException {
    Fuzz fuzz = new Fuzz(recording, seed);
    for (int i = 1; i <= rounds && fuzz.sound; i++) {
      fuzz.round();
      if (i % AUDIT_EVERY == 0 || i == rounds)
        fuzz.require(Audit.objection(fuzz.machine.files) == null, "audit", i);
    }
    fuzz.machine.report();
    fuzz.require(fuzz.machine.server.faults == 0, "faults", fuzz.machine.server.faults);
    fuzz.require(fuzz.machine.files.bytesUsed() <= CAPACITY, "bytes used", fuzz.machine.files.bytesUsed());
    return fuzz.sound;
  }

  private void require(boolean holds, String what, long value) {
    if (holds)
      return;
    System.out.println("wrong: " + what + " " + value + ": " + Audit.objection(machine.files));
    sound = false;
  }

  /* One call in four is left as it was, so that there are files to be hit. The call is somewhere in a larger buffer
   * of random bytes: reading beyond its end would change what it means. */
  private void round() {
    Datagram call = copy(pick());
    for (int n = random.nextInt(4); n > 0; n--)
      mutate(call);
    int length = machine.handle(call);
    if (length == 0)
      return;
    byte[] reply = machine.reply.buffer;
    require(length >= 20 && length % 4 == 0 && length <= reply.length, "reply length", length);
    require(word(reply, 0) == word(call.buffer, call.offset), "xid", word(reply, 0));
    require(word(reply, 4) == REPLY, "message type", word(reply, 4));
  }

  private Datagram pick() {
    return recording.calls.get(random.nextInt(recording.calls.size()));
  }

  private Datagram copy(Datagram from) {
    Datagram to = new Datagram();
    to.offset = random.nextInt(64);
    to.buffer = new byte[to.offset + Math.max(from.length, MOST_BYTES) + 64];
    random.nextBytes(to.buffer);
    to.length = from.length;
    System.arraycopy(from.buffer, from.offset, to.buffer, to.offset, from.length);
    to.address = from.address;
    to.port = from.port;
    to.localPort = from.localPort;
    return to;
  }

  private void mutate(Datagram call) {
    int at = call.length > 0 ? random.nextInt(call.length) : 0;
    switch (random.nextInt(6)) {
      case 0:
        call.buffer[call.offset + at] = (byte) random.nextInt();
        break;
      case 1:
        call.buffer[call.offset + at] ^= 1 << random.nextInt(8);
        break;
      case 2:
        setWord(call, at & ~3, WORDS[random.nextInt(WORDS.length)]);
        break;
      case 3:
        call.length = at;
        break;
      case 4:
        call.length = Math.min(MOST_BYTES, call.length + random.nextInt(64));
        break;
      default:
        Datagram other = pick();
        int from = at & ~3;
        if (from < other.length && from < MOST_BYTES) {
          call.length = Math.min(other.length, MOST_BYTES);
          System.arraycopy(other.buffer, other.offset + from, call.buffer, call.offset + from, call.length - from);
        }
    }
  }

  private static void setWord(Datagram call, int at, int value) {
    for (int i = 0; i < 4; i++)
      call.buffer[call.offset + at + i] = (byte) (value >> 24 - 8 * i);
  }

  private static int word(byte[] bytes, int at) {
    return bytes[at] << 24 | (bytes[at + 1] & 0xff) << 16 | (bytes[at + 2] & 0xff) << 8 | bytes[at + 3] & 0xff;
  }
}
