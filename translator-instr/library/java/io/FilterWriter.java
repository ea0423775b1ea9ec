/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A sink of characters before another one. */
package java.io;

public abstract class FilterWriter extends Writer {
  protected Writer out;

  protected FilterWriter(Writer out) {
    super(out);
    this.out = out;
  }

  @Override
  public void write(int c) throws IOException {
    out.write(c);
  }

  @Override
  public void write(char[] text, int offset, int count) throws IOException {
    out.write(text, offset, count);
  }

  @Override
  public void write(String text, int offset, int count) throws IOException {
    out.write(text, offset, count);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
