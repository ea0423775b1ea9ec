/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What DataInputStream and RandomAccessFile make of their read(). */
package java.io;

interface ValuesIn extends DataInput {
  @Override
  default void readFully(byte[] bytes) throws IOException {
    readFully(bytes, 0, bytes.length);
  }

  /* As InputStream has it. */
  int read() throws IOException;

  /* As InputStream has it. */
  int read(byte[] bytes, int offset, int count) throws IOException;

  @Override
  default void readFully(byte[] bytes, int offset, int count) throws IOException {
    java.util.Objects.checkFromIndexSize(offset, count, bytes.length);
    for (int done = 0; done < count;) {
      int got = read(bytes, offset + done, count - done);
      if (got < 0)
        throw new EOFException();
      done += got;
    }
  }

  /* `count` bytes as a number, the highest first. */
  private long number(int count) throws IOException {
    long value = 0;
    for (int i = 0; i < count; i++)
      value = value << 8 | readUnsignedByte();
    return value;
  }

  @Override
  default int readUnsignedByte() throws IOException {
    int b = read();
    if (b < 0)
      throw new EOFException();
    return b;
  }

  @Override
  default boolean readBoolean() throws IOException {
    return readUnsignedByte() != 0;
  }

  @Override
  default byte readByte() throws IOException {
    return (byte) readUnsignedByte();
  }

  @Override
  default short readShort() throws IOException {
    return (short) number(2);
  }

  @Override
  default int readUnsignedShort() throws IOException {
    return (int) number(2);
  }

  @Override
  default char readChar() throws IOException {
    return (char) number(2);
  }

  @Override
  default int readInt() throws IOException {
    return (int) number(4);
  }

  @Override
  default long readLong() throws IOException {
    return number(8);
  }

  @Override
  default float readFloat() throws IOException {
    return Float.intBitsToFloat(readInt());
  }

  @Override
  default double readDouble() throws IOException {
    return Double.longBitsToDouble(readLong());
  }

  @Override
  default String readUTF() throws IOException {
    byte[] bytes = new byte[readUnsignedShort()];
    readFully(bytes);
    return ModifiedUtf8.decode(bytes);
  }
}
