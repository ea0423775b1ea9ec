/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A source of characters. */
package java.io;

public abstract class Reader implements Readable, Closeable {
  protected Object lock;

  protected Reader() {
    lock = this;
  }

  protected Reader(Object lock) {
    this.lock = java.util.Objects.requireNonNull(lock);
  }

  /* Up to `count` characters, at least one; -1 at the end. */
  public abstract int read(char[] text, int offset, int count) throws IOException;

  public int read() throws IOException {
    char[] single = new char[1];
    return read(single, 0, 1) < 0 ? -1 : single[0];
  }

  @Override
  public int read(java.nio.CharBuffer to) throws IOException {
    char[] text = new char[to.remaining()];
    int got = read(text, 0, text.length);
    if (got > 0)
      to.put(text, 0, got);
    return got;
  }

  public int read(char[] text) throws IOException {
    return read(text, 0, text.length);
  }

  public long skip(long count) throws IOException {
    if (count < 0)
      throw new IllegalArgumentException("skip value is negative");
    long left = count;
    while (left > 0 && read() >= 0)
      left--;
    return count - left;
  }

  /* Whether a read would not have to wait. */
  public boolean ready() throws IOException {
    return false;
  }

  public boolean markSupported() {
    return false;
  }

  public void mark(int limit) throws IOException {
    throw new IOException("mark() not supported");
  }

  public void reset() throws IOException {
    throw new IOException("reset() not supported");
  }

  public long transferTo(Writer out) throws IOException {
    char[] text = new char[8192];
    long total = 0;
    for (int got; (got = read(text, 0, text.length)) >= 0; total += got)
      out.write(text, 0, got);
    return total;
  }

  @Override
  public abstract void close() throws IOException;
}
