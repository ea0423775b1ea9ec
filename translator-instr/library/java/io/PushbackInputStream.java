/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A source to which bytes can be given back. */
package java.io;

public class PushbackInputStream extends FilterInputStream {
  protected byte[] buf;
  protected int pos;

  public PushbackInputStream(InputStream in) {
    this(in, 1);
  }

  public PushbackInputStream(InputStream in, int size) {
    super(in);
    if (size <= 0)
      throw new IllegalArgumentException("size <= 0");
    buf = new byte[size];
    pos = size;
  }

  private void checkOpen() throws IOException {
    if (in == null)
      throw new IOException("Stream closed");
  }

  @Override
  public int read() throws IOException {
    checkOpen();
    return pos < buf.length ? buf[pos++] & 0xff : super.read();
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    checkOpen();
    java.util.Objects.checkFromIndexSize(offset, count, bytes.length);
    int part = Math.min(count, buf.length - pos);
    System.arraycopy(buf, pos, bytes, offset, part);
    pos += part;
    if (part == count)
      return part;
    int more = super.read(bytes, offset + part, count - part);
    return more >= 0 ? part + more : part > 0 ? part : -1;
  }

  public void unread(int b) throws IOException {
    checkOpen();
    if (pos == 0)
      throw new IOException("Push back buffer is full");
    buf[--pos] = (byte) b;
  }

  public void unread(byte[] bytes) throws IOException {
    unread(bytes, 0, bytes.length);
  }

  public void unread(byte[] bytes, int offset, int count) throws IOException {
    checkOpen();
    if (count > pos)
      throw new IOException("Push back buffer is full");
    pos -= count;
    System.arraycopy(bytes, offset, buf, pos, count);
  }

  @Override
  public int available() throws IOException {
    checkOpen();
    return buf.length - pos + super.available();
  }

  @Override
  public long skip(long count) throws IOException {
    checkOpen();
    long part = Math.max(0, Math.min(count, buf.length - pos));
    pos += (int) part;
    return part < count ? part + super.skip(count - part) : part;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  @Override
  public void mark(int limit) {
  }

  @Override
  public void reset() throws IOException {
    throw new IOException("mark/reset not supported");
  }

  @Override
  public void close() throws IOException {
    if (in != null)
      in.close();
    in = null;
  }
}
