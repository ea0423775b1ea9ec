/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bytes in large pieces. */
package java.io;

public class BufferedInputStream extends FilterInputStream {
  protected byte[] buf;
  protected int count;
  protected int pos;
  /* From here on the buffer is kept, as long as `marklimit' allows; -1 for nowhere. */
  protected int markpos = -1;
  protected int marklimit;

  public BufferedInputStream(InputStream in) {
    this(in, 8192);
  }

  public BufferedInputStream(InputStream in, int size) {
    super(in);
    if (size <= 0)
      throw new IllegalArgumentException("Buffer size <= 0");
    buf = new byte[size];
  }

  private InputStream checkOpen() throws IOException {
    InputStream source = in;
    if (source == null)
      throw new IOException("Stream closed");
    return source;
  }

  /* Makes room behind what a mark keeps. All has been read. */
  private void makeRoom() {
    if (markpos >= 0 && pos - markpos >= marklimit && count == buf.length)
      markpos = -1;
    int from = markpos >= 0 ? markpos : count;
    byte[] to = count - from >= buf.length ? new byte[(int) Math.min(Integer.MAX_VALUE - 8, 2L * buf.length)] : buf;
    System.arraycopy(buf, from, to, 0, count - from);
    buf = to;
    pos -= from;
    count -= from;
    markpos = markpos >= 0 ? 0 : -1;
  }

  private boolean fill() throws IOException {
    InputStream source = checkOpen();
    makeRoom();
    int got = source.read(buf, count, buf.length - count);
    count += Math.max(got, 0);
    return got > 0;
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
  public synchronized long skip(long most) throws IOException {
    InputStream source = checkOpen();
    if (most <= 0)
      return 0;
    if (pos == count && markpos < 0)
      return source.skip(most);
    if (pos == count && !fill())
      return 0;
    int part = (int) Math.min(most, count - pos);
    pos += part;
    return part;
  }

  @Override
  public boolean markSupported() {
    return true;
  }

  @Override
  public synchronized void mark(int limit) {
    markpos = pos;
    marklimit = limit;
  }

  @Override
  public synchronized void reset() throws IOException {
    checkOpen();
    if (markpos < 0)
      throw new IOException("Resetting to invalid mark");
    pos = markpos;
  }

  @Override
  public synchronized int available() throws IOException {
    checkOpen();
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
