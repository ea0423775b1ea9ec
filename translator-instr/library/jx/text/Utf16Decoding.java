/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From UTF-16. Where the order of bytes is not known, a mark at the beginning tells it; without one it is
 * big-endian. */
package jx.text;

public final class Utf16Decoding extends Decoding {
  private static final char MARK = 0xfeff;
  private static final char REVERSED_MARK = 0xfffe;
  private static final int UNIT = Character.BYTES;

  public enum Order { UNKNOWN, BIG, LITTLE }

  private final Order atFirst;
  private Order order;

  public Utf16Decoding(Order order) {
    atFirst = order;
    this.order = order;
  }

  @Override
  public void restart() {
    order = atFirst;
  }

  private char unit(byte[] bytes, int at) {
    int first = bytes[at] & 0xff;
    int second = bytes[at + 1] & 0xff;
    return (char) (order == Order.LITTLE ? second << 8 | first : first << 8 | second);
  }

  @Override
  public int next(byte[] bytes, int at, int end) {
    if (end - at < UNIT)
      return UNFINISHED;
    char c = unit(bytes, at);
    if (order == Order.UNKNOWN) {
      order = c == REVERSED_MARK ? Order.LITTLE : Order.BIG;
      if (c == MARK || c == REVERSED_MARK)
        return found(NOTHING, UNIT);
    }
    if (Character.isLowSurrogate(c))
      return -UNIT;
    if (!Character.isHighSurrogate(c))
      return found(c, UNIT);
    if (end - at < 2 * UNIT)
      return UNFINISHED;
    char low = unit(bytes, at + UNIT);
    return Character.isLowSurrogate(low) ? found(Character.toCodePoint(c, low), 2 * UNIT) : -2 * UNIT;
  }
}
