/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * FNV-1a with 64 bits (Fowler, Noll, Vo; draft-eastlake-fnv, section 2). It finds mistakes, not malice. The
 * loops have the step in them: as a method it would be called for every byte, and timed. */
package textindex;

final class Fnv {
  static final long START = 0xcbf29ce484222325L;
  static final long PRIME = 0x100000001b3L;

  private Fnv() {
  }

  static long bytes(long hash, byte[] bytes, int length) {
    for (int i = 0; i < length; i++)
      hash = (hash ^ bytes[i] & 0xff) * PRIME;
    return hash;
  }

  /* The eight bytes of `number', least significant first. */
  static long number(long hash, long number) {
    for (int shift = 0; shift < 64; shift += 8)
      hash = (hash ^ number >>> shift & 0xff) * PRIME;
    return hash;
  }

  static String hex(long hash) {
    String digits = Long.toHexString(hash);
    return "0".repeat(16 - digits.length()) + digits;
  }
}
