/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Values of Java's types to a stream of bytes, which are counted. */
package java.io;

public class DataOutputStream extends FilterOutputStream implements ValuesOut {
  protected int written;

  public DataOutputStream(OutputStream out) {
    super(out);
  }

  @Override
  public synchronized void write(int b) throws IOException {
    out.write(b);
    count(1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int count) throws IOException {
    out.write(bytes, offset, count);
    count(count);
  }

  private void count(int more) {
    written = written + more < 0 ? Integer.MAX_VALUE : written + more;
  }

  public final int size() {
    return written;
  }
}
