/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The bytes of an object stream: what objects write themselves goes into blocks, of which each says how long it is. */
package java.io;

final class BlockOutput extends OutputStream implements ValuesOut {
  private static final int MOST = 1024;           /* of a block, as the JDK has it: streams are equal to the byte */
  private static final int SHORT_MOST = 255;

  private final OutputStream out;
  private final byte[] block = new byte[MOST];
  private int used;
  private boolean blocks;

  BlockOutput(OutputStream out) {
    this.out = out;
  }

  /* Returns what it was. */
  boolean setBlocks(boolean now) throws IOException {
    boolean was = blocks;
    if (was != now)
      drain();
    blocks = now;
    return was;
  }

  void drain() throws IOException {
    if (used == 0)
      return;
    if (blocks)
      writeHeader(used);
    out.write(block, 0, used);
    used = 0;
  }

  private void writeHeader(int length) throws IOException {
    if (length <= SHORT_MOST) {
      out.write(ObjectStreamConstants.TC_BLOCKDATA);
      out.write(length);
      return;
    }
    out.write(ObjectStreamConstants.TC_BLOCKDATALONG);
    for (int shift = 24; shift >= 0; shift -= 8)
      out.write(length >>> shift);
  }

  @Override
  public void write(int b) throws IOException {
    if (used == MOST)
      drain();
    block[used++] = (byte) b;
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    write(bytes, 0, bytes.length);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    while (count > 0) {
      if (used == MOST)
        drain();
      int part = Math.min(count, MOST - used);
      System.arraycopy(bytes, offset, block, used, part);
      used += part;
      offset += part;
      count -= part;
    }
  }

  @Override
  public void flush() throws IOException {
    drain();
    out.flush();
  }

  @Override
  public void close() throws IOException {
    flush();
    out.close();
  }
}
