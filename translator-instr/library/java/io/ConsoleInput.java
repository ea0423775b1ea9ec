/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * System.in: standard input on the host; in the kernel, the file that was loaded with it. */
package java.io;

public final class ConsoleInput extends InputStream {
  private final byte[] single = new byte[1];

  private static native int readBytes(byte[] bytes, int offset, int count);

  @Override
  public synchronized int read() {
    return readBytes(single, 0, 1) == 1 ? single[0] & 0xff : -1;
  }

  @Override
  public synchronized int read(byte[] bytes, int offset, int count) {
    java.util.Objects.checkFromIndexSize(offset, count, bytes.length);
    return count == 0 ? 0 : readBytes(bytes, offset, count);
  }
}
