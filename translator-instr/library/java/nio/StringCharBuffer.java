/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Text that CharBuffer.wrap() was given, to be read only. */
package java.nio;

final class StringCharBuffer extends CharBuffer {
  private final CharSequence text;
  private final int from;

  StringCharBuffer(CharSequence text, int from, int capacity) {
    super(null, 0, capacity);
    this.text = text;
    this.from = from;
  }

  @Override
  char read(int index) {
    return text.charAt(from + index);
  }

  @Override
  CharBuffer part(int first, int capacity, boolean readOnly) {
    return new StringCharBuffer(text, from + first, capacity);
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  @Override
  public ByteOrder order() {
    return ByteOrder.nativeOrder();
  }
}
