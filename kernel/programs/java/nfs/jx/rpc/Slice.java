/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A run of bytes in an array of another object: bytes[offset .. offset + length). It is valid while the array is left
 * alone; what is to be kept is copied. Slices are used again and again, so that reading a call allocates nothing. */
package jx.rpc;

public final class Slice {
  public byte[] bytes;
  public int offset;
  public int length;

  public Slice set(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
    return this;
  }

  public Slice set(byte[] bytes) {
    return set(bytes, 0, bytes.length);
  }

  public byte at(int index) {
    return bytes[offset + index];
  }

  public byte[] copy() {
    byte[] copy = new byte[length];
    System.arraycopy(bytes, offset, copy, 0, length);
    return copy;
  }

  public boolean holds(byte[] other) {
    if (other.length != length)
      return false;
    for (int i = 0; i < length; i++)
      if (other[i] != bytes[offset + i])
        return false;
    return true;
  }

  /* FNV-1a, 32 bits (Fowler, Noll, Vo). */
  public int hash() {
    int hash = 0x811c9dc5;
    for (int i = offset; i < offset + length; i++)
      hash = (hash ^ bytes[i] & 0xff) * 0x01000193;
    return hash;
  }
}
