/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What buffers of all types have: 0 <= mark <= position <= limit <= capacity, where the mark may be undefined. */
package java.nio;

import java.util.Objects;

public abstract class Buffer {
  private static final int UNDEFINED = -1;

  private int mark = UNDEFINED;
  private int position;
  private int limit;
  private final int capacity;

  Buffer(int capacity) {
    if (capacity < 0)
      throw new IllegalArgumentException("capacity < 0: (" + capacity + " < 0)");
    this.capacity = capacity;
    limit = capacity;
  }

  public final int capacity() {
    return capacity;
  }

  public final int position() {
    return position;
  }

  public final int limit() {
    return limit;
  }

  public final int remaining() {
    return Math.max(limit - position, 0);
  }

  public final boolean hasRemaining() {
    return position < limit;
  }

  public Buffer position(int newPosition) {
    if (newPosition > limit)
      throw new IllegalArgumentException("newPosition > limit: (" + newPosition + " > " + limit + ")");
    if (newPosition < 0)
      throw new IllegalArgumentException("newPosition < 0: (" + newPosition + " < 0)");
    if (mark > newPosition)
      mark = UNDEFINED;
    position = newPosition;
    return this;
  }

  public Buffer limit(int newLimit) {
    if (newLimit > capacity)
      throw new IllegalArgumentException("newLimit > capacity: (" + newLimit + " > " + capacity + ")");
    if (newLimit < 0)
      throw new IllegalArgumentException("newLimit < 0: (" + newLimit + " < 0)");
    limit = newLimit;
    position = Math.min(position, newLimit);
    if (mark > newLimit)
      mark = UNDEFINED;
    return this;
  }

  public Buffer mark() {
    mark = position;
    return this;
  }

  public Buffer reset() {
    if (mark == UNDEFINED)
      throw new InvalidMarkException();
    position = mark;
    return this;
  }

  private Buffer setBounds(int from, int to) {
    mark = UNDEFINED;
    position = from;
    limit = to;
    return this;
  }

  public Buffer clear() {
    return setBounds(0, capacity);
  }

  public Buffer flip() {
    return setBounds(0, position);
  }

  public Buffer rewind() {
    return setBounds(0, limit);
  }

  public abstract boolean isReadOnly();

  public abstract boolean hasArray();

  public abstract Object array();

  public abstract int arrayOffset();

  public abstract boolean isDirect();

  public abstract Buffer slice();

  public abstract Buffer slice(int index, int length);

  public abstract Buffer duplicate();

  /* Takes over position, limit and mark of `other`, which is as large. */
  final void setStateOf(Buffer other) {
    mark = other.mark;
    position = other.position;
    limit = other.limit;
  }

  /* The position, which moves on by `count` elements that are read. */
  final int nextToGet(int count) {
    if (limit - position < count)
      throw new BufferUnderflowException();
    int at = position;
    position += count;
    return at;
  }

  /* The position, which moves on by `count` elements that are written. */
  final int nextToPut(int count) {
    if (limit - position < count)
      throw new BufferOverflowException();
    int at = position;
    position += count;
    return at;
  }

  /* `index`, if `count` elements from there on lie below the limit. */
  final int checkIndex(int index, int count) {
    if (index < 0 || count > limit - index)
      throw new IndexOutOfBoundsException();
    return index;
  }

  final void checkWritable() {
    if (isReadOnly())
      throw new ReadOnlyBufferException();
  }

  final void checkSource(Buffer source) {
    if (source == this)
      throw new IllegalArgumentException("The source buffer is this buffer");
    checkWritable();
  }

  static void checkPart(int offset, int count, int length) {
    Objects.checkFromIndexSize(offset, count, length);
  }
}
