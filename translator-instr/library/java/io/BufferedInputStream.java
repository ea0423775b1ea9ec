/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bytes in large pieces. */
package java.io;

public class BufferedInputStream extends FilterInputStream {
  protected byte[] buf;
  protected int count;
  protected int pos;

  public BufferedInputStream(InputStream in) {
    this(in, 8192);
  }

  public BufferedInputStream(InputStream in, int size) {
    super(in);
    if (size <= 0)
      throw new IllegalArgumentException("Buffer size <= 0");
    buf = new byte[size];
  }

  private boolean fill() throws IOException {
    if (in == null)
      throw new IOException("Stream closed");
    pos = 0;
    count = Math.max(in.read(buf, 0, buf.length), 0);
    return count > 0;
  }

  @Override
  public synchronized int read() throws IOException {
    return pos < count || fill() ? buf[pos++] & 0xff : -1;
  }

  @Override
  public synchronized int read(byte[] bytes, int offset, int length) throws IOException {
    java.util.Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0)
      return 0;
    if (pos == count && !fill())
      return -1;
    int part = Math.min(length, count - pos);
    System.arraycopy(buf, pos, bytes, offset, part);
    pos += part;
    return part;
  }

  @Override
  public synchronized int available() throws IOException {
    return count - pos + in.available();
  }

  @Override
  public void close() throws IOException {
    InputStream source = in;
    in = null;
    if (source != null)
      source.close();
  }
}
