/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bytes gathered to large pieces. */
package java.io;

public class BufferedOutputStream extends FilterOutputStream {
  protected byte[] buf;
  protected int count;

  public BufferedOutputStream(OutputStream out) {
    this(out, 8192);
  }

  public BufferedOutputStream(OutputStream out, int size) {
    super(out);
    if (size <= 0)
      throw new IllegalArgumentException("Buffer size <= 0");
    buf = new byte[size];
  }

  private void pass() throws IOException {
    if (count > 0)
      out.write(buf, 0, count);
    count = 0;
  }

  @Override
  public synchronized void write(int b) throws IOException {
    if (count == buf.length)
      pass();
    buf[count++] = (byte) b;
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    if (length > buf.length - count)
      pass();
    if (length >= buf.length) {
      out.write(bytes, offset, length);
      return;
    }
    System.arraycopy(bytes, offset, buf, count, length);
    count += length;
  }

  @Override
  public synchronized void flush() throws IOException {
    pass();
    out.flush();
  }
}
