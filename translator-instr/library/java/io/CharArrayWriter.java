/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A sink that keeps what it gets, as an array of characters. */
package java.io;

import java.util.Arrays;

public class CharArrayWriter extends Writer {
  protected char[] buf;
  protected int count;

  public CharArrayWriter() {
    this(32);
  }

  public CharArrayWriter(int size) {
    if (size < 0)
      throw new IllegalArgumentException("Negative initial size: " + size);
    buf = new char[size];
  }

  private void ensure(int capacity) {
    if (capacity > buf.length)
      buf = Arrays.copyOf(buf, Math.max(capacity, buf.length * 2));
  }

  @Override
  public void write(int c) {
    synchronized (lock) {
      ensure(count + 1);
      buf[count++] = (char) c;
    }
  }

  @Override
  public void write(char[] text, int offset, int length) {
    java.util.Objects.checkFromIndexSize(offset, length, text.length);
    synchronized (lock) {
      ensure(count + length);
      System.arraycopy(text, offset, buf, count, length);
      count += length;
    }
  }

  @Override
  public void write(String text, int offset, int length) {
    synchronized (lock) {
      ensure(count + length);
      text.getChars(offset, offset + length, buf, count);
      count += length;
    }
  }

  public void writeTo(Writer out) throws IOException {
    synchronized (lock) {
      out.write(buf, 0, count);
    }
  }

  @Override
  public CharArrayWriter append(CharSequence text) {
    String whole = String.valueOf(text);
    write(whole, 0, whole.length());
    return this;
  }

  @Override
  public CharArrayWriter append(CharSequence text, int start, int end) {
    return append((text == null ? "null" : text).subSequence(start, end));
  }

  @Override
  public CharArrayWriter append(char c) {
    write(c);
    return this;
  }

  public void reset() {
    count = 0;
  }

  public char[] toCharArray() {
    synchronized (lock) {
      return Arrays.copyOf(buf, count);
    }
  }

  public int size() {
    return count;
  }

  @Override
  public String toString() {
    synchronized (lock) {
      return new String(buf, 0, count);
    }
  }

  @Override
  public void flush() {
  }

  @Override
  public void close() {
  }
}
