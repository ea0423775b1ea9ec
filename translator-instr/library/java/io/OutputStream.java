/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A sink of bytes. */
package java.io;

public abstract class OutputStream implements Closeable, Flushable {
  public abstract void write(int b) throws IOException;

  public void write(byte[] bytes) throws IOException {
    write(bytes, 0, bytes.length);
  }

  public void write(byte[] bytes, int offset, int count) throws IOException {
    java.util.Objects.checkFromIndexSize(offset, count, bytes.length);
    for (int i = 0; i < count; i++)
      write(bytes[offset + i]);
  }

  public static OutputStream nullOutputStream() {
    return new OutputStream() {
      @Override
      public void write(int b) {
      }
    };
  }

  @Override
  public void flush() throws IOException {
  }

  @Override
  public void close() throws IOException {
  }
}
