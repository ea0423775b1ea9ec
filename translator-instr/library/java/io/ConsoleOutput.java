/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * System.out and System.err below their PrintStream: 1 and 2. */
package java.io;

public final class ConsoleOutput extends OutputStream {
  private final int channel;

  public ConsoleOutput(int channel) {
    this.channel = channel;
  }

  private static native void writeBytes(int channel, byte[] bytes, int offset, int count);

  @Override
  public void write(int b) {
    writeBytes(channel, new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) {
    java.util.Objects.checkFromIndexSize(offset, count, bytes.length);
    writeBytes(channel, bytes, offset, count);
  }
}
