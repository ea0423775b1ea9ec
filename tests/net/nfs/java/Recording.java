/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A tar file and the calls that clients made to a server that had it. As bytes: the tar's length and the tar; for
 * each call the local port, the client's address and port, the length and the call. Numbers are ints, big-endian. */
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import jx.net.Datagram;

public final class Recording {
  public final byte[] tar;
  public final ArrayList<Datagram> calls = new ArrayList<>();

  private Recording(byte[] tar) {
    this.tar = tar;
  }

  public static Recording read(InputStream from) throws IOException {
    byte[] all = readAll(from);
    int at = 0, length = number(all, at);
    Recording recording = new Recording(part(all, 4, length));
    for (at = 4 + length; at < all.length; at += 16 + length) {
      length = number(all, at + 12);
      Datagram call = new Datagram();
      call.localPort = number(all, at);
      call.address = number(all, at + 4);
      call.port = number(all, at + 8);
      call.buffer = part(all, at + 16, length);
      call.length = length;
      recording.calls.add(call);
    }
    return recording;
  }

  public static void begin(OutputStream to, byte[] tar) throws IOException {
    write(to, tar.length);
    to.write(tar);
  }

  public static void add(OutputStream to, Datagram call) throws IOException {
    write(to, call.localPort);
    write(to, call.address);
    write(to, call.port);
    write(to, call.length);
    to.write(call.buffer, call.offset, call.length);
  }

  public static byte[] readAll(InputStream from) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] some = new byte[65536];
    for (int got; (got = from.read(some)) > 0;)
      all.write(some, 0, got);
    return all.toByteArray();
  }

  private static byte[] part(byte[] all, int at, int length) {
    byte[] part = new byte[length];
    System.arraycopy(all, at, part, 0, length);
    return part;
  }

  private static int number(byte[] all, int at) {
    return all[at] << 24 | (all[at + 1] & 0xff) << 16 | (all[at + 2] & 0xff) << 8 | all[at + 3] & 0xff;
  }

  private static void write(OutputStream to, int value) throws IOException {
    for (int shift = 24; shift >= 0; shift -= 8)
      to.write(value >> shift);
  }
}
