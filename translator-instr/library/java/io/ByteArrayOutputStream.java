/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A sink that keeps what it gets. */
package java.io;

import java.util.Arrays;

public class ByteArrayOutputStream extends OutputStream {
  protected byte[] buf;
  protected int count;

  public ByteArrayOutputStream() {
    this(32);
  }

  public ByteArrayOutputStream(int size) {
    if (size < 0)
      throw new IllegalArgumentException("Negative initial size: " + size);
    buf = new byte[size];
  }

  private void ensure(int capacity) {
    if (capacity > buf.length)
      buf = Arrays.copyOf(buf, Math.max(capacity, buf.length * 2));
  }

  @Override
  public synchronized void write(int b) {
    ensure(count + 1);
    buf[count++] = (byte) b;
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    java.util.Objects.checkFromIndexSize(offset, length, bytes.length);
    ensure(count + length);
    System.arraycopy(bytes, offset, buf, count, length);
    count += length;
  }

  public void writeBytes(byte[] bytes) {
    write(bytes, 0, bytes.length);
  }

  public synchronized String toString(java.nio.charset.Charset charset) {
    return new String(buf, 0, count, charset);
  }

  public synchronized String toString(String charset) throws UnsupportedEncodingException {
    return new String(toByteArray(), charset);
  }

  public synchronized void writeTo(OutputStream out) throws IOException {
    out.write(buf, 0, count);
  }

  public synchronized void reset() {
    count = 0;
  }

  public synchronized byte[] toByteArray() {
    return Arrays.copyOf(buf, count);
  }

  public synchronized int size() {
    return count;
  }

  @Override
  public synchronized String toString() {
    return new String(buf, 0, count);
  }
}
