/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The bytes of an object stream as BlockOutput has written them: where blocks are on, read() ends with -1 behind the last
 * block in a row, and what stands there is left alone. */
package java.io;

final class BlockInput extends InputStream implements ValuesIn {
  private static final int NONE = -2;

  private final InputStream in;
  private int peeked = NONE;      /* the next byte, -1 at the end, NONE: it has not been looked at */
  private boolean blocks;
  private int left;               /* bytes of the current block */
  boolean dataEnd;                /* what the object has written is over, though no end stands there: nothing is read */
  Runnable onReset;               /* what stands between two blocks may be the sign to forget all objects */

  BlockInput(InputStream in) {
    this.in = in;
  }

  boolean setBlocks(boolean now) {
    boolean was = blocks;
    if (was && !now && left > 0)
      throw new IllegalStateException("unread block data");
    blocks = now;
    return was;
  }

  boolean hasBlocks() {
    return blocks;
  }

  int left() {
    return blocks ? left : 0;
  }

  /* How many bytes there may still be at most; negative: that is not known. */
  long most() throws IOException {
    return in instanceof ByteArrayInputStream ? in.available() + (peeked == NONE ? 0 : 1) : -1;
  }

  /* Without a Formatter, which would take all of its kin into each program. */
  static String hex(int value, int digits) {
    StringBuilder text = new StringBuilder();
    for (int shift = 4 * digits - 4; shift >= 0; shift -= 4)
      text.append("0123456789ABCDEF".charAt(value >>> shift & 15));
    return text.toString();
  }

  private int next() throws IOException {
    int b = peeked == NONE ? in.read() : peeked;
    peeked = NONE;
    return b;
  }

  /* The byte that follows, which is not that of a block; EOFException: there is none. */
  int peek() throws IOException {
    if (peeked == NONE)
      peeked = in.read();
    if (peeked < 0)
      throw new EOFException();
    return peeked;
  }

  /* Goes on to the next block, if one follows: is there one? */
  boolean openBlock() throws IOException {
    while (left == 0) {
      if (dataEnd)
        return false;
      if (peeked == NONE)
        peeked = in.read();
      switch (peeked) {
        case ObjectStreamConstants.TC_BLOCKDATA:
          next();
          left = raw();
          break;
        case ObjectStreamConstants.TC_BLOCKDATALONG:
          next();
          left = raw() << 24 | raw() << 16 | raw() << 8 | raw();
          if (left < 0)
            throw new StreamCorruptedException("illegal block data header length: " + left);
          break;
        case ObjectStreamConstants.TC_RESET:
          next();
          onReset.run();
          break;
        default:
          if (peeked >= 0 && (peeked < ObjectStreamConstants.TC_BASE || peeked > ObjectStreamConstants.TC_MAX))
            throw new StreamCorruptedException("invalid type code: " + hex(peeked, 2));
          return false;
      }
    }
    return true;
  }

  private int raw() throws IOException {
    int b = next();
    if (b < 0)
      throw new EOFException("unexpected EOF while reading block data header");
    return b;
  }

  void skipBlocks() throws IOException {
    while (openBlock())
      if (read() < 0)
        throw new EOFException();
  }

  @Override
  public int read() throws IOException {
    if (!blocks)
      return next();
    if (!openBlock())
      return -1;
    left--;
    int b = next();
    if (b < 0)
      throw new StreamCorruptedException("unexpected EOF in middle of data block");
    return b;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    java.util.Objects.checkFromIndexSize(offset, count, bytes.length);
    if (count == 0)
      return 0;
    int first = read();
    if (first < 0)
      return -1;
    bytes[offset] = (byte) first;
    int part = blocks ? Math.min(count - 1, left) : count - 1;
    if (part == 0)
      return 1;
    int got = peeked == NONE ? in.read(bytes, offset + 1, part) : 0;
    if (got < 0 && blocks)
      throw new StreamCorruptedException("unexpected EOF in middle of data block");
    if (blocks)
      left -= Math.max(got, 0);
    return 1 + Math.max(got, 0);
  }

  @Override
  public void readFully(byte[] bytes, int offset, int count) throws IOException {
    ValuesIn.super.readFully(bytes, offset, count);
  }

  @Override
  public int skipBytes(int count) throws IOException {
    int done = 0;
    while (done < count && read() >= 0)
      done++;
    return done;
  }

  @Override
  public String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    int c = read();
    if (c < 0)
      return null;
    for (; c >= 0 && c != '\n'; c = read())
      if (c != '\r')
        line.append((char) c);
    return line.toString();
  }

  @Override
  public int available() throws IOException {
    if (!blocks)
      return in.available() + (peeked >= 0 ? 1 : 0);
    return left > 0 || openBlock() ? Math.min(left, in.available()) : 0;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
