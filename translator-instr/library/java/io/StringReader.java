/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A text as a source. */
package java.io;

public class StringReader extends Reader {
  private String text;
  private int at;
  private int mark;

  public StringReader(String text) {
    this.text = java.util.Objects.requireNonNull(text);
  }

  private void checkOpen() throws IOException {
    if (text == null)
      throw new IOException("Stream closed");
  }

  @Override
  public int read() throws IOException {
    synchronized (lock) {
      checkOpen();
      return at < text.length() ? text.charAt(at++) : -1;
    }
  }

  @Override
  public int read(char[] to, int offset, int count) throws IOException {
    synchronized (lock) {
      checkOpen();
      java.util.Objects.checkFromIndexSize(offset, count, to.length);
      if (count == 0)
        return 0;
      if (at >= text.length())
        return -1;
      int part = Math.min(count, text.length() - at);
      text.getChars(at, at + part, to, offset);
      at += part;
      return part;
    }
  }

  @Override
  public boolean ready() throws IOException {
    checkOpen();
    return true;
  }

  @Override
  public boolean markSupported() {
    return true;
  }

  @Override
  public void mark(int limit) throws IOException {
    if (limit < 0)
      throw new IllegalArgumentException("Read-ahead limit < 0");
    checkOpen();
    mark = at;
  }

  @Override
  public void reset() throws IOException {
    checkOpen();
    at = mark;
  }

  @Override
  public void close() {
    text = null;
  }
}
