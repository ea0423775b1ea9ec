/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A stream that writes what it gets as the characters of an encoder. */
package java.util;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

final class Base64Output extends FilterOutputStream {
  private final Base64.Encoder encoder;
  private final byte[] group = new byte[3];
  private final byte[] characters = new byte[4];
  private int count;
  private int column;
  private boolean closed;

  Base64Output(Base64.Encoder encoder, OutputStream out) {
    super(out);
    this.encoder = encoder;
  }

  private void checkOpen() throws IOException {
    if (closed)
      throw new IOException("Stream is closed");
  }

  @Override
  public void write(int b) throws IOException {
    checkOpen();
    group[count++] = (byte) b;
    if (count == 3)
      writeGroup();
  }

  private void writeGroup() throws IOException {
    if (encoder.line > 0 && column == encoder.line) {
      out.write(encoder.separator);
      column = 0;
    }
    out.write(characters, 0, encoder.putGroup(group, 0, count, characters, 0));
    column += 4;
    count = 0;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    checkOpen();
    Objects.checkFromIndexSize(offset, length, bytes.length);
    for (int i = offset; i < offset + length; i++)
      write(bytes[i]);
  }

  @Override
  public void close() throws IOException {
    if (closed)
      return;
    closed = true;
    if (count > 0)
      writeGroup();
    out.close();
  }
}
