/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A stream that reads characters and returns the bytes that a decoder makes of them. */
package java.util;

import java.io.IOException;
import java.io.InputStream;

final class Base64Input extends InputStream {
  private final Base64.Decoder decoder;
  private final InputStream in;
  /* Bytes that have not been returned, the next one in the highest place: `ready` of them. */
  private int bytes;
  private int ready;
  private boolean ended;
  private boolean closed;

  Base64Input(Base64.Decoder decoder, InputStream in) {
    this.decoder = decoder;
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    if (closed)
      throw new IOException("Stream is closed");
    if (ready == 0 && !ended)
      fill();
    if (ready == 0)
      return -1;
    ready--;
    return bytes >> 8 * ready & 0xff;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, to.length);
    for (int i = 0; i < length; i++) {
      int b = read();
      if (b < 0)
        return i == 0 ? -1 : i;
      to[offset + i] = (byte) b;
    }
    return length;
  }

  /* Reads the next group. */
  private void fill() throws IOException {
    int bits = 0;
    int count = 0;
    while (count < 4) {
      int c = in.read();
      int value = c < 0 ? Base64.Decoder.PAD : decoder.value(c);
      if (value >= 0) {
        bits = bits << 6 | value;
        count++;
      } else if (c < 0 || value == Base64.Decoder.PAD) {
        end(c, count);
        break;
      } else if (!decoder.skipsOthers()) {
        throw new IOException("Illegal base64 character 0x" + Integer.toString(c, 16));
      }
    }
    ready = count == 4 ? 3 : Math.max(count - 1, 0);
    bytes = count == 3 ? bits >> 2 : count == 2 ? bits >> 4 : bits;
  }

  /* The stream ended, or there is padding, behind `count` characters of a group; a message tells the bits that lack. */
  private void end(int c, int count) throws IOException {
    ended = true;
    if (c < 0 && count == 1)
      throw new IOException("Base64 stream has one un-decoded dangling byte.");
    if (c < 0)
      return;
    if (count < 2 || count == 2 && in.read() != '=')
      throw new IOException("Illegal base64 ending sequence:" + (24 - 6 * count));
  }

  @Override
  public int available() throws IOException {
    if (closed)
      throw new IOException("Stream is closed");
    return in.available();
  }

  @Override
  public void close() throws IOException {
    closed = true;
    in.close();
  }
}
