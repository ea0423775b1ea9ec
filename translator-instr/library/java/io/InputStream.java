/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A source of bytes. */
package java.io;

public abstract class InputStream implements Closeable {
  /* The next byte, 0 to 255, or -1 at the end. */
  public abstract int read() throws IOException;

  public int read(byte[] bytes) throws IOException {
    return read(bytes, 0, bytes.length);
  }

  public int read(byte[] bytes, int offset, int count) throws IOException {
    java.util.Objects.checkFromIndexSize(offset, count, bytes.length);
    int done = 0;
    for (int b; done < count && (b = read()) >= 0; done++)
      bytes[offset + done] = (byte) b;
    return done == 0 && count > 0 ? -1 : done;
  }

  public byte[] readAllBytes() throws IOException {
    byte[] bytes = new byte[8192];
    int length = 0;
    for (int got; (got = read(bytes, length, bytes.length - length)) >= 0;) {
      length += got;
      if (length == bytes.length)
        bytes = java.util.Arrays.copyOf(bytes, 2 * length);
    }
    return java.util.Arrays.copyOf(bytes, length);
  }

  public int available() throws IOException {
    return 0;
  }

  @Override
  public void close() throws IOException {
  }
}
