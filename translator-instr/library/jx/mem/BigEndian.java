/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Numbers of 16 and 32 bits in big-endian order, as packets have them, in byte arrays. What Java does byte by byte,
 * with a look at the array's length for each, is one look and one access here (translator-instr/runtime/core/bigendian.c), as the
 * memory objects of JX do it for its drivers and protocols.
 *
 * Each throws NullPointerException, or ArrayIndexOutOfBoundsException where not all of what it reads or writes is in
 * the array; then nothing has been written. None of them is a method with a time of its own in a profile: they are
 * shorter than what would measure them. */
package jx.mem;

public final class BigEndian {
  private BigEndian() {
  }

  /* Unsigned. */
  public static native int get16(byte[] b, int at);

  public static native int get32(byte[] b, int at);

  /* The low 16 bits of `value'. */
  public static native void put16(byte[] b, int at, int value);

  public static native void put32(byte[] b, int at, int value);

  /* `count' numbers from b[at ..] into words[0 .. count), and the other way. */
  public static native void get32s(byte[] b, int at, int[] words, int count);

  public static native void put32s(byte[] b, int at, int[] words, int count);

  /* The one's complement sum of the 16-bit words in b[at .. at + length), an odd last byte as if a zero followed (RFC
   * 1071): 0 to 65535, 0 only of zeros. */
  public static native int sum16(byte[] b, int at, int length);
}
