/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What DataOutputStream and RandomAccessFile make of their write(). */
package java.io;

interface ValuesOut extends DataOutput {
  /* The lowest `count` bytes of a number, the highest first. */
  private void put(long value, int count) throws IOException {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++)
      bytes[i] = (byte) (value >>> 8 * (count - 1 - i));
    write(bytes, 0, count);
  }

  @Override
  default void writeBoolean(boolean value) throws IOException {
    put(value ? 1 : 0, 1);
  }

  @Override
  default void writeByte(int value) throws IOException {
    put(value, 1);
  }

  @Override
  default void writeShort(int value) throws IOException {
    put(value, 2);
  }

  @Override
  default void writeChar(int value) throws IOException {
    put(value, 2);
  }

  @Override
  default void writeInt(int value) throws IOException {
    put(value, 4);
  }

  @Override
  default void writeLong(long value) throws IOException {
    put(value, 8);
  }

  @Override
  default void writeFloat(float value) throws IOException {
    put(Float.floatToIntBits(value), 4);
  }

  @Override
  default void writeDouble(double value) throws IOException {
    put(Double.doubleToLongBits(value), 8);
  }

  @Override
  default void writeBytes(String text) throws IOException {
    byte[] bytes = new byte[text.length()];
    for (int i = 0; i < bytes.length; i++)
      bytes[i] = (byte) text.charAt(i);
    write(bytes, 0, bytes.length);
  }

  @Override
  default void writeChars(String text) throws IOException {
    for (int i = 0; i < text.length(); i++)
      put(text.charAt(i), 2);
  }

  @Override
  default void writeUTF(String text) throws IOException {
    byte[] bytes = ModifiedUtf8.encode(text);
    write(bytes, 0, bytes.length);
  }
}
