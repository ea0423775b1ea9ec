/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An array as a source. */
package java.io;

public class ByteArrayInputStream extends InputStream {
  protected byte[] buf;
  protected int pos;
  protected int count;
  protected int mark;

  public ByteArrayInputStream(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  public ByteArrayInputStream(byte[] bytes, int offset, int length) {
    buf = bytes;
    pos = mark = offset;
    count = Math.min(offset + length, bytes.length);
  }

  @Override
  public synchronized int read() {
    return pos < count ? buf[pos++] & 0xff : -1;
  }

  @Override
  public synchronized int read(byte[] bytes, int offset, int length) {
    java.util.Objects.checkFromIndexSize(offset, length, bytes.length);
    if (pos >= count)
      return -1;
    int part = Math.min(length, count - pos);
    System.arraycopy(buf, pos, bytes, offset, part);
    pos += part;
    return part;
  }

  @Override
  public synchronized byte[] readAllBytes() {
    byte[] rest = java.util.Arrays.copyOfRange(buf, pos, Math.max(pos, count));
    pos = Math.max(pos, count);
    return rest;
  }

  @Override
  public synchronized long skip(long most) {
    long part = Math.max(0, Math.min(most, count - pos));
    pos += (int) part;
    return part;
  }

  @Override
  public boolean markSupported() {
    return true;
  }

  @Override
  public void mark(int limit) {
    mark = pos;
  }

  @Override
  public synchronized void reset() {
    pos = mark;
  }

  @Override
  public synchronized int available() {
    return count - pos;
  }
}
