/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A source to which characters can be given back. */
package java.io;

public class PushbackReader extends FilterReader {
  private char[] given;
  private int at;

  public PushbackReader(Reader in) {
    this(in, 1);
  }

  public PushbackReader(Reader in, int size) {
    super(in);
    if (size <= 0)
      throw new IllegalArgumentException("size <= 0");
    given = new char[size];
    at = size;
  }

  private void checkOpen() throws IOException {
    if (given == null)
      throw new IOException("Stream closed");
  }

  @Override
  public int read() throws IOException {
    synchronized (lock) {
      checkOpen();
      return at < given.length ? given[at++] : super.read();
    }
  }

  @Override
  public int read(char[] text, int offset, int count) throws IOException {
    synchronized (lock) {
      checkOpen();
      java.util.Objects.checkFromIndexSize(offset, count, text.length);
      int part = Math.min(count, given.length - at);
      System.arraycopy(given, at, text, offset, part);
      at += part;
      if (part == count)
        return part;
      int more = super.read(text, offset + part, count - part);
      return more >= 0 ? part + more : part > 0 ? part : -1;
    }
  }

  public void unread(int c) throws IOException {
    synchronized (lock) {
      checkOpen();
      if (at == 0)
        throw new IOException("Pushback buffer overflow");
      given[--at] = (char) c;
    }
  }

  public void unread(char[] text) throws IOException {
    unread(text, 0, text.length);
  }

  public void unread(char[] text, int offset, int count) throws IOException {
    synchronized (lock) {
      checkOpen();
      if (count > at)
        throw new IOException("Pushback buffer overflow");
      at -= count;
      System.arraycopy(text, offset, given, at, count);
    }
  }

  @Override
  public long skip(long count) throws IOException {
    if (count < 0)
      throw new IllegalArgumentException("skip value is negative");
    synchronized (lock) {
      checkOpen();
      long part = Math.min(count, given.length - at);
      at += (int) part;
      return part < count ? part + super.skip(count - part) : part;
    }
  }

  @Override
  public boolean ready() throws IOException {
    synchronized (lock) {
      checkOpen();
      return at < given.length || super.ready();
    }
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  @Override
  public void mark(int limit) throws IOException {
    throw new IOException("mark/reset not supported");
  }

  @Override
  public void reset() throws IOException {
    throw new IOException("mark/reset not supported");
  }

  @Override
  public void close() throws IOException {
    synchronized (lock) {
      super.close();
      given = null;
    }
  }
}
