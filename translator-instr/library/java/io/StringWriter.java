/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A sink that keeps what it gets, as a text. */
package java.io;

public class StringWriter extends Writer {
  private final StringBuffer text;

  public StringWriter() {
    text = new StringBuffer();
  }

  public StringWriter(int capacity) {
    if (capacity < 0)
      throw new IllegalArgumentException("Negative buffer size");
    text = new StringBuffer(capacity);
  }

  @Override
  public void write(int c) {
    text.append((char) c);
  }

  @Override
  public void write(char[] from, int offset, int count) {
    text.append(from, offset, count);
  }

  @Override
  public void write(String from) {
    text.append(from);
  }

  @Override
  public void write(String from, int offset, int count) {
    text.append(from, offset, offset + count);
  }

  @Override
  public StringWriter append(CharSequence part) {
    text.append(part);
    return this;
  }

  @Override
  public StringWriter append(CharSequence part, int start, int end) {
    text.append(part, start, end);
    return this;
  }

  @Override
  public StringWriter append(char c) {
    text.append(c);
    return this;
  }

  public StringBuffer getBuffer() {
    return text;
  }

  @Override
  public String toString() {
    return text.toString();
  }

  @Override
  public void flush() {
  }

  @Override
  public void close() throws IOException {
  }
}
