/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Makes packets of the other machine's, and takes ours apart, written from the RFCs without a look at the stack: what
 * the two agree on is right or wrong in two ways at once. */
import java.util.Arrays;
import java.util.List;

final class Packets {
  static final long OURS = 0x525400123456L;
  static final long THEIRS = 0x52550a000202L;
  static final long EVERYBODY = 0xffffffffffffL;
  static final int OUR_IP = 0x0a00020f;
  static final int THEIR_IP = 0x0a000202;
  static final int ARP = 0x0806;
  static final int IP = 0x0800;

  private Packets() {
  }

  /* The numbers of `widths' bytes each, big-endian, one behind the other. */
  static byte[] pack(String widths, long... values) {
    byte[] all = new byte[0];
    for (int i = 0; i < values.length; i++) {
      int width = widths.charAt(i) - '0';
      byte[] number = new byte[width];
      for (int k = 0; k < width; k++)
        number[k] = (byte) (values[i] >> 8 * (width - 1 - k));
      all = join(all, number);
    }
    return all;
  }

  static byte[] join(byte[]... parts) {
    int length = 0;
    for (byte[] part : parts)
      length += part.length;
    byte[] all = new byte[length];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  static long number(byte[] b, int at, int width) {
    long value = 0;
    for (int i = 0; i < width; i++)
      value = value << 8 | b[at + i] & 0xff;
    return value;
  }

  static byte[] part(byte[] b, int from, int to) {
    return Arrays.copyOfRange(b, from, to);
  }

  /* RFC 1071, the slow way. */
  static int checksum(byte[] b) {
    int sum = 0;
    for (int i = 0; i < b.length; i++) {
      sum += i % 2 == 0 ? (b[i] & 0xff) << 8 : b[i] & 0xff;
      if (sum > 0xffff)
        sum -= 0xffff;
    }
    return 0xffff - sum;
  }

  static void setChecksum(byte[] b, int at, int sum) {
    b[at] = (byte) (sum >> 8);
    b[at + 1] = (byte) sum;
  }

  static byte[] ether(long to, int type, byte[] content) {
    byte[] frame = join(pack("662", to, THEIRS, type), content);
    return frame.length < 60 ? Arrays.copyOf(frame, 60) : frame;
  }

  static byte[] arp(long to, int operation, int ourIp, int senderIp) {
    long target = operation == 2 ? OURS : 0;
    return ether(to, ARP, pack("221126464", 1, IP, 6, 4, operation, THEIRS, senderIp, target, ourIp));
  }

  /* `fragment': offset in units of 8 bytes, and 0x2000 for `more'. */
  static byte[] ip(int source, int destination, int protocol, int id, int fragment, byte[] content) {
    byte[] header = pack("1122211244", 0x45, 0, 20 + content.length, id, fragment, 64, protocol, 0, source,
      destination);
    setChecksum(header, 10, checksum(header));
    return join(header, content);
  }

  static byte[] udp(int source, int destination, int from, int to, byte[] data) {
    byte[] datagram = join(pack("2222", from, to, 8 + data.length, 0), data);
    byte[] pseudo = pack("44112", source, destination, 0, 17, datagram.length);
    int sum = checksum(join(pseudo, datagram));
    setChecksum(datagram, 6, sum == 0 ? 0xffff : sum);
    return datagram;
  }

  static byte[] icmp(int type, int code, byte[] rest) {
    byte[] message = join(pack("112", type, code, 0), rest);
    setChecksum(message, 2, checksum(message));
    return message;
  }

  /* A datagram from them to our port, in one frame. */
  static byte[] datagram(int port, byte[] data) {
    byte[] udp = udp(THEIR_IP, OUR_IP, 4000, port, data);
    return ether(OURS, IP, ip(THEIR_IP, OUR_IP, 17, 1, 0, udp));
  }

  /* A packet's content as frames, cut at `piece' bytes, a multiple of 8. */
  static byte[][] fragments(int protocol, int id, byte[] content, int piece) {
    byte[][] frames = new byte[(content.length + piece - 1) / piece][];
    for (int i = 0; i < frames.length; i++) {
      int end = Math.min(content.length, (i + 1) * piece);
      int fragment = i * piece / 8 | (end < content.length ? 0x2000 : 0);
      frames[i] = ether(OURS, IP, ip(THEIR_IP, OUR_IP, protocol, id, fragment, part(content, i * piece, end)));
    }
    return frames;
  }

  static byte[] random(java.util.Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /* What is wrong with an IP packet of ours in a frame; null: nothing. */
  static String fault(byte[] frame, int protocol) {
    if (number(frame, 0, 6) != THEIRS || number(frame, 6, 6) != OURS || number(frame, 12, 2) != IP)
      return "Ethernet header is wrong";
    byte[] header = part(frame, 14, 34);
    if (header[0] != 0x45 || checksum(header) != 0 || number(header, 2, 2) != frame.length - 14)
      return "IP header is wrong";
    boolean ours = (int) number(header, 12, 4) == OUR_IP && (int) number(header, 16, 4) == THEIR_IP;
    return ours && header[9] == protocol && header[8] > 0 ? null : "IP addresses or protocol are wrong";
  }

  /* The content of a packet of ours, put together from its frames in the order in which they must come; throws when
   * they are none. */
  static byte[] content(List<byte[]> frames, int protocol) {
    byte[] whole = new byte[0];
    for (int i = 0; i < frames.size(); i++) {
      byte[] frame = frames.get(i);
      String fault = fault(frame, protocol);
      int flags = (int) number(frame, 20, 2) & 0x3fff;
      boolean last = i == frames.size() - 1;
      if (fault == null && (flags != (whole.length / 8 | (last ? 0 : 0x2000)) || whole.length % 8 != 0))
        fault = "fragment " + i + " says offset and flags " + Integer.toHexString(flags);
      if (fault != null)
        throw new IllegalStateException(fault);
      whole = join(whole, part(frame, 34, frame.length));
    }
    return whole;
  }

  /* The data of a datagram of ours, likewise. */
  static byte[] data(List<byte[]> frames) {
    byte[] datagram = content(frames, 17);
    byte[] pseudo = pack("44112", OUR_IP, THEIR_IP, 0, 17, datagram.length);
    if (datagram.length < 8 || number(datagram, 4, 2) != datagram.length || number(datagram, 6, 2) == 0
      || checksum(join(pseudo, datagram)) != 0)
      throw new IllegalStateException("UDP header or checksum is wrong");
    return part(datagram, 8, datagram.length);
  }
}
