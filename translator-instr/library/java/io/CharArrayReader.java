/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An array as a source of characters. */
package java.io;

public class CharArrayReader extends Reader {
  protected char[] buf;
  protected int pos;
  protected int markedPos;
  protected int count;

  public CharArrayReader(char[] text) {
    this(text, 0, text.length);
  }

  public CharArrayReader(char[] text, int offset, int length) {
    if (offset < 0 || offset > text.length || length < 0 || offset + length < 0)
      throw new IllegalArgumentException();
    buf = text;
    pos = markedPos = offset;
    count = Math.min(offset + length, text.length);
  }

  private void checkOpen() throws IOException {
    if (buf == null)
      throw new IOException("Stream closed");
  }

  @Override
  public int read() throws IOException {
    synchronized (lock) {
      checkOpen();
      return pos < count ? buf[pos++] : -1;
    }
  }

  @Override
  public int read(char[] text, int offset, int length) throws IOException {
    synchronized (lock) {
      checkOpen();
      java.util.Objects.checkFromIndexSize(offset, length, text.length);
      if (pos >= count)
        return -1;
      int part = Math.min(length, count - pos);
      System.arraycopy(buf, pos, text, offset, part);
      pos += part;
      return part;
    }
  }

  @Override
  public long skip(long most) throws IOException {
    synchronized (lock) {
      checkOpen();
      long part = Math.max(0, Math.min(most, count - pos));
      pos += (int) part;
      return part;
    }
  }

  @Override
  public boolean ready() throws IOException {
    synchronized (lock) {
      checkOpen();
      return pos < count;
    }
  }

  @Override
  public boolean markSupported() {
    return true;
  }

  @Override
  public void mark(int limit) throws IOException {
    synchronized (lock) {
      checkOpen();
      markedPos = pos;
    }
  }

  @Override
  public void reset() throws IOException {
    synchronized (lock) {
      checkOpen();
      pos = markedPos;
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      buf = null;
    }
  }
}
