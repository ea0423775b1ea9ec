/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A source of characters behind another one. */
package java.io;

public abstract class FilterReader extends Reader {
  protected Reader in;

  protected FilterReader(Reader in) {
    super(in);
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    return in.read();
  }

  @Override
  public int read(char[] text, int offset, int count) throws IOException {
    return in.read(text, offset, count);
  }

  @Override
  public long skip(long count) throws IOException {
    return in.skip(count);
  }

  @Override
  public boolean ready() throws IOException {
    return in.ready();
  }

  @Override
  public boolean markSupported() {
    return in.markSupported();
  }

  @Override
  public void mark(int limit) throws IOException {
    in.mark(limit);
  }

  @Override
  public void reset() throws IOException {
    in.reset();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
