/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * FNV-1a with 64 bits (Fowler, Noll, Vo; draft-eastlake-fnv, section 2). It finds mistakes, not malice. */
package textindex;

final class Fnv {
  static final long START = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private Fnv() {
  }

  static long step(long hash, int octet) {
    return (hash ^ octet) * PRIME;
  }

  static long bytes(long hash, byte[] bytes, int length) {
    for (int i = 0; i < length; i++)
      hash = step(hash, bytes[i] & 0xff);
    return hash;
  }

  /* The eight bytes of `number', least significant first. */
  static long number(long hash, long number) {
    for (int shift = 0; shift < 64; shift += 8)
      hash = step(hash, (int)(number >>> shift) & 0xff);
    return hash;
  }

  static String hex(long hash) {
    String digits = Long.toHexString(hash);
    return "0".repeat(16 - digits.length()) + digits;
  }
}
