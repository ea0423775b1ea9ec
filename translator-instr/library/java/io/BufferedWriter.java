/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Characters gathered to large pieces. */
package java.io;

public class BufferedWriter extends Writer {
  private static final int CAPACITY = 8192;

  private Writer out;
  private final char[] buffer;
  private int length;

  public BufferedWriter(Writer out) {
    this(out, CAPACITY);
  }

  public BufferedWriter(Writer out, int capacity) {
    super(out);
    if (capacity <= 0)
      throw new IllegalArgumentException("Buffer size <= 0");
    this.out = out;
    buffer = new char[capacity];
  }

  private void checkOpen() throws IOException {
    if (out == null)
      throw new IOException("Stream closed");
  }

  private void pass() throws IOException {
    checkOpen();
    if (length > 0)
      out.write(buffer, 0, length);
    length = 0;
  }

  @Override
  public void write(int c) throws IOException {
    synchronized (lock) {
      checkOpen();
      if (length == buffer.length)
        pass();
      buffer[length++] = (char) c;
    }
  }

  @Override
  public void write(char[] text, int offset, int count) throws IOException {
    synchronized (lock) {
      checkOpen();
      java.util.Objects.checkFromIndexSize(offset, count, text.length);
      if (count > buffer.length - length)
        pass();
      if (count >= buffer.length) {
        out.write(text, offset, count);
        return;
      }
      System.arraycopy(text, offset, buffer, length, count);
      length += count;
    }
  }

  public void newLine() throws IOException {
    write('\n');
  }

  @Override
  public void flush() throws IOException {
    synchronized (lock) {
      pass();
      out.flush();
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (lock) {
      if (out == null)
        return;
      pass();
      out.close();
      out = null;
    }
  }
}
