/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bytes as ByteBuffer.allocateDirect() makes them. */
package java.nio;

final class DirectByteBuffer extends HeapByteBuffer {
  private final boolean readOnly;

  DirectByteBuffer(byte[] array, int offset, int capacity) {
    this(array, offset, capacity, false);
  }

  private DirectByteBuffer(byte[] array, int offset, int capacity, boolean readOnly) {
    super(array, offset, capacity);
    this.readOnly = readOnly;
  }

  @Override
  ByteBuffer part(int from, int capacity, boolean asReadOnly) {
    return new DirectByteBuffer(array, offset + from, capacity, asReadOnly);
  }

  @Override
  public boolean isReadOnly() {
    return readOnly;
  }

  @Override
  public boolean isDirect() {
    return true;
  }
}
