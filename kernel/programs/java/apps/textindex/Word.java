/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The kept bytes of a word, as a key: equal by bytes, ordered by unsigned bytes, a word before its continuations. */
package textindex;

import java.util.Arrays;

final class Word implements Comparable<Word> {
  final byte[] bytes;
  final long fnv; /* over the bytes */

  /* Takes `bytes` over. */
  Word(byte[] bytes) {
    this.bytes = bytes;
    fnv = Fnv.bytes(Fnv.START, bytes, bytes.length);
  }

  @Override
  public int hashCode() {
    return (int)(fnv ^ fnv >>> 32);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Word && ((Word)other).fnv == fnv && Arrays.equals(((Word)other).bytes, bytes);
  }

  @Override
  public int compareTo(Word other) {
    int common = Math.min(bytes.length, other.bytes.length);
    for (int i = 0; i < common; i++)
      if (bytes[i] != other.bytes[i])
        return (bytes[i] & 0xff) - (other.bytes[i] & 0xff);
    return bytes.length - other.bytes.length;
  }
}
