/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A sink of characters. */
package java.io;

public abstract class Writer implements Appendable, Closeable, Flushable {
  protected Object lock;

  protected Writer() {
    lock = this;
  }

  protected Writer(Object lock) {
    this.lock = java.util.Objects.requireNonNull(lock);
  }

  public abstract void write(char[] text, int offset, int count) throws IOException;

  public void write(int c) throws IOException {
    write(new char[] {(char) c}, 0, 1);
  }

  public void write(char[] text) throws IOException {
    write(text, 0, text.length);
  }

  public void write(String text) throws IOException {
    write(text, 0, text.length());
  }

  public void write(String text, int offset, int count) throws IOException {
    char[] part = new char[count];
    text.getChars(offset, offset + count, part, 0);
    write(part, 0, count);
  }

  @Override
  public Writer append(CharSequence text) throws IOException {
    write(String.valueOf(text));
    return this;
  }

  @Override
  public Writer append(CharSequence text, int start, int end) throws IOException {
    return append((text == null ? "null" : text).subSequence(start, end));
  }

  @Override
  public Writer append(char c) throws IOException {
    write(c);
    return this;
  }

  @Override
  public abstract void flush() throws IOException;

  @Override
  public abstract void close() throws IOException;
}
