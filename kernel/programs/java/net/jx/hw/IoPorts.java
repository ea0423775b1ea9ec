/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The I/O ports of one device, numbered from 0. Who has this object can use these ports and no others; anything
 * beyond them throws IndexOutOfBoundsException. An access costs the instruction and a comparison; under an emulator,
 * rather more. */
package jx.hw;

public final class IoPorts {
  private final int base;
  private final int count;

  IoPorts(int base, int count) {
    this.base = base;
    this.count = count;
  }

  public int base() {
    return base;
  }

  public int count() {
    return count;
  }

  private int port(int offset, int width) {
    if (offset < 0 || offset > count - width)
      throw outside(offset);
    return base + offset;
  }

  private IndexOutOfBoundsException outside(int offset) {
    return new IndexOutOfBoundsException("port " + offset + " of a device that has " + count);
  }

  /* Registers of one byte are what drivers use most: in8() and out8() look at the port themselves. */
  public int in8(int offset) {
    if (offset < 0 || offset >= count)
      throw outside(offset);
    return Hardware.in8(base + offset);
  }

  public int in16(int offset) {
    return Hardware.in16(port(offset, 2));
  }

  public int in32(int offset) {
    return Hardware.in32(port(offset, 4));
  }

  public void out8(int offset, int value) {
    if (offset < 0 || offset >= count)
      throw outside(offset);
    Hardware.out8(base + offset, value);
  }

  public void out16(int offset, int value) {
    Hardware.out16(port(offset, 2), value);
  }

  public void out32(int offset, int value) {
    Hardware.out32(port(offset, 4), value);
  }

  /* Reads `words' times the same port, into bytes[at ..], least significant byte first. */
  public void read16(int offset, byte[] bytes, int at, int words) {
    Hardware.read16(port(offset, 2), bytes, at, words);
  }

  public void read32(int offset, byte[] bytes, int at, int words) {
    Hardware.read32(port(offset, 4), bytes, at, words);
  }

  /* Writes bytes[at ..] to the same port, in `words' pieces. */
  public void write16(int offset, byte[] bytes, int at, int words) {
    Hardware.write16(port(offset, 2), bytes, at, words);
  }

  public void write32(int offset, byte[] bytes, int at, int words) {
    Hardware.write32(port(offset, 4), bytes, at, words);
  }
}
